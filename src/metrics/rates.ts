/** Rates over runs: how often retrieval misled (SearChain: "IR misleads"), how often an output did not parse. */
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
export function helpedBy({ without, with: final, golds, retrievals }: MisledCase): boolean | null {
  if (without === null || coverExactMatchTokens(without, golds) === 1) return null;
  return retrievals > 0 && coverExactMatchTokens(final, golds) === 1;
}

/**
 * The IR-misled rate, in [0, 1]: of the questions that were right without retrieval, the share
 * that went wrong with it. Null where none was, so that there is nothing to tell.
 */
export function misledRate(cases: readonly (boolean | null)[]): number | null {
  const right = cases.filter((one) => one !== null);
  return right.length === 0 ? null : right.filter((one) => one).length / right.length;
}

/** Of the outputs that had to be parsed, the share that did not fit their form; null without any. */
export function parseFailureRate(
  runs: readonly { parses: number; parseFailures: number }[],
): number | null {
  const parses = runs.reduce((sum, run) => sum + run.parses, 0);
  const failures = runs.reduce((sum, run) => sum + run.parseFailures, 0);
  return parses === 0 ? null : failures / parses;
}
