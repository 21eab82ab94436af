/** A model writes the rest of a chain, as a new branch. */

import type { Trace, TraceNode } from "../folds/trace.ts";
import type { BranchCause, ModelRef, Profile, Tier } from "../log/types.ts";
import { type CallPlan, callModel } from "../runtime/call.ts";
import type { Context, Steps } from "../runtime/context.ts";
import type { Step, WrittenChain } from "../runtime/prompts.ts";
import { openChain } from "./chains.ts";
import { duplicateOf, type Seen, seenQueries } from "./duplicate.ts";
import { growBranch, growChain } from "./grow.ts";
import { chainHistory } from "./history.ts";
import { type DraftNode, isLeftOpen } from "./memory-proposal.ts";
import { maxChainNodes, parseChain } from "./parse/chain.ts";
import { isEcho } from "./parse/echo.ts";
import { shiftMarks } from "./parse/step-marks.ts";
import {
  answeredSteps,
  currentPath,
  isSuperseded,
  lookedUp,
  newestBranch,
  pathTo,
  roundsUsed,
} from "./path.ts";
import type { Reading } from "./read.ts";
import { isWholePlan, plannerOf, restOfPlan } from "./whole-plan.ts";

export interface NodeFeedback {
  kind: "correct" | "complete";
  reading: Reading;
  byPerson?: boolean;
}

/** r = r_max: whatever the old chain built on its mistake is abandoned. */
export function stopChain(context: Context, { id: parent }: TraceNode, cause: BranchCause) {
  const chain = { nodes: [], finalContent: null };
  return growBranch(context, { cause, parent, call: null, chain });
}

/**
 * The planner's tier, so that *plan* decides who plans. A large planner is asked again only if it
 * also reads: in the paper the small model does "the full process of interacting with IR" (§4.1).
 */
function continuingTier(context: Context): Tier {
  const isLarge = plannerOf(context) === "large" && context.settings.solve === "large";
  return isLarge ? "large" : "small";
}

/** Keeps the rest of the plan; makes no call. */
export function replanAfter(context: Context, node: TraceNode) {
  const chain = { nodes: restOfPlan(context.trace, node), finalContent: null };
  return growChain(context, { cause: "user", parent: node.id, call: null, chain });
}

/** The model rewrites the rest on the checker's feedback. */
export async function* continueChain(
  context: Context,
  node: TraceNode,
  before: readonly Step[],
  feedback: NodeFeedback,
): Steps<void> {
  const { reading, kind } = feedback;
  const solved = [...before, { query: node.query, answer: reading.span }];
  const tier = continuingTier(context);
  const stepParts = {
    kind,
    query: node.query,
    said: node.answer,
    span: reading.span,
    passage: reading.passage,
    chain: writtenChain(context, node),
    history: chainHistory(context.trace, context.settings.historyTokens),
  };
  const prompt = (by: Tier) =>
    context.prompts.continueChain(by, context.question, solved, stepParts);
  const written = yield* writeRest(context, { tier, node: node.id, prompt, solved });
  const completed = [...context.trace.nodes.values()].filter(
    (one) => wasLeftOpen(one) && !isSuperseded(context.trace, one),
  );
  const open = await stillOpen(context, node, written);
  const planned = [...open.before, ...written.nodes, ...open.after];
  const nodes = yield* untilRepeat(context, planned, completed);
  const { call } = written;
  // Its final content would rest on steps that were never looked up.
  const isOpen = open.before.length + open.after.length > 0;
  const finalContent = isOpen ? null : written.finalContent;
  const chain = { nodes, finalContent };
  if (isOpen) yield context.event({ type: "deviation", switch: "openSteps", node: node.id });
  const cause = feedback.byPerson === true ? "user" : kind;
  yield growChain(context, { cause, parent: node.id, call, chain });
  yield* noteRewalk(context, before.length);
}

/** The chain left the query open, but passages answered it. */
function wasLeftOpen({ status, fromMemory }: TraceNode): boolean {
  const settled = status === "verified" || status === "corrected";
  return status === "completed" || (fromMemory && settled);
}

/**
 * A model trained on the error book rephrases the query, once per hop. SearChain would go on, and
 * so does this if there is nothing new to ask.
 */
export async function* retryUnsolved(
  context: Context,
  id: string,
  before: readonly Step[],
): Steps<void> {
  const node = context.trace.nodes.get(id);
  if (node === undefined || !mayRetry(context, node)) return;
  yield* rephraseQuery(context, node, before, "correct");
}

/** False if the model cannot rephrase, or has no rephrasing. */
export async function* rephraseQuery(
  context: Context,
  node: TraceNode,
  before: readonly Step[],
  cause: "correct" | "user",
): Steps<boolean> {
  const { id: parent } = node;
  const tier = continuingTier(context);
  const chain = writtenChain(context, node);
  const retry = context.prompts.retry(tier, context.question, before, chain);
  if (retry === null) return false;
  const prompt = () => retry;
  const solved = [...before, { query: node.query, answer: "" }];
  const written = yield* writeRest(context, { tier, node: parent, prompt, solved });
  const fresh = yield* untilRepeat(context, written.nodes, seenQueries(context.trace));
  if (fresh.length === 0) return false;
  if (cause === "correct") {
    yield context.event({ type: "deviation", switch: "correctUnsolved", node: parent });
  }
  const rest = isWholePlan(context.trace) ? restOfPlan(context.trace, node, fresh.length) : [];
  const nodes = [...fresh, ...rest].slice(0, maxChainNodes);
  const finalContent = rest.length > 0 ? null : written.finalContent;
  yield growChain(context, { cause, parent, call: written.call, chain: { nodes, finalContent } });
  return true;
}

function mayRetry({ settings, trace }: Context, node: TraceNode): boolean {
  const branch = trace.branches.find(({ id }) => id === node.branch);
  const parent = trace.nodes.get(node.parent ?? "");
  const isRetry = branch?.nodes[0] === node.id && parent?.status === "unsolved";
  return (
    settings.switches.correctUnsolved &&
    node.status === "unsolved" &&
    !isRetry &&
    roundsUsed(trace) + 1 < settings.maxRounds
  );
}

/**
 * Asks a stepwise model for its next step until `Final:`; counts no round. False if there is
 * nothing to continue.
 */
export async function* goOn(context: Context): Steps<boolean> {
  const path = currentPath(context.trace);
  const last = path.at(-1);
  const tier = isWholePlan(context.trace) ? null : stepwiseWriter(context.trace);
  const passed = last?.status === "verified" || last?.status === "accepted";
  const ended = newestBranch(context.trace)?.finalContent !== null;
  if (tier === null || last === undefined || !passed || ended) return false;
  if (path.length >= maxChainNodes) return false;
  const solved = answeredSteps(path);
  const prompt = (by: Tier) => context.prompts.plan(by, context.question, solved);
  const written = yield* writeRest(context, { tier, node: last.id, prompt, solved });
  const nodes = yield* untilRepeat(context, written.nodes, seenQueries(context.trace));
  const { call, finalContent } = written;
  if (nodes.length === 0 && finalContent === null) return false;
  const chain = { nodes, finalContent };
  yield growChain(context, { cause: "plan", parent: last.id, call, chain });
  yield* noteRewalk(context, path.length - 1);
  return true;
}

/** Null if the chain's writer plans all steps at once. */
function stepwiseWriter(trace: Trace): Tier | null {
  let writer: ModelRef | null = null;
  for (const { start } of trace.calls.values()) {
    if (start.purpose === "plan" || start.purpose === "continue") writer = start.model;
  }
  return writer?.skills === true ? writer.tier : null;
}

function writtenChain(context: Context, node: TraceNode): WrittenChain {
  return openChain(context.trace, node)?.chain ?? { steps: [], final: "" };
}

/**
 * They are passed on because a small chat model would conclude after its first fact, or plan one
 * step and invent the others.
 */
function openSteps(
  { trace }: Context,
  node: TraceNode,
  { profile }: Pick<Written, "profile">,
): TraceNode[] {
  const planned = trace.branches.find(({ id }) => id === node.branch)?.nodes ?? [];
  const later = planned
    .slice(planned.indexOf(node.id) + 1)
    .flatMap((id) => trace.nodes.get(id) ?? []);
  const isOpen = profile === "instruct" && later.every(isLeftOpen);
  return isOpen ? later : [];
}

/** Planned steps that the new chain leaves out, in plan order. None if it takes another route. */
async function stillOpen(
  context: Context,
  node: TraceNode,
  written: Written,
): Promise<{ before: DraftNode[]; after: DraftNode[] }> {
  const { trace } = context;
  const open = openSteps(context, node, written);
  const fresh = written.nodes;
  const asDrafts = (nodes: readonly TraceNode[], shift = (query: string) => query) =>
    nodes.map(({ planned }) => ({ query: shift(planned), answer: null }));
  const [first] = fresh;
  const last = fresh.at(-1);
  if (first === undefined || last === undefined) return { before: [], after: asDrafts(open) };
  const seen = open.map((step) => lookedUp(step, pathTo(trace, step.parent)));
  const placeOf = async ({ query }: DraftNode): Promise<number> => {
    const again = await duplicateOf(context, query, seen);
    return open.findIndex(({ id }) => id === again);
  };
  const end = await placeOf(last);
  if (end < 0) return { before: [], after: [] };
  const start = Math.max(0, fresh.length === 1 ? end : await placeOf(first));
  // It may have replaced planned steps by more or fewer.
  const shift = (query: string) =>
    shiftMarks(query, pathTo(trace, node.id).length + end + 1, start + fresh.length - (end + 1));
  return {
    before: asDrafts(open.slice(0, start)),
    after: asDrafts(open.slice(end + 1), shift),
  };
}

interface Written {
  call: string;
  profile: Profile;
  nodes: DraftNode[];
  finalContent: string | null;
}

/** Earlier steps that the model answers again are dropped. */
async function* writeRest(
  context: Context,
  ask: { tier: Tier; node: string; prompt: CallPlan["prompt"]; solved: readonly Step[] },
): Steps<Written> {
  const { tier, node, prompt, solved } = ask;
  const { id, profile, text, asked } = yield* callModel(context, {
    stage: "plan",
    purpose: "continue",
    tier,
    node,
    prompt,
  });
  const echoes = (value: string) => isEcho(value, asked);
  const parsed = parseChain(text, null, context.language, echoes);
  yield* context.parseFailure(id, "chain", parsed);
  const nodes = await withoutRepeated(context, parsed.nodes, solved);
  return { call: id, profile, nodes, finalContent: parsed.finalContent };
}

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

/** repeatStop cuts the chain where it leaves a settled query unsolved. */
async function* untilRepeat(
  context: Context,
  fresh: readonly DraftNode[],
  settled: readonly Seen[],
): Steps<DraftNode[]> {
  if (!context.settings.switches.repeatStop) return [...fresh];
  for (const [index, node] of fresh.entries()) {
    if (node.answer !== null) continue;
    const duplicate = await duplicateOf(context, node.query, settled);
    if (duplicate === null) continue;
    yield context.event({ type: "deviation", switch: "repeatStop", node: duplicate });
    return fresh.slice(0, index);
  }
  return [...fresh];
}

/** As printed, S stays empty and the walk would restart at the first node. */
async function* noteRewalk(context: Context, walkedBefore: number): Steps<void> {
  if (!context.settings.switches.fillProcessedQueries || walkedBefore === 0) return;
  yield context.event({ type: "deviation", switch: "fillProcessedQueries", node: null });
}
