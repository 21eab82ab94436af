/** When the answer to a step was so, by the passage that it was found in. */
import type { Trace } from "../../folds/trace.ts";
import { asOf } from "../../language/english/as-of.ts";
import type { AsOf } from "../../language/language.ts";
import type { RunEventOf } from "../../log/events.ts";

type Step = RunEventOf<"answer">["path"][number];

/** Null where a person gave the answer, no passage supports the step, or the passage names no date. */
export function asOfStep({ nodes, passages }: Trace, step: Step): AsOf | null {
  const node = nodes.get(step.node);
  if (node === undefined || node.corrected !== null) return null;
  const passage = passages.get(node.verdict?.passageId ?? "");
  return passage === undefined ? null : asOf(passage.text, step.answer);
}

/** Of the answer: that of the last step that says the same; null where it was concluded from others. */
export function asOfAnswer(trace: Trace, { short, path }: RunEventOf<"answer">): AsOf | null {
  const step = path.findLast(({ answer }) => answer === short);
  return step === undefined ? null : asOfStep(trace, step);
}
