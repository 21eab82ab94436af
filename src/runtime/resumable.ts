import type { RunShape } from "../log/types.ts";

export interface RunForm {
  method: string;
  shape: RunShape;
}

/** True for the same method, if both or neither follow a chain. */
export function canResumeMidway(before: RunForm, next: RunForm): boolean {
  return before.method === next.method && (before.shape === "chain") === (next.shape === "chain");
}
