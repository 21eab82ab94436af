import type { RunShape } from "../log/types.ts";

/** What decides whether a run can be resumed midway: its method, and the shape of what it draws. */
export interface RunForm {
  method: string;
  shape: RunShape;
}

/**
 * Whether a run can go on from the middle of an earlier one: by the same method, and both along a
 * chain or neither. Otherwise it starts again from the question.
 */
export function canResumeMidway(before: RunForm, next: RunForm): boolean {
  return before.method === next.method && (before.shape === "chain") === (next.shape === "chain");
}
