/** Full-text search by BM25+, on minisearch. */
import MiniSearch, { type Options } from "minisearch";
import { term, tokenise } from "../language/english/tokenise.ts";
import type { Passage } from "../log/types.ts";

/** A found passage: its place in the library's list, and its score under one way of searching. */
export interface Hit {
  index: number;
  score: number;
}

export interface Bm25Parameters {
  k1: number;
  b: number;
  /** How much more a word in the title counts than one in the text. */
  titleBoost?: number;
  /** BM25+'s δ: what a term that occurs at all adds at least. */
  lowerBound?: number;
}

export interface Bm25Index {
  /** The best `limit` passages, best first; equal scores keep the library's order. */
  search(text: string, limit: number, parameters: Bm25Parameters): Hit[];
}

interface Entry {
  id: number;
  title: string;
  text: string;
}

const options: Options<Entry> = {
  fields: ["title", "text"],
  tokenize: tokenise,
  processTerm: term,
};

/** Tuned, like the defaults of k1 and b, on half of the project's questions: docs/library.md. */
const defaults = { titleBoost: 1, lowerBound: 0.5 };

/** Builds the index in slices, so that a worker stays responsive; about 0.2 ms a passage. */
export async function buildBm25(passages: readonly Passage[]): Promise<Bm25Index> {
  const index = new MiniSearch<Entry>(options);
  const entries = passages.map(({ title, text }, id) => ({ id, title, text }));
  await index.addAllAsync(entries, { chunkSize: 250 });
  return asIndex(index);
}

function asIndex(index: MiniSearch<Entry>): Bm25Index {
  return {
    search(text, limit, parameters) {
      const { k1, b, titleBoost, lowerBound } = { ...defaults, ...parameters };
      return index
        .search(text, { boost: { title: titleBoost }, bm25: { k: k1, b, d: lowerBound } })
        .slice(0, limit)
        .map((found) => ({ index: Number(found.id), score: found.score }));
    },
  };
}
