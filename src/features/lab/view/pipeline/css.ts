/** The page's style sheet, merged with those of cards and pictures. */
import { classes } from "../../../../ui-kit/styles/classes.ts";
import pictures from "../analysis/Pictures.module.css";
import form from "../batch/Form.module.css";
import lab from "../batch/Lab.module.css";
import first from "../first/First.module.css";
import sheet from "./Pipeline.module.css";

export const css = classes({ ...pictures, ...form, ...lab, ...first, ...sheet });
