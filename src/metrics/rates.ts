/** Whether retrieval spoilt an answer (SearChain: "IR misleads") or helped it. */
import { coverExactMatchTokens } from "./score.ts";

export interface MisledCase {
  without: string | null;
  with: string;
  golds: readonly string[];
  retrievals: number;
  /** A BCP-47 tag; absent: English. */
  language?: string | undefined;
}

/**
 * True if the answer without retrieval was right and the one with it, after at least one search,
 * is wrong; false if it was right and no search spoilt it. Null if the answer without is unknown
 * or wrong, which cannot be spoilt. Right means cover-EM on token boundaries, because an answer
 * without retrieval may be a sentence.
 */
export function misledBy(one: MisledCase): boolean | null {
  const { without, with: final, golds, retrievals, language } = one;
  if (without === null || coverExactMatchTokens(without, golds, language) === 0) return null;
  return retrievals > 0 && coverExactMatchTokens(final, golds, language) === 0;
}

/**
 * The reverse: true if the answer without retrieval was wrong and the one with it, after a search,
 * is right.
 */
export function helpedBy(one: MisledCase): boolean | null {
  const { without, with: final, golds, retrievals, language } = one;
  if (without === null || coverExactMatchTokens(without, golds, language) === 1) return null;
  return retrievals > 0 && coverExactMatchTokens(final, golds, language) === 1;
}
