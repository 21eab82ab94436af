/** Addresses look like `#library/fr` or `#library:ID/fr/capital`. */
import { decoded, paths } from "../../../../app/runtime/routes.ts";
import { choiceOf, findEmbedded } from "../../../../retrieval/libraries/embedded-libraries.ts";
import type { EmbeddedLibrary } from "../../../../retrieval/libraries/embedded-library.ts";

interface LibraryPlace {
  /** "" is the first embedded library. */
  library: string;
  /** An entry's key or a passage's id; "" is the list. */
  at: string;
}

export function placeIn(fragment: string): LibraryPlace {
  const [view = "", ...rest] = fragment.replace(/^#/u, "").split("/");
  const library = decoded(view.split(":").slice(1).join(":")) ?? "";
  return { library, at: rest.map((part) => decoded(part) ?? part).join("/") };
}

export function pathOf(library: EmbeddedLibrary, at = ""): string {
  const root = paths.library(choiceOf(library));
  return at === "" ? root : `${root}/${at.split("/").map(encodeURIComponent).join("/")}`;
}

/** Falls back to the first embedded library if the user's own is chosen. */
export function chosenPath(choice: string): string {
  return paths.library(findEmbedded(choice) === null ? "" : choice);
}
