/** Pure; layout and drawing are separate. */

import { answerStateOf, isUnanswered } from "../../../folds/answer-state.ts";
import { isConfirmation } from "../../../folds/correction.ts";
import { type ItemStatus, shownStatus } from "../../../folds/step-status.ts";
import type { SupersedeCause } from "../../../folds/superseded.ts";
import {
  lastBegun,
  type Trace,
  type TraceBranch,
  type TraceCall,
  type TraceNode,
} from "../../../folds/trace.ts";
import type { BranchCause, Purpose, Stage, Tier } from "../../../log/types.ts";
import { type PassageMark, passageMarks, type Quote, quoteOf } from "./passage-marks.ts";
import { streamedWords } from "./streamed-words.ts";

export interface TreeItem {
  id: string;
  /** A `draft` is still being written. */
  kind: "question" | "hop" | "draft" | "answer";
  parent: string | null;
  branch: string | null;
  stage: Stage | null;
  tier: Tier | null;
  /** Null if `tier` also read its passages. */
  reader: Tier | null;
  /** The guess beside an answer not found; "" if there is none. */
  guess: string | null;
  status: ItemStatus;
  cause: BranchCause | null;
  /** The query was rephrased; no answer was overruled. */
  retry: boolean;
  /** Set on the first item of a repetition worth its price. */
  weighed: Weighed | null;
  left: SupersedeCause | null;
  fan: boolean;
  /** The item is only a search and takes one line. */
  compact: boolean;
  /** Starts a new level in the list. */
  hangs: boolean;
  title: string;
  text: string;
  struck: string | null;
  /** An answer from memory, not by the chain's writer. */
  fromMemory: string | null;
  ghost: boolean;
  running: boolean;
  passages: number;
  marks: readonly PassageMark[];
  quote: Quote | null;
  confidence: number | null;
  threshold: number | null;
  wouldBeLarge: boolean;
  /** Shows the cost, or how much is folded. */
  note: string;
  /** In pixels; null unless a lens sets it. */
  width: number | null;
}

/** P(right) before and expected, in [0, 1]; US dollars. */
export interface Weighed {
  sure: number | null;
  expected: number;
  usd: number | null;
}

export const questionId = "question";
export const answerId = "answer";

export function treeItems(trace: Trace): TreeItem[] {
  if (trace.start === null) return [];
  const writers = branchWriters(trace);
  const items = [questionItem(trace)];
  for (const branch of trace.branches) {
    branch.nodes.forEach((id, index) => {
      const node = trace.nodes.get(id);
      if (node === undefined) return;
      items.push(hopItem(trace, branch, node, index === 0, writers.get(branch.id) ?? null));
    });
  }
  return [...items, ...draftItems(trace), ...answerItems(trace)];
}

function questionItem(trace: Trace): TreeItem {
  return {
    ...blank(questionId, "question"),
    title: trace.start?.question ?? "",
    running: trace.outcome === "running" && trace.branches.length === 0,
  };
}

function hopItem(
  trace: Trace,
  branch: TraceBranch,
  node: TraceNode,
  first: boolean,
  writer: Tier | null,
): TreeItem {
  const replaced = replacedAnswer(node);
  const support = supportOf(node);
  const weighed = first && branch.cause === "plan" ? startedOver(trace, branch) : null;
  const cause = first && (branch.cause !== "plan" || weighed !== null) ? branch.cause : null;
  const parts = first && trace.nodes.get(node.parent ?? "")?.abandoned !== true;
  const superseded = parts ? branch.left : null;
  const tier = writer ?? ownTier(trace, node);
  const reader = readerOf(trace, node);
  return {
    ...blank(node.id, "hop"),
    parent: node.parent ?? questionId,
    branch: branch.id,
    stage: "solve",
    tier,
    reader: reader === tier ? null : reader,
    status: shownStatus(node, trace.outcome !== "running"),
    cause,
    weighed,
    retry: cause === "correct" && trace.nodes.get(node.parent ?? "")?.status === "unsolved",
    fan: branch.fan,
    compact: branch.fan && branch.cause === "claims",
    left: superseded,
    hangs: branch.fan || superseded !== null || (cause !== null && cause !== "follow"),
    title: node.query,
    text: node.answer ?? (node.status === "running" ? streamingText(trace, node.id) : ""),
    struck: replaced,
    fromMemory: node.fromMemory ? node.proposed : null,
    ghost: node.abandoned,
    running: node.status === "running" && trace.outcome === "running",
    passages: node.passages.length,
    marks: passageMarks(node, support),
    quote: quoteOf(trace, node, support),
    confidence: node.corrected === null ? (node.verdict?.confidence ?? null) : null,
    threshold: node.verdict?.threshold ?? null,
  };
}

/** Null for the first plan. */
function startedOver(trace: Trace, { seq }: TraceBranch): Weighed | null {
  return trace.first !== null && seq > lastBegun(trace) ? weighedOf(trace) : null;
}

function weighedOf({ worth }: Trace): Weighed | null {
  const way = worth?.ways.find(({ id }) => id === worth.chosen);
  return worth === null || way === undefined
    ? null
    : { sure: worth.sure, expected: way.expected, usd: way.usd };
}

/** Corrections cite no passage, and searched steps have none yet. */
function supportOf({ status, corrected, verdict }: TraceNode): string | null {
  return status === "searched" || corrected !== null ? null : (verdict?.passageId ?? null);
}

function replacedAnswer({ status, proposed, corrected, verdict }: TraceNode): string | null {
  if (status === "given") {
    return corrected === null || isConfirmation(corrected) ? null : corrected.replaced;
  }
  const isOverruled = status === "corrected" || verdict?.proposal?.outcome === "overruled";
  return isOverruled ? proposed : null;
}

/** The summarising model answers a question that is its own first step. */
function ownTier({ shape, stageTiers }: Trace, node: TraceNode): Tier | null {
  const direct = shape !== "chain" && node.parent === null;
  return (direct ? stageTiers.summarise : undefined) ?? stageTiers.solve ?? null;
}

function readerOf(trace: Trace, { id, reading }: TraceNode): Tier | null {
  const call = lastCall(trace, ({ start: { node, purpose } }) => node === id && purpose === "read");
  return call?.start.model.tier ?? (reading?.use === "read" ? "small" : null);
}

const drafted: Partial<Record<Purpose, "chain" | "claims" | "decompose">> = {
  plan: "chain",
  continue: "chain",
  claims: "claims",
  decompose: "decompose",
};

/** The branch being written, or at which the run was interrupted. */
function draftItems(trace: Trace): TreeItem[] {
  if (trace.outcome === "answered") return [];
  const items: TreeItem[] = [];
  for (const call of trace.calls.values()) {
    const { purpose, node, model } = call.start;
    const writing = drafted[purpose];
    if (writing === undefined || branchOf(trace, call) !== null) continue;
    // It produced nothing, and the run continued without it.
    if (call.end !== null && call !== lastCall(trace, () => true)) continue;
    const running = trace.outcome === "running" && call.error === null;
    items.push({
      ...blank(`draft:${call.id}`, "draft"),
      parent: node ?? questionId,
      stage: call.start.stage,
      tier: model.tier,
      ...draftPlace(trace, call, writing),
      status: running ? "running" : "unsolved",
      text: running ? streamedWords(call.text, "steps") : "",
      running,
    });
  }
  return items.slice(-1);
}

function draftPlace(trace: Trace, { start }: TraceCall, writing: "chain" | "claims" | "decompose") {
  if (writing !== "chain") {
    return { cause: writing, fan: true, compact: writing === "claims", hangs: true };
  }
  const cause = start.purpose === "continue" ? causeOf(trace, start.node) : null;
  const retry = cause === "correct" && trace.nodes.get(start.node ?? "")?.status === "unsolved";
  return { cause, retry, hangs: cause !== null };
}

function answerItems(trace: Trace): TreeItem[] {
  // A correction or restart voids an earlier summary.
  const since = lastBegun(trace);
  const call =
    trace.calls.get(trace.answer?.call ?? "") ??
    lastCall(trace, ({ start: { purpose, seq } }) => purpose === "summarise" && seq > since);
  if (call === null && trace.answer === null) return [];
  const running = trace.answer === null && trace.outcome === "running";
  const written = call === null ? "" : streamedWords(call.text, "words");
  const state = answerStateOf(trace);
  const guess = state !== null && isUnanswered(state) ? state.guess : null;
  return [
    {
      ...blank(answerId, "answer"),
      parent: lastLiveHop(trace) ?? questionId,
      stage: "summarise",
      tier: call?.start.model.tier ?? trace.stageTiers.summarise ?? trace.stageTiers.solve ?? null,
      status: running ? "running" : "verified",
      guess,
      text: guess ?? (trace.answer?.short || trace.answer?.text || written),
      running,
      weighed: trace.first !== null && isSummaryAlone(trace) ? weighedOf(trace) : null,
    },
  ];
}

function isSummaryAlone(trace: Trace): boolean {
  return !trace.branches.some(({ cause, seq }) => cause === "plan" && seq > lastBegun(trace));
}

function blank(id: string, kind: TreeItem["kind"]): TreeItem {
  return {
    id,
    kind,
    parent: null,
    branch: null,
    stage: null,
    tier: null,
    reader: null,
    guess: null,
    status: "waiting",
    cause: null,
    weighed: null,
    retry: false,
    left: null,
    fan: false,
    compact: false,
    hangs: false,
    title: "",
    text: "",
    struck: null,
    fromMemory: null,
    ghost: false,
    running: false,
    passages: 0,
    marks: [],
    quote: null,
    confidence: null,
    threshold: null,
    wouldBeLarge: false,
    note: "",
    width: null,
  };
}

/** Read from the branch's own call, or from the continuation at its parent. */
function branchWriters(trace: Trace): Map<string, Tier> {
  const writers = new Map<string, Tier>();
  for (const branch of trace.branches) {
    const own = trace.calls.get(branch.call ?? "");
    const call = own ?? lastCall(trace, (one) => writes(one, branch));
    if (call !== null) writers.set(branch.id, call.start.model.tier);
  }
  return writers;
}

function branchOf(trace: Trace, call: TraceCall): TraceBranch | null {
  return trace.branches.find((branch) => branch.call === call.id || writes(call, branch)) ?? null;
}

function writes(call: TraceCall, branch: TraceBranch): boolean {
  const { purpose, node, seq } = call.start;
  if (seq > branch.seq) return false;
  if (branch.parent === null) return purpose === "plan";
  return purpose === "continue" && node === branch.parent;
}

function lastCall(trace: Trace, matches: (call: TraceCall) => boolean): TraceCall | null {
  let found: TraceCall | null = null;
  for (const call of trace.calls.values()) if (matches(call)) found = call;
  return found;
}

/** The call streams either further steps or its own text. */
function streamingText(trace: Trace, node: string): string {
  const call = lastCall(trace, (one) => one.start.node === node);
  if (call === null) return "";
  return streamedWords(call.text, writesSteps.has(call.start.purpose) ? "steps" : "words");
}

const writesSteps: ReadonlySet<Purpose> = new Set(["plan", "continue", "claims", "decompose"]);

function causeOf(trace: Trace, node: string | null): BranchCause | null {
  const { status, corrected } = trace.nodes.get(node ?? "") ?? {};
  if (corrected != null) return "user";
  if (status === "corrected" || status === "unsolved") return "correct";
  return status === "completed" ? "complete" : null;
}

/** The deepest hop that was not abandoned; parallel items are not on the path. */
function lastLiveHop(trace: Trace): string | null {
  const aside = new Set<string>();
  const fans = new Set(trace.branches.filter(({ fan }) => fan).map(({ id }) => id));
  let last: TraceNode | null = null;
  for (const node of trace.nodes.values()) {
    if (fans.has(node.branch) || aside.has(node.parent ?? "")) aside.add(node.id);
    else if (!node.abandoned && (last === null || node.depth >= last.depth)) last = node;
  }
  return last?.id ?? null;
}
