/**
 * Stage 2, SearChain inside CoopLLM: every correction or completion of a node grows a new branch.
 */
import type { TraceNode } from "../folds/trace.ts";
import { isEmpty } from "../language/normalise.ts";
import { stageTier } from "../runtime/call.ts";
import type { Context, Steps } from "../runtime/context.ts";
import type { Step } from "../runtime/prompts.ts";
import { answerClosedBook } from "./answer.ts";
import { continueChain, goOn, type NodeFeedback, retryUnsolved, stopChain } from "./continue.ts";
import { solveParts } from "./direct.ts";
import { duplicateOf, seenQueries } from "./duplicate.ts";
import { isLeftOpen, proposalTo } from "./memory-proposal.ts";
import { maxChainNodes } from "./parse/chain.ts";
import { answeredSteps, currentPath, isNextStep, isWalked, roundsUsed } from "./path.ts";
import { type Reading, readPassages } from "./read.ts";
import { findPassages } from "./retrieve.ts";
import { RunStageTracker } from "./stage-tracker.ts";
import { applyUserCorrection } from "./user-correction.ts";
import { judgeStep, ofAskedKind } from "./verify.ts";
import { isWholePlan, nextLookup, plannerRewrites } from "./whole-plan.ts";

export async function* solveStage(context: Context): Steps<void> {
  const tier = stageTier(context, context.settings.solve);
  yield context.event({ type: "stage-start", stage: "solve", tier });
  yield* applyUserCorrection(context);
  while (yield* walkNext(context)) context.throwIfStopped();
  yield context.event({ type: "stage-end", stage: "solve" });
}

async function* walkNext(context: Context): Steps<boolean> {
  const { fillProcessedQueries } = context.settings.switches;
  const path = currentPath(context.trace);
  const next = path.find((other) => !isWalked(context.trace, other, fillProcessedQueries));
  if (next === undefined) return yield* goOn(context);
  const behind = path.slice(0, path.indexOf(next));
  const before = answeredSteps(behind);
  const node = nextLookup(next, behind);
  if (yield* skipDuplicate(context, node)) return true;
  const feedback = yield* solveNode(context, node, before);
  if (feedback === null) {
    yield* retryUnsolved(context, node.id, before);
    return true;
  }
  if (keepsPlan(context, next, feedback)) return true;
  if (!mayGoOn(context, node, feedback)) {
    yield stopChain(context, node, feedback.kind);
    return false;
  }
  yield* continueChain(context, node, before, feedback);
  return true;
}

/** The plan is kept unless its planner is corrected and rewrites it (SearChain). */
function keepsPlan(context: Context, node: TraceNode, feedback: NodeFeedback): boolean {
  if (!isWholePlan(context.trace)) return false;
  const isRewritten = feedback.kind === "correct" && plannerRewrites(context, node);
  return !isRewritten || !mayGoOn(context, node, feedback);
}

/** A chain written step by step has its own length limit. */
function mayGoOn(
  { trace, settings }: Context,
  { id, depth }: TraceNode,
  { kind }: NodeFeedback,
): boolean {
  if (kind === "complete" && isNextStep(trace, id)) return depth + 1 < maxChainNodes;
  return roundsUsed(trace) + 1 < settings.maxRounds;
}

/** Unsolved nodes are never skipped. */
async function* skipDuplicate(context: Context, node: TraceNode): Steps<boolean> {
  if (isLeftOpen(node)) return false;
  const seen = seenQueries(context.trace).filter((other) => other.id !== node.id);
  const original = await duplicateOf(context, node.query, seen);
  if (original === null) return false;
  const threshold = context.settings.confidenceThreshold;
  yield context.verdict(node.id, "skipped", { threshold, duplicateOf: original });
  return true;
}

/**
 * Runs rewrite → retrieve → filter → read → verify, then split if the fallback is on. Returns
 * feedback for a new branch.
 */
async function* solveNode(
  context: Context,
  node: TraceNode,
  before: readonly Step[],
): Steps<NodeFeedback | null> {
  const { id, query } = node;
  const isAsPlanned = context.trace.nodes.get(id)?.query === query;
  yield context.event({ type: "node-start", node: id, ...(isAsPlanned ? {} : { query }) });
  const first = ofAskedKind(context, query, yield* readHop(context, node, before));
  const judged = judgeStep(node, first, context, proposalTo(context, id));
  if (judged.guarded) {
    yield context.event({ type: "deviation", switch: "emptySpanGuard", node: node.id });
  }
  const parts = judged.verdict === "unsolved" ? yield* readParts(context, node) : null;
  const reading = parts ?? first;
  const verdictEvent = context.verdict(node.id, parts === null ? judged.verdict : "completed", {
    span: reading.span,
    confidence: reading.confidence,
    ...(reading.confidenceFrom === undefined ? {} : { confidenceFrom: reading.confidenceFrom }),
    threshold: context.settings.confidenceThreshold,
    passageId: reading.passage?.id ?? null,
  });
  yield verdictEvent;
  // Earlier versions compared differently, so on replay the log counts.
  const { verdict } = verdictEvent;
  // No later step used the answer from memory.
  if (verdict === "corrected") return { kind: isLeftOpen(node) ? "complete" : "correct", reading };
  return verdict === "completed" ? { kind: "complete", reading } : null;
}

/** The tool `none` takes the model's own answer to an open query. */
async function* readHop(
  context: Context,
  node: TraceNode,
  before: readonly Step[],
): Steps<Reading> {
  const found = yield* findPassages(context, node);
  if (!found.closedBook || node.answer !== null) {
    return yield* readPassages(context, node, found, before);
  }
  const tier = context.settings.solve;
  const ask = { stage: "solve", node: node.id, tier, question: node.query } as const;
  const { short, confidence } = yield* answerClosedBook(context, ask);
  return { span: short, confidence, passage: null };
}

/** Stage G in a chain; null without an answer. */
async function* readParts(context: Context, { id, query }: TraceNode): Steps<Reading | null> {
  const hop = { node: id, question: query, depth: 1, above: [context.question] };
  const parts = yield* solveParts(context, hop, new RunStageTracker(context));
  if (parts === null || isEmpty(parts.given.short)) return null;
  const rests = parts.marks.find(({ passageId }) => passageId !== null)?.passageId ?? "";
  const { short, confidence } = parts.given;
  return { span: short, confidence, passage: context.trace.passages.get(rests) ?? null };
}
