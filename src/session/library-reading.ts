/** Does not load the encoder. */
import { AppError } from "../log/errors.ts";
import { openContents } from "../retrieval/libraries/contents/contents-client.ts";
import { embeddedLibraries } from "../retrieval/libraries/embedded-libraries.ts";
import type { EmbeddedLibrary } from "../retrieval/libraries/embedded-library.ts";
import type { LibraryManifest } from "../retrieval/libraries/manifest.ts";
import { readManifest } from "../retrieval/libraries/prebuilt-files.ts";
import { fetchOwn, libraryFile } from "../shared/integrity/own-files.ts";
import { libraryBase } from "./page-files.ts";
import type { LibraryReading } from "./services.ts";

type Aliases = LibraryManifest["aliases"];

const known = new Map<string, Promise<Aliases>>();

export const libraryReading: LibraryReading = {
  async open(library) {
    return openContents({ id: library, baseUrl: libraryBase(found(library)) });
  },

  aliases(library) {
    const aliases = known.get(library) ?? fetchAliases(library);
    known.set(library, aliases);
    return aliases.catch(() => {
      // The network may be back next time.
      known.delete(library);
      return [];
    });
  },
};

function found(library: string): EmbeddedLibrary {
  const embedded = embeddedLibraries.find(library);
  if (embedded === null) throw new AppError("library-not-found", { library });
  return embedded;
}

async function fetchAliases(library: string): Promise<Aliases> {
  const base = libraryBase(found(library));
  const { aliases } = await readManifest((name) =>
    fetchOwn(libraryFile(library, name), base + name),
  );
  return aliases;
}
