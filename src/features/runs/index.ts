/** The runs that this browser keeps. */
import type { Feature } from "../../app/runtime/feature.ts";
import { runsPageText } from "./text/page.ts";

export const runs: Feature = {
  id: "runs",
  page: runsPageText,
  load: () => import("./view/parts.ts"),
};
