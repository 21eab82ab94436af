/** The first is the default. */
import { registryOf } from "../../runtime/registry.ts";
import type { EmbeddedLibrary } from "./embedded-library.ts";
import { factbook } from "./factbook/index.ts";

export const embeddedLibraries = registryOf<EmbeddedLibrary>([factbook]);

export const firstLibrary = factbook;

/** "" means the default; null is a person's own library. */
export function findEmbedded(id: string): EmbeddedLibrary | null {
  return id === "" ? firstLibrary : embeddedLibraries.find(id);
}

export function choiceOf({ id }: EmbeddedLibrary): string {
  return id === firstLibrary.id ? "" : id;
}
