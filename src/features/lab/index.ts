/** Batches of questions, and what they say about where a large model pays. */
import type { Feature } from "../../app/runtime/feature.ts";
import { labPageText } from "./text/page.ts";
import { arriveAtLab } from "./view/home/shipped-file.ts";

export const lab: Feature = {
  id: "lab",
  page: labPageText,
  arrive: arriveAtLab,
  load: () => import("./view/parts.ts"),
};
