/**
 * Stage 2, SearChain inside CoopLLM: walk the chain; verify, complete or correct each
 * node against the library; every correction or completion grows a new branch.
 */
import { AppError, toAppError } from "../errors.ts";
import type { TraceNode } from "../folds/trace.ts";
import { parseChain } from "../parse/chain.ts";
import type { ScoredPassage } from "../types.ts";
import { callModel } from "./call.ts";
import type { Context, Steps } from "./context.ts";
import { findDuplicate, type Seen, seenQueries } from "./duplicate.ts";
import { answeredSteps, currentPath, isWalked, roundsUsed } from "./path.ts";
import { growBranch, logParse } from "./plan.ts";
import type { Step } from "./prompts.ts";
import { type Reading, readPassages } from "./read.ts";
import { digestPath, passagesToRead, rewriteQuery, rewriterParts } from "./rewrite.ts";
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
  if (node === undefined) return false;
  const before = answeredSteps(path.slice(0, path.indexOf(node)));
  if (yield* skipDuplicate(context, node)) return true;
  const feedback = yield* solveNode(context, node, before);
  if (feedback === null) return true;
  if (roundsUsed(context.trace) + 1 >= context.settings.maxRounds) {
    yield endHere(context, node, feedback);
    return false;
  }
  yield* continueChain(context, node, before, feedback);
  return true;
}

/** r = r_max: no new chain is asked for, and what the old one built on its mistake is left. */
function endHere(context: Context, node: TraceNode, { kind }: NodeFeedback) {
  const chain = { nodes: [], finalContent: null };
  return growBranch(context, { cause: kind, parent: node.id, call: null, chain });
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

interface NodeFeedback {
  kind: "correct" | "complete";
  reading: Reading;
}

/** Rewrite → retrieve → read → verify. Returns feedback when a new branch is called for. */
async function* solveNode(
  context: Context,
  node: TraceNode,
  before: readonly Step[],
): Steps<NodeFeedback | null> {
  yield context.event({ type: "node-start", node: node.id });
  const search = yield* rewriteQuery(context, node.id, node.query);
  const passages = yield* retrieve(context, node.id, search);
  const parts = rewriterParts[context.settings.rewriter];
  const reading = yield* readPassages(context, node.id, node.query, passages, {
    history: parts.history ? before : [],
    digest: yield* digestPath(context, node.id, before),
  });
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

async function* retrieve(context: Context, node: string, search: string): Steps<ScoredPassage[]> {
  const { mode, rrfK, bm25 } = context.settings.retrieval;
  const k = passagesToRead(context);
  const startedMs = context.ports.clock.nowMs();
  try {
    const found = await context.ports.retriever.retrieve(
      { text: search, mode, k, rrfK, bm25 },
      context.signal,
    );
    yield context.event({
      type: "retrieval",
      node,
      search,
      mode,
      passages: found.passages,
      bytesSent: found.bytesSent,
      totalMs: context.ports.clock.nowMs() - startedMs,
    });
    return found.passages;
  } catch (thrown) {
    const error = toAppError(thrown);
    if (error.code !== "internal") throw error;
    throw new AppError("retrieval-failed", error.params, { retryable: true, cause: thrown });
  }
}

/** The model builds the rest of the chain on the checker's word; a new branch at this node. */
async function* continueChain(
  context: Context,
  node: TraceNode,
  before: readonly Step[],
  feedback: NodeFeedback,
): Steps<void> {
  const { reading, kind } = feedback;
  const solved = [...before, { query: node.query, answer: reading.span }];
  const tier = context.settings.solve;
  const { id, text } = yield* callModel(context, {
    stage: "solve",
    purpose: "continue",
    tier,
    node: node.id,
    prompt: context.prompts.continueChain(tier, context.question, solved, {
      kind,
      query: node.query,
      said: node.answer,
      span: reading.span,
      passage: reading.passage,
    }),
  });
  const parsed = parseChain(text, context.question);
  const usable = parsed.resolution === "fell-back" ? { ...parsed, nodes: [] } : parsed;
  yield* logParse(context, id, parsed);
  const fresh = await withoutRepeated(context, usable.nodes, solved);
  const nodes = yield* untilRepeat(context, fresh);
  yield growBranch(context, {
    cause: kind,
    parent: node.id,
    call: id,
    chain: { nodes, finalContent: usable.finalContent },
  });
  yield* noteRewalk(context, before.length);
}

type DraftNode = { query: string; answer: string | null };

/** A model that re-emits the chain: what it says again is dropped. */
async function withoutRepeated(
  context: Context,
  nodes: readonly DraftNode[],
  solved: readonly Step[],
): Promise<DraftNode[]> {
  const known = solved.map((step, index) => ({ id: String(index), query: step.query }));
  const fresh: DraftNode[] = [];
  for (const node of nodes) {
    const repeated = node.answer !== null && (await duplicateOf(context, node.query, known));
    if (!repeated) fresh.push(node);
  }
  return fresh;
}

function duplicateOf(context: Context, query: string, seen: readonly Seen[]) {
  const { duplicateThreshold } = context.settings;
  return findDuplicate(query, seen, context.ports.embedder, duplicateThreshold, context.signal);
}

/** repeatStop: from where the new chain leaves unsolved what was completed before, it is cut. */
async function* untilRepeat(context: Context, fresh: readonly DraftNode[]): Steps<DraftNode[]> {
  if (!context.settings.switches.repeatStop) return [...fresh];
  const completed = [...context.trace.nodes.values()].filter((node) => node.status === "completed");
  for (const [index, node] of fresh.entries()) {
    if (node.answer !== null) continue;
    const duplicate = await duplicateOf(context, node.query, completed);
    if (duplicate === null) continue;
    yield context.event({ type: "deviation", switch: "repeatStop", node: duplicate });
    return fresh.slice(0, index);
  }
  return [...fresh];
}

/** Printed, S stays empty and the walk would begin again at the first node. */
async function* noteRewalk(context: Context, walkedBefore: number): Steps<void> {
  if (!context.settings.switches.fillProcessedQueries || walkedBefore === 0) return;
  yield context.event({ type: "deviation", switch: "fillProcessedQueries", node: null });
}
