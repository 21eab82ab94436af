/** Opens a person's corpus as a library. */
import type { Embedder, LibraryRef } from "../../runtime/ports.ts";
import { type Corpus, type ReadCorpusOptions, readCorpus } from "./corpus.ts";
import { openPassages, type PassageLibrary } from "./corpus-library.ts";

export interface OpenCorpus extends PassageLibrary {
  /** Number of documents read, and the lines that were invalid. */
  read: Omit<Corpus, "passages">;
}

interface CorpusSource {
  /** The file's name; becomes the library's title. */
  name: string;
  bytes: ReadableStream<Uint8Array<ArrayBuffer>>;
  encoder: Embedder | null;
}

/** Opens the corpus for BM25; `computeVectors` then adds semantic search. */
export async function openCorpus(
  { name, bytes, encoder }: CorpusSource,
  options: ReadCorpusOptions,
): Promise<OpenCorpus> {
  const { passages, ...read } = await readCorpus(bytes, options);
  const library: LibraryRef = {
    id: `corpus:${name}`,
    title: name,
    edition: read.documents === 1 ? "1 document" : `${read.documents} documents`,
    passages: passages.length,
    visibility: "private",
  };
  return { ...(await openPassages(library, passages, encoder)), read };
}
