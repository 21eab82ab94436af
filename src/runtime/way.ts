import type { RunShape } from "../log/types.ts";

/** Which method a run goes by, and what it draws. */
export interface Way {
  method: string;
  shape: RunShape;
}

/**
 * Whether a run can go on from the middle of what went before: by the same method, along a chain
 * as before or along none as before. By any other it begins anew.
 */
export function walksAlike(before: Way, next: Way): boolean {
  return before.method === next.method && (before.shape === "chain") === (next.shape === "chain");
}
