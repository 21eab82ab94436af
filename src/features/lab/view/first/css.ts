/** The style sheet of the first screen, merged with those of configuration marks and pictures. */
import { classes } from "../../../../ui-kit/styles/classes.ts";
import pictures from "../analysis/Pictures.module.css";
import sheet from "./First.module.css";

export const css = classes({ ...pictures, ...sheet });
