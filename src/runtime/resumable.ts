import type { RunShape } from "../log/types.ts";

/** Decides whether a run can be resumed midway, by its method and shape. */
export interface RunForm {
  method: string;
  shape: RunShape;
}

/**
 * A run can continue an earlier one midway if the method is the same and both or neither follow a
 * chain. Otherwise it restarts from the question.
 */
export function canResumeMidway(before: RunForm, next: RunForm): boolean {
  return before.method === next.method && (before.shape === "chain") === (next.shape === "chain");
}
