/** The style sheet of the first screen, with the marks of configurations and pictures. */
import { classes } from "../../../../ui-kit/styles/classes.ts";
import pictures from "../analysis/Pictures.module.css";
import sheet from "./First.module.css";

export const css = classes({ ...pictures, ...sheet });
