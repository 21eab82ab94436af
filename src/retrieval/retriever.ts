import { english } from "../language/english/english.ts";
import { type Language, type LibraryWords, noWords } from "../language/language.ts";
import { AppError } from "../log/errors.ts";
import type { Passage, ScoredPassage } from "../log/types.ts";
import type {
  Embedder,
  LibraryRef,
  Retrieval,
  RetrievalQuery,
  Retriever,
  StopSignal,
} from "../runtime/ports.ts";
import type { Bm25Index } from "./bm25.ts";
import { type PassageVectors, searchDense } from "./dense.ts";
import { type FusedHit, fuse } from "./fuse.ts";
import { namesFirst } from "./names.ts";

/** Dense search needs both. */
interface DenseSearch {
  vectors: PassageVectors;
  embedder: Embedder;
}

interface RetrieverParts {
  library: LibraryRef;
  words?: LibraryWords;
  /** Set by the manifest; otherwise `hybrid` is plain rank fusion. */
  namesFirst?: boolean | undefined;
  passages: readonly Passage[];
  bm25: Bm25Index;
  /** Called per query; null while vectors are missing. */
  dense: () => DenseSearch | null;
}

/** Each list goes far beyond any k, so that k does not change the order. */
const fusionDepth = 100;

/** Without vectors `hybrid` is BM25 alone, and `dense` throws `retrieval-failed`. */
export function createRetriever(parts: RetrieverParts): Retriever {
  const words = parts.words ?? noWords;
  const language = english(words);
  const renamed = language.withNamesOf(parts.passages);
  const places = new Map(parts.passages.map((passage, index) => [passage.id, index]));
  return {
    library: parts.library,
    words,
    onDevice: true,
    async retrieve(query, signal) {
      throwIfStopped(signal);
      const hits = await find(parts, language, { ...query, text: renamed(query.text) }, signal);
      throwIfStopped(signal);
      return toRetrieval(parts.passages, hits.slice(0, query.k));
    },
    async passage(id) {
      const index = places.get(id);
      return index === undefined ? null : (parts.passages[index] ?? null);
    },
  };
}

async function find(
  parts: RetrieverParts,
  language: Language,
  query: RetrievalQuery,
  signal: StopSignal,
): Promise<FusedHit[]> {
  const depth = Math.max(query.k, fusionDepth);
  if (query.mode === "bm25") {
    return parts.bm25
      .search(query.text, depth, query.bm25)
      .map((hit, position) => ({ ...hit, bm25Rank: position + 1 }));
  }
  const dense = parts.dense();
  if (!dense && query.mode === "dense") {
    throw new AppError("retrieval-failed", { reason: "vectors-not-ready" }, { retryable: true });
  }
  const near = dense ? await findNear(dense, query.text, depth, signal) : [];
  if (query.mode === "dense") {
    return near.map((hit, position) => ({ ...hit, denseRank: position + 1 }));
  }
  const fused = fuse(parts.bm25.search(query.text, depth, query.bm25), near, query.rrfK);
  return parts.namesFirst === true
    ? namesFirst(query.text, fused, parts.passages, language)
    : fused;
}

async function findNear(dense: DenseSearch, text: string, depth: number, signal: StopSignal) {
  const [vector] = await dense.embedder.embed([text], signal);
  if (!vector) throw new AppError("retrieval-failed", { reason: "no-query-vector" });
  return searchDense(dense.vectors, vector, depth);
}

function toRetrieval(passages: readonly Passage[], hits: readonly FusedHit[]): Retrieval {
  const found: ScoredPassage[] = [];
  for (const { index, ...ranks } of hits) {
    const passage = passages[index];
    if (passage) found.push({ ...passage, ...ranks });
  }
  return { passages: found, bytesSent: 0 };
}

function throwIfStopped(signal: StopSignal): void {
  if (signal.aborted) throw new AppError("stopped", {}, { cause: signal.reason });
}
