/** How far to trust an answer: whether it was found, and how sure the verifier is of it. */
import type { AnswerState } from "./answer-state.ts";

/**
 * `may-be-right` and `doubtful` are answers that were found, of which the verifier is not sure; the
 * other states say already what is missing, and stay as they are.
 */
export type Standing = AnswerState["kind"] | "may-be-right" | "doubtful";

/** P(right) below which an answer that was found is told to be doubtful: more often wrong than right. */
export const doubtfulBelow = 0.4;
/** P(right) from which one is stated without a word of caution. */
export const plainFrom = 0.7;

/** `sure`: P(right); null if unknown. */
export function standingOf({ kind }: Pick<AnswerState, "kind">, sure: number | null): Standing {
  if (kind !== "found" || sure === null || sure >= plainFrom) return kind;
  return sure < doubtfulBelow ? "doubtful" : "may-be-right";
}
