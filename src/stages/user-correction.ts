import type { Context, Steps } from "../runtime/context.ts";
import type { GivenAnswer } from "./answer.ts";
import { continueChain, rephraseQuery, replanAfter, stopChain } from "./continue.ts";
import { answeredSteps, pathTo } from "./path.ts";
import { isWholePlan, plannerRewrites } from "./whole-plan.ts";

/**
 * For steps outside a chain. `short` is "" if the answer was only marked wrong; null without a
 * correction.
 */
export function answerOfUser({ trace }: Context, node: string): GivenAnswer | null {
  const corrected = trace.nodes.get(node)?.corrected ?? null;
  if (corrected === null) return null;
  const short = corrected.answer ?? "";
  const text = short === "" ? "" : `${short}.`;
  return { short, text, call: null, confidence: null, passage: null };
}

/** Grows the correction's branch only once. */
export async function* applyUserCorrection(context: Context): Steps<void> {
  const { corrections, branches, nodes } = context.trace;
  const corrected = corrections.at(-1);
  const node = nodes.get(corrected?.node ?? "");
  if (corrected === undefined || node === undefined) return;
  if (branches.some(({ cause, seq }) => cause === "user" && seq > corrected.seq)) return;
  const before = answeredSteps(pathTo(context.trace, node.parent));
  if (corrected.answer === null) {
    const rephrased = yield* rephraseQuery(context, node, before, "user");
    if (!rephrased) {
      yield isWholePlan(context.trace)
        ? replanAfter(context, node)
        : stopChain(context, node, "user");
    }
    return;
  }
  if (isWholePlan(context.trace) && !plannerRewrites(context, node)) {
    yield replanAfter(context, node);
    return;
  }
  const reading = { span: corrected.answer, confidence: null, passage: null };
  const kind = corrected.replaced === null ? "complete" : "correct";
  const feedback = { kind, reading, byPerson: true } as const;
  yield* continueChain(context, { ...node, answer: corrected.replaced }, before, feedback);
}
