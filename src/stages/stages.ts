/**
 * The settings turn each of the stages A to H on or off. With a plan it is CoopLLM's chain; without
 * one the question is answered directly.
 */

import type { Context, Steps } from "../runtime/context.ts";
import { answerEvent } from "./answer-event.ts";
import type { SubQuestion } from "./decompose.ts";
import { closedBook, type Outcome, solveQuestion } from "./direct.ts";
import { checkFirstStep } from "./first-step.ts";
import { askGate } from "./gate.ts";
import { growBranch } from "./grow.ts";
import { planStage } from "./plan.ts";
import { RunStageTracker } from "./stage-tracker.ts";
import { summariseStage } from "./summarise.ts";
import { solveStage } from "./walk.ts";

export async function* runStages(context: Context): Steps<void> {
  if (context.settings.plan === "off") yield* runDirect(context);
  else yield* runChain(context);
}

/** CoopLLM's Algorithm 1; logged steps are not repeated. */
async function* runChain(context: Context): Steps<void> {
  context.takeRest();
  if (!context.trace.finishedStages.includes("plan")) {
    if (yield* passGate(context)) return;
    yield* planStage(context);
  }
  if (!context.trace.finishedStages.includes("solve")) yield* solveStage(context);
  if (context.trace.answer === null) yield* summariseStage(context);
}

/**
 * True if the question was known and is answered; else its node stays beside the chain, to show why
 * there is one.
 */
async function* passGate(context: Context): Steps<boolean> {
  if (context.settings.gate.kind === "off") return false;
  const openedQuestion = yield* gatedQuestion(context);
  if (openedQuestion === null) return false;
  const { node, question } = openedQuestion;
  const judged = context.trace.nodes.get(node)?.gate;
  const { known } = judged ?? (yield* askGate(context, { stage: "plan", node, question }));
  if (known) {
    const tracker = new RunStageTracker(context);
    const heuristic = context.trace.nodes.get(node)?.gate?.answer ?? "";
    yield* conclude(
      context,
      yield* closedBook(context, openedQuestion, tracker, heuristic),
      tracker,
    );
    return true;
  }
  yield context.verdict(node, "unknown");
  return false;
}

/** Null if a resumed log went past the gate, or had none. */
async function* gatedQuestion(context: Context): Steps<SubQuestion | null> {
  const [first] = context.trace.branches;
  if (first === undefined) {
    const openedQuestion = yield* openQuestion(context);
    yield context.event({ type: "node-start", node: openedQuestion.node });
    return openedQuestion;
  }
  const [node = ""] = first.nodes;
  const passed = context.trace.nodes.get(node)?.status === "unknown";
  const gated = context.trace.branches.length === 1 && first.finalContent === null && !passed;
  return gated ? { node, question: context.question, depth: 0, above: [] } : null;
}

async function* runDirect(context: Context): Steps<void> {
  const openedQuestion = yield* openQuestion(context);
  const tracker = new RunStageTracker(context);
  const outcome = yield* solveQuestion(context, openedQuestion, tracker);
  yield* tracker.enter("summarise", 0);
  const { node: root } = openedQuestion;
  yield* checkFirstStep(context, { stage: "summarise", root, short: outcome.short });
  yield* conclude(context, outcome, tracker);
}

async function* openQuestion(context: Context): Steps<SubQuestion> {
  const { question } = context;
  const [node = ""] = context.nodeIds(1);
  yield growBranch(context, {
    cause: "plan",
    parent: null,
    call: null,
    chain: { nodes: [{ query: question, answer: null }], finalContent: null },
  });
  return { node, question, depth: 0, above: [] };
}

async function* conclude(
  context: Context,
  outcome: Outcome,
  tracker: RunStageTracker,
): Steps<void> {
  yield* tracker.enter("summarise", 0);
  yield answerEvent(context, outcome);
  yield* tracker.end();
}
