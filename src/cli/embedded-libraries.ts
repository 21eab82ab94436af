/** The libraries that come with the product, for the command line: one line each. */
import { openFactbook } from "../retrieval/libraries/factbook/node.ts";
import type { OpenLibrary } from "../retrieval/libraries/open-library.ts";
import type { Embedder } from "../runtime/ports.ts";
import { registryOf } from "../runtime/registry.ts";

export interface EmbeddedLibrary {
  /** What `--library` takes, and the folder under `public/library`. */
  id: string;
  open(options: { root: string; encoder: Embedder | null }): Promise<OpenLibrary>;
}

export const factbook: EmbeddedLibrary = { id: "factbook", open: openFactbook };

export const embeddedLibraries = registryOf<EmbeddedLibrary>([factbook]);
