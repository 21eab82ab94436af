/** Hard negatives: passages that look like an answer but are not. */
import type { Passage } from "../../../src/log/types.ts";
import { type Bm25Index, buildBm25 } from "../../../src/retrieval/bm25.ts";
import { defaultRetrieval } from "../../../src/retrieval/defaults.ts";
import { plainQuestion } from "./sources.ts";

export interface HardNegatives {
  /** Up to `count` passages similar to the question and accepted by `wrong`, best first. */
  near(question: string, count: number, wrong: (passage: Passage) => boolean): Passage[];
}

export async function hardNegatives(passages: readonly Passage[]): Promise<HardNegatives> {
  const index: Bm25Index = await buildBm25(passages);
  return {
    near(question, count, wrong) {
      const found: Passage[] = [];
      for (const hit of index.search(question, count * 4 + 8, defaultRetrieval.bm25)) {
        const passage = passages[hit.index];
        if (passage && wrong(passage)) found.push(passage);
        if (found.length === count) break;
      }
      return found;
    },
  };
}

export function byOverlap<T extends { title: string; text: string }>(
  question: string,
  passages: readonly T[],
): T[] {
  const asked = new Set(plainQuestion(question).split(" "));
  const overlap = (passage: T) => {
    const words = new Set(plainQuestion(`${passage.title} ${passage.text}`).split(" "));
    return [...asked].filter((word) => words.has(word)).length;
  };
  return passages
    .map((passage) => ({ passage, score: overlap(passage) }))
    .sort((a, b) => b.score - a.score)
    .map(({ passage }) => passage);
}
