/** Detects right answers by luck: a value was of the wrong kind, or nothing of it was found. */
import { neededSteps } from "../../folds/answer-state.ts";
import type { Trace } from "../../folds/trace.ts";
import type { Language } from "../../language/language.ts";
import type { LabResult } from "../types.ts";

export function restsOnWrongKind(trace: Trace, language: Pick<Language, "isOfWrongKind">): boolean {
  return neededSteps(trace).some(({ node, query }) =>
    language.isOfWrongKind(query, trace.nodes.get(node)?.answer ?? ""),
  );
}

/** Answers from memory alone do not count as luck. */
export function isByLuck(
  result: Pick<LabResult, "metrics" | "found" | "searches" | "wrongKind">,
): boolean {
  const { metrics, found, searches, wrongKind } = result;
  if (metrics.right !== 1) return false;
  return wrongKind === true || (found === "not-in-library" && searches > 0);
}
