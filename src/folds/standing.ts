/** How far to trust an answer: whether it was found, and how sure the verifier is of it. */
import type { AnswerState } from "./answer-state.ts";

/**
 * `may-be-right` and `doubtful` are found answers that the verifier is unsure of; the other states
 * already say what is missing.
 */
export type Standing = AnswerState["kind"] | "may-be-right" | "doubtful";

/** P(right) below which a found answer is shown as doubtful: more often wrong than right. */
export const doubtfulBelow = 0.4;
/** P(right) from which a found answer is shown without a caution. */
export const plainFrom = 0.7;

/** `sure`: P(right); null if unknown. */
export function standingOf({ kind }: Pick<AnswerState, "kind">, sure: number | null): Standing {
  if (kind !== "found" || sure === null || sure >= plainFrom) return kind;
  return sure < doubtfulBelow ? "doubtful" : "may-be-right";
}
