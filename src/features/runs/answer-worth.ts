import { answerStateOf } from "../../folds/answer-state.ts";
import { foldTrace } from "../../folds/trace.ts";
import { surenessOf } from "../../folds/verifier/verifier.ts";
import type { RunEvent } from "../../log/events.ts";
import type { RunSummary } from "../../storage/runs.ts";

export function worthOf(events: readonly RunEvent[]): Pick<RunSummary, "found" | "sure"> {
  const trace = foldTrace(events);
  const state = answerStateOf(trace);
  return state === null ? {} : { found: state.kind, sure: surenessOf(trace) };
}
