import type { RunShape } from "../log/types.ts";

export interface RunForm {
  method: string;
  shape: RunShape;
}

/** The same method, and both or neither follow a chain. */
export function canResumeMidway(before: RunForm, next: RunForm): boolean {
  return before.method === next.method && (before.shape === "chain") === (next.shape === "chain");
}
