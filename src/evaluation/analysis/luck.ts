/** Right answers that the run did not earn: a value was of the wrong kind, or nothing of it was found. */
import { neededSteps } from "../../folds/answer-state.ts";
import type { Trace } from "../../folds/trace.ts";
import type { Language } from "../../language/language.ts";
import type { LabResult } from "../types.ts";

/** Whether a step that the answer needs has a value of another kind than its question asks for. */
export function restsOnWrongKind(trace: Trace, language: Pick<Language, "isOfWrongKind">): boolean {
  return neededSteps(trace).some(({ node, query }) =>
    language.isOfWrongKind(query, trace.nodes.get(node)?.answer ?? ""),
  );
}

/** What looks nothing up answers from memory, which is no luck. Of earlier versions' results no kind is known. */
export function isByLuck(
  result: Pick<LabResult, "metrics" | "found" | "searches" | "wrongKind">,
): boolean {
  const { metrics, found, searches, wrongKind } = result;
  if (metrics.right !== 1) return false;
  return wrongKind === true || (found === "not-in-library" && searches > 0);
}
