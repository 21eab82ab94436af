import { costOfCall } from "../../log/cost.ts";
import type { RunState } from "../../session/run-store.ts";

const untold = { promptTokens: null, cachedTokens: null, generatedTokens: null };

/** In US dollars; 0 without a call in progress or a price. */
export function underWayUsd({ phase, trace }: Pick<RunState, "phase" | "trace">): number {
  if (phase !== "running" && phase !== "replaying") return 0;
  let sum = 0;
  for (const { start, end, error, text } of trace.calls.values()) {
    if (end !== null || error !== null) continue;
    sum += costOfCall(start.model, { messages: start.messages, output: text }, untold).usd ?? 0;
  }
  return sum;
}
