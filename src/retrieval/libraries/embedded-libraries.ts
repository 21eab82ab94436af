/**
 * The libraries that come with the product, one line each: page, lab, command line and the list
 * of the page's own files know them from here. The first is asked unless a person chooses another.
 */
import { registryOf } from "../../runtime/registry.ts";
import type { EmbeddedLibrary } from "./embedded-library.ts";
import { factbook } from "./factbook/index.ts";

export const embeddedLibraries = registryOf<EmbeddedLibrary>([factbook]);

export const firstLibrary = factbook;

/** In settings "" is the first one. Null for a library of a person's own. */
export function findEmbedded(id: string): EmbeddedLibrary | null {
  return id === "" ? firstLibrary : embeddedLibraries.find(id);
}

/** What settings hold for an embedded library. */
export function choiceOf({ id }: EmbeddedLibrary): string {
  return id === firstLibrary.id ? "" : id;
}
