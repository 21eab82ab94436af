import type { TraceNode } from "./trace.ts";

/** An `unfinished` step was still being checked when the run ended. */
export type ItemStatus = TraceNode["status"] | "unfinished";

export function shownStatus(node: TraceNode, ended: boolean): ItemStatus {
  return ended && node.status === "running" ? "unfinished" : node.status;
}
