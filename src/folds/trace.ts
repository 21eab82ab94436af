/** Folds any prefix of a log. */
import type { ErrorData } from "../log/errors.ts";
import type { RunEvent, RunEventOf, Verdict } from "../log/events.ts";
import type {
  BranchCause,
  RunSettings,
  RunShape,
  ScoredPassage,
  Stage,
  Tier,
} from "../log/types.ts";

/** `given`: the user answered. */
export type NodeStatus = "waiting" | "running" | "given" | Verdict;

export interface TraceNode {
  id: string;
  branch: string;
  /** Null directly under the question. */
  parent: string | null;
  depth: number;
  /** The searched query; until then the planned one. */
  query: string;
  /** The query as written, with marks `[n]`. */
  planned: string;
  /** Null for an unsolved query. */
  proposed: string | null;
  /** If true, it is no answer until a passage confirms it. */
  fromMemory: boolean;
  /** The span if the node was corrected or completed, else the proposal. */
  answer: string | null;
  status: NodeStatus;
  search: string | null;
  candidates: readonly ScoredPassage[];
  /** The candidates that were read. */
  passages: readonly ScoredPassage[];
  /** Null if the encoder was not used. */
  reading: RunEventOf<"reading"> | null;
  /** Null if not asked. */
  secondReading: RunEventOf<"second-reading"> | null;
  gate: RunEventOf<"gate"> | null;
  source: RunEventOf<"source"> | null;
  filter: RunEventOf<"filter"> | null;
  toolFailures: readonly RunEventOf<"tool-failure">[];
  verdict: RunEventOf<"verdict"> | null;
  /** Overrides the verdict. */
  corrected: RunEventOf<"user-correction"> | null;
  /** A later branch or a resume replaced it. */
  abandoned: boolean;
}

export interface TraceBranch {
  id: string;
  parent: string | null;
  cause: BranchCause;
  call: string | null;
  /** The nodes are siblings, not a chain. */
  fan: boolean;
  left: NonNullable<RunEventOf<"branch-start">["left"]> | null;
  nodes: readonly string[];
  seq: number;
  finalContent: string | null;
}

export interface TraceCall {
  id: string;
  start: RunEventOf<"call-start">;
  text: string;
  end: RunEventOf<"call-end"> | null;
  error: RunEventOf<"call-error"> | null;
}

export interface Trace {
  start: RunEventOf<"run-start"> | null;
  shape: RunShape;
  stage: Stage | null;
  stageTiers: Partial<Record<Stage, Tier>>;
  finishedStages: readonly Stage[];
  decisions: readonly RunEventOf<"decision">[];
  branches: readonly TraceBranch[];
  /** In creation order. */
  nodes: ReadonlyMap<string, TraceNode>;
  calls: ReadonlyMap<string, TraceCall>;
  parseFailures: readonly RunEventOf<"parse-failure">[];
  deviations: readonly RunEventOf<"deviation">[];
  evidence: RunEventOf<"evidence"> | null;
  arithmetic: RunEventOf<"arithmetic"> | null;
  answer: RunEventOf<"answer"> | null;
  corrections: readonly RunEventOf<"user-correction">[];
  worth: RunEventOf<"worth"> | null;
  /** Its answer is kept if the second pass fails. */
  first: Trace | null;
  switched: { node: string; tier: Tier } | null;
  passages: ReadonlyMap<string, ScoredPassage>;
  outcome: "running" | "answered" | "stopped" | "failed";
  error: ErrorData | null;
  lastMs: number;
}

export const emptyTrace: Trace = {
  start: null,
  shape: "chain",
  stage: null,
  stageTiers: {},
  finishedStages: [],
  decisions: [],
  branches: [],
  nodes: new Map(),
  calls: new Map(),
  parseFailures: [],
  deviations: [],
  evidence: null,
  arithmetic: null,
  answer: null,
  corrections: [],
  worth: null,
  first: null,
  switched: null,
  passages: new Map(),
  outcome: "running",
  error: null,
  lastMs: 0,
};

/** Never changes its input. */
export function traceStep(trace: Trace, event: RunEvent): Trace {
  return { ...apply(trace, event), lastMs: event.atMs };
}

export function foldTrace(events: Iterable<RunEvent>): Trace {
  return traceSteps(emptyTrace, events);
}

/** Copies each map only once. */
export function traceSteps(before: Trace, events: Iterable<RunEvent>): Trace {
  let draft: Draft = { ...before, ownMaps: new WeakSet() };
  for (const event of events) draft = traceStep(draft, event);
  const { ownMaps, ...trace } = draft;
  return trace;
}

interface Draft extends Trace {
  /** Not shared yet, so they may be mutated. */
  ownMaps?: WeakSet<object>;
}

function writable<Key, Value>({ ownMaps }: Draft, map: ReadonlyMap<Key, Value>): Map<Key, Value> {
  if (map instanceof Map && ownMaps?.has(map)) return map;
  const copy = new Map(map);
  ownMaps?.add(copy);
  return copy;
}

function apply(trace: Trace, event: RunEvent): Trace {
  switch (event.type) {
    case "run-start":
      return { ...trace, start: event, shape: shapeOf(event) };
    case "run-resume":
      return { ...resumed(trace, event), outcome: "running", error: null };
    case "stage-start":
      return {
        ...trace,
        stage: event.stage,
        stageTiers: { ...trace.stageTiers, [event.stage]: event.tier },
      };
    case "stage-end":
      return { ...trace, stage: null, finishedStages: [...trace.finishedStages, event.stage] };
    case "decision":
      return { ...trace, decisions: [...trace.decisions, event] };
    case "call-start":
      return withCall(keptHere(trace, event), {
        id: event.call,
        start: event,
        text: "",
        end: null,
        error: null,
      });
    case "call-delta":
      return patchCall(trace, event.call, (call) => ({ ...call, text: call.text + event.text }));
    case "call-end":
      return patchCall(trace, event.call, (call) => ({ ...call, text: event.output, end: event }));
    case "call-error":
      return patchCall(trace, event.call, (call) => ({ ...call, error: event }));
    case "parse-failure":
      return { ...trace, parseFailures: [...trace.parseFailures, event] };
    case "branch-start":
      return growBranch(trace, event);
    case "node-start":
      return patchNode(trace, event.node, (node) => ({
        ...node,
        status: "running",
        query: event.query ?? node.query,
      }));
    case "query-rewrite":
      return patchNode(trace, event.node, (node) => ({ ...node, search: event.search }));
    case "source":
      return patchNode(trace, event.node, (node) => ({ ...node, source: event }));
    case "retrieval":
      return keepPassages(
        patchNode(trace, event.node, (node) => withRetrieval(node, event, trace)),
        event.passages,
      );
    case "tool-failure":
      return patchNode(trace, event.node, (node) => ({
        ...node,
        toolFailures: [...node.toolFailures, event],
      }));
    case "gate":
      return patchNode(trace, event.node, (node) => ({ ...node, gate: event }));
    case "filter":
      return patchNode(trace, event.node, (node) => withFilter(node, event, trace));
    case "reading":
      if (event.node === null) return trace;
      return patchNode(trace, event.node, (node) => withReading(node, event, trace));
    case "second-reading":
      return patchNode(trace, event.node, (node) => ({ ...node, secondReading: event }));
    case "evidence":
      return { ...trace, evidence: event };
    case "arithmetic":
      return { ...trace, arithmetic: event };
    case "verdict":
      return patchNode(trace, event.node, (node) => judged(node, event, trace));
    case "worth":
      return startOrRestore(trace, event);
    case "user-correction":
      return correctedBy(trace, event);
    case "deviation":
      return { ...trace, deviations: [...trace.deviations, event] };
    case "answer":
      return { ...trace, answer: event };
    case "run-end":
      return { ...trace, stage: null, outcome: event.outcome, error: event.error };
  }
}

/** The small model did the stage if privacy excluded the chosen one. */
function keptHere(trace: Trace, { stage, model, withheld }: RunEventOf<"call-start">): Trace {
  if (withheld === undefined || stage === "solve" || stage !== trace.stage) return trace;
  return { ...trace, stageTiers: { ...trace.stageTiers, [stage]: model.tier } };
}

function resumed(trace: Trace, event: RunEventOf<"run-resume">): Trace {
  if (trace.start === null) return trace;
  const { settings, small, large, library, node, nodeTier: tier } = event;
  const switched = node === null || tier === undefined ? null : { node, tier };
  const start = { ...trace.start, settings, small, large, library };
  return { ...trace, switched, start, shape: shapeOf(event) };
}

/** Before log version 9 every run with a plan was a chain. */
export function shapeOf({ shape, settings }: Pick<RunEventOf<"run-start">, "shape" | "settings">) {
  return shape ?? (settings.plan === "off" ? "tree" : "chain");
}

/** Everything after this step is to be redone. */
function correctedBy(trace: Trace, event: RunEventOf<"user-correction">): Trace {
  const node = trace.nodes.get(event.node);
  if (node === undefined) return trace;
  const nodes = writable(trace, trace.nodes);
  abandonAfter(nodes, node.id, trace.branches);
  const { answer } = event;
  const status = answer === null ? "unsolved" : "given";
  nodes.set(node.id, { ...node, status, answer, corrected: event });
  const isChain = trace.shape === "chain";
  return {
    ...trace,
    nodes,
    corrections: [...trace.corrections, event],
    ...(isChain ? { stage: null, finishedStages: ["plan"] } : {}),
    evidence: null,
    arithmetic: null,
    answer: null,
  };
}

/** If the second pass fails or is less sure, the first answer is restored. */
function startOrRestore(trace: Draft, event: RunEventOf<"worth">): Trace {
  const isLeft = event.error !== undefined || event.after !== undefined;
  if (isLeft && trace.first !== null) {
    const { calls, stageTiers } = trace;
    return { ...trace.first, calls, stageTiers, worth: event };
  }
  const tiers = event.ways.find(({ id }) => id === event.chosen)?.stages;
  if (tiers === undefined || trace.start === null) return { ...trace, worth: event };
  const { settings } = trace.start;
  const isSummary =
    trace.shape === "chain" && tiers.plan === settings.plan && tiers.solve === settings.solve;
  const left = [...trace.nodes].map(([id, node]) => [id, { ...node, abandoned: true }] as const);
  // The first answer keeps these maps, so they must not be mutated any more.
  const { ownMaps, ...first } = trace;
  return {
    ...first,
    ...(ownMaps && { ownMaps: new WeakSet() }),
    worth: event,
    first,
    nodes: isSummary ? trace.nodes : new Map(left),
    start: { ...trace.start, settings: { ...settings, ...tiers, ...unplanned(settings) } },
    stage: null,
    finishedStages: isSummary ? ["plan", "solve"] : [],
    evidence: null,
    arithmetic: null,
    answer: null,
  };
}

function unplanned({ plan }: RunSettings): Partial<RunSettings> {
  return plan === "off" ? { plan } : {};
}

export function lastBegun({ corrections, worth, first }: Trace): number {
  const anew = first === null ? -1 : (worth?.seq ?? -1);
  return Math.max(corrections.at(-1)?.seq ?? -1, anew);
}

function judged(node: TraceNode, event: RunEventOf<"verdict">, trace: Trace): TraceNode {
  const answer = judgedAnswer(node, event, trace);
  // Nothing was selected: the node was only searched for.
  const passages = event.verdict === "searched" ? node.candidates : node.passages;
  const { proposal } = event;
  const proposed =
    proposal === undefined ? {} : { proposed: proposal.answer, fromMemory: true as const };
  return { ...node, ...proposed, status: event.verdict, verdict: event, answer, passages };
}

const givesAnswer: ReadonlySet<Verdict> = new Set([
  "corrected",
  "completed",
  "known",
  "answered",
  "combined",
  "reasoned",
]);

/** A skipped node takes the answer of the node it repeats. */
function judgedAnswer(node: TraceNode, event: RunEventOf<"verdict">, trace: Trace): string | null {
  if (givesAnswer.has(event.verdict)) return event.span;
  if (event.verdict === "unsolved") return null;
  if (node.fromMemory && event.verdict === "verified") return node.proposed;
  const original = trace.nodes.get(event.duplicateOf ?? "");
  return original === undefined ? node.answer : original.answer;
}

/** Abandons every later node of its parent's path. */
function growBranch(trace: Trace, event: RunEventOf<"branch-start">): Trace {
  const nodes = writable(trace, trace.nodes);
  const replaces = event.cause === "correct" || event.cause === "complete";
  if (event.parent !== null && replaces) abandonAfter(nodes, event.parent, trace.branches);
  const fan = event.fan === true;
  let parent = event.parent;
  let depth = parent === null ? 0 : (nodes.get(parent)?.depth ?? 0) + 1;
  for (const node of event.nodes) {
    nodes.set(node.id, {
      id: node.id,
      branch: event.branch,
      parent,
      depth,
      query: node.query,
      planned: node.query,
      proposed: node.answer,
      fromMemory: node.from === "memory",
      answer: node.from === "memory" ? null : node.answer,
      status: "waiting",
      search: null,
      candidates: [],
      passages: [],
      reading: null,
      secondReading: null,
      gate: null,
      source: null,
      filter: null,
      toolFailures: [],
      verdict: null,
      corrected: null,
      abandoned: event.left !== undefined,
    });
    if (fan) continue;
    parent = node.id;
    depth += 1;
  }
  const branch: TraceBranch = {
    id: event.branch,
    parent: event.parent,
    cause: event.cause,
    call: event.call,
    fan,
    left: event.left ?? null,
    nodes: event.nodes.map((node) => node.id),
    seq: event.seq,
    finalContent: event.finalContent,
  };
  return { ...trace, nodes, branches: [...trace.branches, branch] };
}

/** Queries and sub-questions beside the parent stay. */
function abandonAfter(
  nodes: Map<string, TraceNode>,
  parent: string,
  branches: readonly TraceBranch[],
): void {
  const superseded = new Set([parent]);
  const beside = new Set(branches.filter(isBeside).map(({ id }) => id));
  for (const node of nodes.values()) {
    const own = node.parent === parent && beside.has(node.branch);
    if (node.parent === null || !superseded.has(node.parent) || own) continue;
    superseded.add(node.id);
    nodes.set(node.id, { ...node, abandoned: true });
  }
}

/** Their steps are on no path to the answer. */
export function checkBranches({ branches }: Pick<Trace, "branches">): ReadonlySet<string> {
  return new Set(branches.flatMap(({ cause, id }) => (cause === "check" ? id : [])));
}

export function isBeside({ cause }: Pick<TraceBranch, "cause">): boolean {
  return cause === "claims" || cause === "decompose" || cause === "check";
}

function withCall(trace: Trace, call: TraceCall): Trace {
  return { ...trace, calls: writable(trace, trace.calls).set(call.id, call) };
}

function patchCall(trace: Trace, id: string, change: (call: TraceCall) => TraceCall): Trace {
  const call = trace.calls.get(id);
  return call === undefined ? trace : withCall(trace, change(call));
}

function patchNode(trace: Trace, id: string, change: (node: TraceNode) => TraceNode): Trace {
  const node = trace.nodes.get(id);
  if (node === undefined) return trace;
  return { ...trace, nodes: writable(trace, trace.nodes).set(id, change(node)) };
}

function keepPassages(trace: Trace, found: readonly ScoredPassage[]): Trace {
  const passages = writable(trace, trace.passages);
  for (const passage of found) passages.set(passage.id, passage);
  return { ...trace, passages };
}

/** A filter still decides which passages count. */
function withRetrieval(node: TraceNode, event: RunEventOf<"retrieval">, trace: Trace): TraceNode {
  const { search, passages } = event;
  const reordered = trace.start?.settings.rerank === true;
  const read = reordered ? [] : passages;
  return {
    ...node,
    search,
    candidates: passages,
    passages: read,
    reading: null,
    secondReading: null,
  };
}

/** The judged passages may come from the node's query nodes. */
function withFilter(node: TraceNode, event: RunEventOf<"filter">, trace: Trace): TraceNode {
  const relevant = event.judged.flatMap(({ passageId, relevant: helps }) =>
    helps ? (passageOf(node, passageId, trace) ?? []) : [],
  );
  return { ...node, filter: event, passages: relevant };
}

function withReading(node: TraceNode, event: RunEventOf<"reading">, trace: Trace): TraceNode {
  const retained = event.kept.flatMap((id) => passageOf(node, id, trace) ?? []);
  return { ...node, reading: event, passages: retained };
}

function passageOf({ candidates }: TraceNode, id: string, trace: Trace) {
  return candidates.find((passage) => passage.id === id) ?? trace.passages.get(id);
}
