/** Did retrieval spoil an answer (SearChain: "IR misleads") or help it? */
import { coverExactMatchTokens } from "./score.ts";

export interface MisledCase {
  without: string | null;
  with: string;
  golds: readonly string[];
  retrievals: number;
  /** BCP-47; absent: English. */
  language?: string | undefined;
}

/**
 * Null if the answer without retrieval is unknown or wrong; false if no search was made. Right is
 * cover-EM on token boundaries, because an answer without retrieval may be a sentence.
 */
export function misledBy(one: MisledCase): boolean | null {
  const { without, with: final, golds, retrievals, language } = one;
  if (without === null || coverExactMatchTokens(without, golds, language) === 0) return null;
  return retrievals > 0 && coverExactMatchTokens(final, golds, language) === 0;
}

/** The reverse: a search turned a wrong answer into a right one. */
export function helpedBy(one: MisledCase): boolean | null {
  const { without, with: final, golds, retrievals, language } = one;
  if (without === null || coverExactMatchTokens(without, golds, language) === 1) return null;
  return retrievals > 0 && coverExactMatchTokens(final, golds, language) === 1;
}
