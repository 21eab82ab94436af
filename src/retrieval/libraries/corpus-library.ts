/** Libraries that are not prebuilt: a person's corpus, or a question's own context. */
import { type LibraryWords, noWords } from "../../language/language.ts";
import { AppError } from "../../log/errors.ts";
import type { Passage } from "../../log/types.ts";
import type { Embedder, LibraryRef, StopSignal } from "../../runtime/ports.ts";
import { buildBm25 } from "../bm25.ts";
import { type PassageVectors, quantise } from "../dense.ts";
import { createRetriever } from "../retriever.ts";
import { embeddedText } from "./embedded-text.ts";
import type { DenseState, OpenLibrary } from "./open-library.ts";

/** BM25 works at once; vectors are computed on request. */
export interface ComputedLibrary extends OpenLibrary {
  /** Ends in `ready`, or in `off` if stopped; rethrows the encoder's errors. */
  computeVectors(signal: StopSignal, onProgress?: (state: DenseState) => void): Promise<DenseState>;
}

export interface PassageLibrary extends ComputedLibrary {
  embeddedTexts(): string[];
}

/** Large enough to be efficient, small enough to stop soon. */
const batchSize = 16;

export async function openPassages(
  library: LibraryRef,
  passages: readonly Passage[],
  encoder: Embedder | null,
  words: LibraryWords = noWords,
): Promise<PassageLibrary> {
  let vectors: PassageVectors | null = null;
  let state: DenseState = { status: "off", reason: encoder ? "no-vectors" : "no-encoder" };
  const bm25 = await buildBm25(passages);
  const dense = () => (vectors && encoder ? { vectors, embedder: encoder } : null);
  return {
    retriever: createRetriever({ library, words, passages, bm25, dense }),
    dense: () => state,
    embeddedTexts: () => passages.map(embeddedText),
    async computeVectors(signal, onProgress = () => {}) {
      if (!encoder || state.status === "ready") return state;
      const tell = (next: DenseState) => {
        state = next;
        onProgress(next);
      };
      try {
        vectors = await embedPassages(passages, encoder, signal, (done) =>
          tell({ status: "computing", done, total: passages.length }),
        );
        tell({ status: "ready" });
      } catch (thrown) {
        const stopped = thrown instanceof AppError && thrown.code === "stopped";
        tell({ status: "off", reason: stopped ? "cancelled" : "failed" });
        if (!stopped) throw thrown;
      }
      return state;
    },
  };
}

/** Keeps passage order; texts of similar length are batched, which saves padding. */
export async function embedPassages(
  passages: readonly Passage[],
  encoder: Embedder,
  signal: StopSignal,
  onProgress: (done: number) => void,
): Promise<PassageVectors> {
  const texts = passages.map(embeddedText);
  const order = texts.map((_, index) => index);
  order.sort((a, b) => (texts[a]?.length ?? 0) - (texts[b]?.length ?? 0));
  const vectors: Float32Array[] = Array.from(texts, () => new Float32Array());
  for (let from = 0; from < order.length; from += batchSize) {
    if (signal.aborted) throw new AppError("stopped");
    onProgress(from);
    const batch = order.slice(from, from + batchSize);
    const embedded = await encoder.embed(
      batch.map((index) => texts[index] ?? ""),
      signal,
    );
    embedded.forEach((vector, place) => {
      const index = batch[place];
      if (index !== undefined) vectors[index] = vector;
    });
  }
  return quantise(vectors);
}
