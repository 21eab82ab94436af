/** Hands the run on show to others: as a link, or as a file. */
import type { Feature } from "../../app/runtime/feature.ts";
import { isRunLink } from "./fragment.ts";
import { shareName } from "./text/name.ts";

export const share: Feature = {
  id: "share",
  buttons: { kind: "share", labels: { run: shareName } },
  isRunLink,
  load: () => import("./view/parts.ts"),
};
