/**
 * Stage 2, SearChain inside CoopLLM: walk the chain; verify, complete or correct each
 * node against the library; every correction or completion grows a new branch.
 */
import type { TraceNode } from "../folds/trace.ts";
import type { Context, Steps } from "./context.ts";
import { continueChain, endHere, goOn, type NodeFeedback, retryUnsolved } from "./continue.ts";
import { duplicateOf, seenQueries } from "./duplicate.ts";
import { answeredSteps, currentPath, isWalked, roundsUsed } from "./path.ts";
import type { Step } from "./prompts.ts";
import { readPassages } from "./read.ts";
import { findPassages } from "./retrieve.ts";
import { rewriteQuery } from "./rewrite.ts";
import { judge } from "./verify.ts";

export async function* solveStage(context: Context): Steps<void> {
  yield context.event({ type: "stage-start", stage: "solve", tier: context.settings.solve });
  while (yield* walkNext(context)) context.throwIfStopped();
  yield context.event({ type: "stage-end", stage: "solve" });
}

/** Walks one node; false when the chain has passed or the rounds are used up. */
async function* walkNext(context: Context): Steps<boolean> {
  const { fillProcessedQueries } = context.settings.switches;
  const path = currentPath(context.trace);
  const node = path.find((other) => !isWalked(context.trace, other, fillProcessedQueries));
  if (node === undefined) return yield* goOn(context);
  const before = answeredSteps(path.slice(0, path.indexOf(node)));
  if (yield* skipDuplicate(context, node)) return true;
  const feedback = yield* solveNode(context, node, before);
  if (feedback === null) {
    yield* retryUnsolved(context, node.id, before);
    return true;
  }
  if (roundsUsed(context.trace) + 1 >= context.settings.maxRounds) {
    yield endHere(context, node, feedback);
    return false;
  }
  yield* continueChain(context, node, before, feedback);
  return true;
}

/** Unsolved nodes are never skipped. */
async function* skipDuplicate(context: Context, node: TraceNode): Steps<boolean> {
  if (node.proposed === null) return false;
  const seen = seenQueries(context.trace).filter((other) => other.id !== node.id);
  const original = await duplicateOf(context, node.query, seen);
  if (original === null) return false;
  yield context.event({
    type: "verdict",
    node: node.id,
    verdict: "skipped",
    span: "",
    confidence: null,
    threshold: context.settings.confidenceThreshold,
    passageId: null,
    duplicateOf: original,
  });
  return true;
}

/** Rewrite → retrieve → read → verify. Returns feedback when a new branch is called for. */
async function* solveNode(
  context: Context,
  node: TraceNode,
  before: readonly Step[],
): Steps<NodeFeedback | null> {
  yield context.event({ type: "node-start", node: node.id });
  const search = yield* rewriteQuery(context, node.id, node.query);
  const found = yield* findPassages(context, node, search);
  const reading = yield* readPassages(context, node, found, before);
  const { verdict, guarded } = judge(node.answer, reading, context.settings);
  if (guarded) yield context.event({ type: "deviation", switch: "emptySpanGuard", node: node.id });
  yield context.event({
    type: "verdict",
    node: node.id,
    verdict,
    span: reading.span,
    confidence: reading.confidence,
    threshold: context.settings.confidenceThreshold,
    passageId: reading.passage?.id ?? null,
    duplicateOf: null,
  });
  if (verdict === "corrected") return { kind: "correct", reading };
  return verdict === "completed" ? { kind: "complete", reading } : null;
}
