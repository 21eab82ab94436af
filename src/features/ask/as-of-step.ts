/** When the answer to a step was so, by the passage that it was found in. */
import type { Trace } from "../../folds/trace.ts";
import { asOf } from "../../language/english/as-of.ts";
import type { AsOf } from "../../language/language.ts";
import type { RunEventOf } from "../../log/events.ts";

type Step = RunEventOf<"answer">["path"][number];

/** Null where no passage supports the step, or the passage names no date. */
export function asOfStep(trace: Trace, { node, answer }: Step): AsOf | null {
  const id = trace.nodes.get(node)?.verdict?.passageId ?? null;
  const passage = id === null ? undefined : trace.passages.get(id);
  return passage === undefined ? null : asOf(passage.text, answer);
}

/** Of the answer: that of the last step that says the same; null where the answer was concluded from others. */
export function asOfAnswer(trace: Trace, { short, path }: RunEventOf<"answer">): AsOf | null {
  const step = path.findLast(({ answer }) => answer === short);
  return step === undefined ? null : asOfStep(trace, step);
}
