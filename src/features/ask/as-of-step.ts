/** Date of the passage that supports the answer to a step. */
import type { Trace } from "../../folds/trace.ts";
import { asOf } from "../../language/english/as-of.ts";
import type { AsOf } from "../../language/language.ts";
import type { RunEventOf } from "../../log/events.ts";

type Step = RunEventOf<"answer">["path"][number];

/** Null if a person gave the answer, no passage supports the step, or the passage has no date. */
export function asOfStep({ nodes, passages }: Trace, step: Step): AsOf | null {
  const node = nodes.get(step.node);
  if (node === undefined || node.corrected !== null) return null;
  const passage = passages.get(node.verdict?.passageId ?? "");
  return passage === undefined ? null : asOf(passage.text, step.answer);
}

/** Date of the last step with the same answer; null if the answer was inferred from other steps. */
export function asOfAnswer(trace: Trace, { short, path }: RunEventOf<"answer">): AsOf | null {
  const step = path.findLast(({ answer }) => answer === short);
  return step === undefined ? null : asOfStep(trace, step);
}
