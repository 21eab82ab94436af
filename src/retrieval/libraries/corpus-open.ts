import type { Embedder, LibraryRef } from "../../runtime/ports.ts";
import { type Corpus, type ReadCorpusOptions, readCorpus } from "./corpus.ts";
import { openPassages, type PassageLibrary } from "./corpus-library.ts";

export interface OpenCorpus extends PassageLibrary {
  read: Omit<Corpus, "passages">;
}

interface CorpusSource {
  name: string;
  bytes: ReadableStream<Uint8Array<ArrayBuffer>>;
  encoder: Embedder | null;
}

/** Opens BM25; `computeVectors` adds semantic search. */
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
