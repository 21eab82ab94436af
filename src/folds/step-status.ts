/** The status a step is shown with. */
import type { TraceNode } from "./trace.ts";

/** A step still being checked when the run ended is `unfinished`. */
export type ItemStatus = TraceNode["status"] | "unfinished";

export function shownStatus(node: TraceNode, ended: boolean): ItemStatus {
  return ended && node.status === "running" ? "unfinished" : node.status;
}
