/** Reads an embedded library's contents and names without loading its encoder. */

import { AppError } from "../log/errors.ts";
import { openContents } from "../retrieval/libraries/contents/contents-client.ts";
import { embeddedLibraries } from "../retrieval/libraries/embedded-libraries.ts";
import type { EmbeddedLibrary } from "../retrieval/libraries/embedded-library.ts";
import { type LibraryManifest, namesIn, noNames } from "../retrieval/libraries/manifest.ts";
import { readManifest } from "../retrieval/libraries/prebuilt-files.ts";
import { fetchOwn, libraryFile } from "../shared/integrity/own-files.ts";
import { libraryBase } from "./page-files.ts";
import type { LibraryReading } from "./services.ts";

const known = new Map<string, Promise<LibraryManifest>>();

export const libraryReading: LibraryReading = {
  async open(library) {
    return openContents({ id: library, baseUrl: libraryBase(found(library)) });
  },

  async aliases(library) {
    return (await manifestOf(library))?.aliases ?? [];
  },

  async names(library) {
    const manifest = await manifestOf(library);
    return manifest === null ? noNames : namesIn(manifest);
  },
};

function manifestOf(library: string): Promise<LibraryManifest | null> {
  const manifest = known.get(library) ?? fetchManifest(library);
  known.set(library, manifest);
  return manifest.catch(() => {
    // Retry next time: the network may be back.
    known.delete(library);
    return null;
  });
}

function found(library: string): EmbeddedLibrary {
  const embedded = embeddedLibraries.find(library);
  if (embedded === null) throw new AppError("library-not-found", { library });
  return embedded;
}

async function fetchManifest(library: string): Promise<LibraryManifest> {
  const base = libraryBase(found(library));
  return readManifest((name) => fetchOwn(libraryFile(library, name), base + name));
}
