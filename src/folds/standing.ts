import type { AnswerState } from "./answer-state.ts";

/** The verifier is unsure of the found answers `may-be-right` and `doubtful`. */
export type Standing = AnswerState["kind"] | "may-be-right" | "doubtful";

/** P(right): more often wrong than right. */
export const doubtfulBelow = 0.4;
/** P(right) of an answer from one's own documents, below which its passages come first. */
export const statedFrom = 0.5;
/** P(right) from which no caution is shown. */
export const plainFrom = 0.7;

/** `sure` is P(right). */
export function standingOf({ kind }: Pick<AnswerState, "kind">, sure: number | null): Standing {
  if (kind !== "found" || sure === null || sure >= plainFrom) return kind;
  return sure < doubtfulBelow ? "doubtful" : "may-be-right";
}
