/**
 * SKR-kNN (SlimPLM §4.3, RA-ISF §4.4, after Wang et al.): the nearest labelled questions vote on
 * whether the model knows this one.
 */

import type { Context, Steps } from "../../../runtime/context.ts";
import { ownNumber } from "../../../runtime/controls.ts";
import { answerClosedBook } from "../../../stages/answer.ts";
import type { Conclusion } from "../../../stages/answer-event.ts";
import {
  answerWith,
  askOf,
  baselineParts,
  close,
  closeWithAnswer,
  lookUp,
  marksOf,
  searchPrompts,
} from "../baseline.ts";
import { labelled, nearestLabelled } from "./examples.ts";
import { skrKnnSettings } from "./settings.ts";

export const parts = baselineParts({
  solve,
  listed: searchPrompts,
  choices: [
    "The labelled questions are ours: generated from the World Factbook and asked of the small model that comes with the app. Questions on other things have no near neighbours among them.",
    "Known is what that model answered rightly from memory; unknown what it answered rightly from passages only; the rest is dropped. The labels keep their natural shares.",
    "For another model the labels are another model's knowledge; the run says so where that is the case.",
    "SimCSE finds the neighbours in the paper: here the encoder that searches the library.",
    "k is not told for SlimPLM's table: here 5, and half of the votes are enough to answer from memory.",
  ],
});

async function* solve(context: Context, root: string): Steps<Conclusion> {
  const { question } = context;
  if (yield* askNeighbours(context, root)) {
    const given = yield* answerClosedBook(context, askOf(context, root, question));
    yield close(context, root, "known", given);
    return { ...given, marks: [] };
  }
  const passages = yield* lookUp(context, root, question);
  const found = yield* answerWith(context, root, question, passages);
  const verdict = passages.length === 0 ? "known" : "answered";
  const given = yield* closeWithAnswer(context, root, verdict, found);
  return { ...given, marks: marksOf(root, passages) };
}

async function* askNeighbours(context: Context, node: string): Steps<boolean> {
  const { settings, ports, signal, question } = context;
  context.throwIfStopped();
  if (labelled.model !== context.model(settings.solve).ref.model) {
    yield context.event({ type: "deviation", switch: "otherModelKnowledge", node });
  }
  const startedMs = ports.clock.nowMs();
  const neighbours = ownNumber(settings, skrKnnSettings, "neighbours");
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
