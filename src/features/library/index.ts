/** Reads an embedded library, entry by entry. */
import type { Feature } from "../../app/runtime/feature.ts";
import { libraryPageText } from "./text/page.ts";

export const library: Feature = {
  id: "library",
  page: libraryPageText,
  load: () => import("./view/parts.ts"),
};
