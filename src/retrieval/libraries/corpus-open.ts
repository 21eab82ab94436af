/** Opens a person's corpus as a library. */
import type { Embedder, LibraryRef } from "../../runtime/ports.ts";
import { type Corpus, type ReadCorpusOptions, readCorpus } from "./corpus.ts";
import { openPassages, type PassageLibrary } from "./corpus-library.ts";

export interface OpenCorpus extends PassageLibrary {
  /** How many documents were read, and which lines could not be. */
  read: Omit<Corpus, "passages">;
}

interface CorpusSource {
  /** The file's name; it becomes the library's title. */
  name: string;
  bytes: ReadableStream<Uint8Array<ArrayBuffer>>;
  encoder: Embedder | null;
}

/** Reads the corpus and opens it for BM25; `computeVectors` then adds search by meaning. */
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
