/**
 * SKR-kNN (SlimPLM §4.3, RA-ISF §4.4, after Wang et al.): the nearest labelled questions
 * vote whether the model knows this one. Known: from memory. Unknown: direct RAG.
 */

import type { Context, Steps } from "../../../runtime/context.ts";
import { answerByHeart } from "../../../stages/answer.ts";
import { answerWith, askOf, close, lookUp, marksOf, rivalMethod } from "../baseline.ts";
import { labelled, nearestLabelled } from "./examples.ts";
import { skrKnnInfo } from "./presets.ts";

export const skrKnn = rivalMethod(skrKnnInfo, async function* (context, root) {
  const { question } = context;
  if (yield* askNeighbours(context, root)) {
    const given = yield* answerByHeart(context, askOf(context, root, question));
    yield close(context, root, "known", given);
    return { ...given, marks: [] };
  }
  const passages = yield* lookUp(context, root, question);
  const given = yield* answerWith(context, root, question, passages);
  yield close(context, root, passages.length === 0 ? "known" : "answered", given);
  return { ...given, marks: marksOf(root, passages) };
});

/** Logs the vote: its score is the share of neighbours that were known. */
async function* askNeighbours(context: Context, node: string): Steps<boolean> {
  const { settings, ports, signal, question } = context;
  context.throwIfStopped();
  if (labelled.model !== context.model(settings.solve).ref.model) {
    yield context.event({ type: "deviation", switch: "otherModelKnowledge", node });
  }
  const startedMs = ports.clock.nowMs();
  const { neighbours } = settings.rival;
  const near = await nearestLabelled(question, neighbours, ports.embedder, signal);
  const score = near.filter(({ known }) => known).length / Math.max(1, near.length);
  const { threshold } = settings.gate;
  const known = score >= threshold;
  yield context.event({
    type: "gate",
    stage: "solve",
    node,
    kind: "self-knowledge",
    by: "neighbours",
    call: null,
    question,
    answer: "",
    score,
    threshold,
    known,
    totalMs: ports.clock.nowMs() - startedMs,
  });
  return known;
}
