/** What retrieval did to an answer: it misled (SearChain: "IR misleads"), or it helped. */
import { coverExactMatchTokens } from "./score.ts";

export interface MisledCase {
  /** The answer of the same models to the same question without retrieval; null when there is none. */
  without: string | null;
  /** The answer with it. */
  with: string;
  golds: readonly string[];
  /** Searches on the way to the answer `with`. */
  retrievals: number;
  /** A BCP-47 tag; absent: English. */
  language?: string | undefined;
}

/**
 * True where the answer without retrieval was right and the one with it, after at least one
 * search, is wrong; false where it was right and nothing was spoilt by a search. Null where the
 * answer without is unknown or was wrong itself: nobody can be misled then. Right is cover-EM on
 * token boundaries, because an answer without retrieval may be a sentence.
 */
export function misledBy(one: MisledCase): boolean | null {
  const { without, with: final, golds, retrievals, language } = one;
  if (without === null || coverExactMatchTokens(without, golds, language) === 0) return null;
  return retrievals > 0 && coverExactMatchTokens(final, golds, language) === 0;
}

/** The other way: true where the answer without retrieval was wrong and the one with it, after a search, is right. */
export function helpedBy(one: MisledCase): boolean | null {
  const { without, with: final, golds, retrievals, language } = one;
  if (without === null || coverExactMatchTokens(without, golds, language) === 1) return null;
  return retrievals > 0 && coverExactMatchTokens(final, golds, language) === 1;
}
