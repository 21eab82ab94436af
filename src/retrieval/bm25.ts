import MiniSearch, { type Options } from "minisearch";
import { term, tokenise } from "../language/english/tokenise.ts";
import type { Passage } from "../log/types.ts";

/** `index` is the position in the library's list. */
export interface Hit {
  index: number;
  score: number;
}

export interface Bm25Parameters {
  k1: number;
  b: number;
  /** Weight of a title word relative to a text word. */
  titleBoost?: number;
  /** BM25+'s δ: the least that an occurring term adds. */
  lowerBound?: number;
}

export interface Bm25Index {
  /** Best first; ties keep the library's order. */
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

/** Tuned on half of the project's questions: docs/library.md. */
const defaults = { titleBoost: 1, lowerBound: 0.5 };

/** Slices keep a worker responsive; about 0.2 ms per passage. */
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
