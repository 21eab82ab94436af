/** The style sheets of the analysis merged: their class names are distinct. */
import { classes } from "../../../../ui-kit/styles/classes.ts";
import layout from "./Analysis.module.css";
import pictures from "./Pictures.module.css";
import questions from "./Questions.module.css";

export const css = classes({ ...layout, ...pictures, ...questions });
