/** The tree, the answer and the state of a run, folded from any prefix of its log. */
import type { ErrorData } from "../errors.ts";
import type { RunEvent, RunEventOf, Verdict } from "../events.ts";
import type { BranchCause, ScoredPassage, Stage, Tier } from "../types.ts";

export type NodeStatus = "waiting" | "running" | Verdict;

export interface TraceNode {
  id: string;
  branch: string;
  /** The node before it on its path; null directly under the question. */
  parent: string | null;
  depth: number;
  query: string;
  /** The model's own answer; null for an unsolved query. */
  proposed: string | null;
  /** The answer that counts now: the span when corrected or completed, else the proposed one. */
  answer: string | null;
  status: NodeStatus;
  search: string | null;
  /** Everything that was retrieved, as it was ranked. */
  candidates: readonly ScoredPassage[];
  /** The passages that were read: the candidates, or the best of them by relevance. */
  passages: readonly ScoredPassage[];
  /** What the encoder said of the candidates; null where it was not asked. */
  reading: RunEventOf<"reading"> | null;
  verdict: RunEventOf<"verdict"> | null;
  /** On a branch that a later correction or completion left behind. */
  abandoned: boolean;
}

export interface TraceBranch {
  id: string;
  parent: string | null;
  cause: BranchCause;
  nodes: readonly string[];
  /** Its place in the log. */
  seq: number;
  /** The final answer that the chain's writer proposed, if it did. */
  finalContent: string | null;
}

export interface TraceCall {
  id: string;
  start: RunEventOf<"call-start">;
  /** What was streamed so far, or the final output. */
  text: string;
  end: RunEventOf<"call-end"> | null;
  error: RunEventOf<"call-error"> | null;
}

export interface Trace {
  start: RunEventOf<"run-start"> | null;
  stage: Stage | null;
  /** Who does each stage in this run, once known. */
  stageTiers: Partial<Record<Stage, Tier>>;
  finishedStages: readonly Stage[];
  decisions: readonly RunEventOf<"decision">[];
  branches: readonly TraceBranch[];
  /** In the order they were born. */
  nodes: ReadonlyMap<string, TraceNode>;
  calls: ReadonlyMap<string, TraceCall>;
  parseFailures: readonly RunEventOf<"parse-failure">[];
  deviations: readonly RunEventOf<"deviation">[];
  /** The answer check's outcome; null where it was not made. */
  evidence: RunEventOf<"evidence"> | null;
  answer: RunEventOf<"answer"> | null;
  /** Every passage seen, by id. */
  passages: ReadonlyMap<string, ScoredPassage>;
  outcome: "running" | "answered" | "stopped" | "failed";
  error: ErrorData | null;
  lastMs: number;
}

export const emptyTrace: Trace = {
  start: null,
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
  answer: null,
  passages: new Map(),
  outcome: "running",
  error: null,
  lastMs: 0,
};

/** One step of the fold: `events.reduce(traceStep, emptyTrace)`. Never changes its input. */
export function traceStep(trace: Trace, event: RunEvent): Trace {
  return { ...apply(trace, event), lastMs: event.atMs };
}

export function foldTrace(events: Iterable<RunEvent>): Trace {
  let trace = emptyTrace;
  for (const event of events) trace = traceStep(trace, event);
  return trace;
}

function apply(trace: Trace, event: RunEvent): Trace {
  switch (event.type) {
    case "run-start":
      return { ...trace, start: event };
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
      return withCall(trace, { id: event.call, start: event, text: "", end: null, error: null });
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
      return patchNode(trace, event.node, (node) => ({ ...node, status: "running" }));
    case "query-rewrite":
      return patchNode(trace, event.node, (node) => ({ ...node, search: event.search }));
    case "retrieval":
      return keepPassages(
        patchNode(trace, event.node, (node) => ({
          ...node,
          search: event.search,
          candidates: event.passages,
          // Where they are reordered first, it is not known yet which of them count.
          passages: trace.start?.settings.rerank === true ? [] : event.passages,
          reading: null,
        })),
        event.passages,
      );
    case "reading":
      if (event.node === null) return trace;
      return patchNode(trace, event.node, (node) => withReading(node, event));
    case "evidence":
      return { ...trace, evidence: event };
    case "verdict":
      return patchNode(trace, event.node, (node) => judged(node, event, trace));
    case "deviation":
      return { ...trace, deviations: [...trace.deviations, event] };
    case "answer":
      return { ...trace, answer: event };
    case "run-end":
      return { ...trace, stage: null, outcome: event.outcome, error: event.error };
  }
}

/** From here on the run goes by other settings, models or library. */
function resumed(trace: Trace, event: RunEventOf<"run-resume">): Trace {
  if (trace.start === null) return trace;
  const { settings, small, large, library } = event;
  return { ...trace, start: { ...trace.start, settings, small, large, library } };
}

function judged(node: TraceNode, event: RunEventOf<"verdict">, trace: Trace): TraceNode {
  const answer = judgedAnswer(node, event, trace);
  return { ...node, status: event.verdict, verdict: event, answer };
}

function withReading(node: TraceNode, event: RunEventOf<"reading">): TraceNode {
  const byId = new Map(node.candidates.map((passage) => [passage.id, passage]));
  const kept = event.kept.flatMap((id) => byId.get(id) ?? []);
  return { ...node, reading: event, passages: kept };
}

/** A skipped node has the answer of the one it repeats, which may have been corrected. */
function judgedAnswer(node: TraceNode, event: RunEventOf<"verdict">, trace: Trace): string | null {
  if (event.verdict === "corrected" || event.verdict === "completed") return event.span;
  const original = trace.nodes.get(event.duplicateOf ?? "");
  return original === undefined ? node.answer : original.answer;
}

/** A new branch leaves every later node of its parent's path behind. */
function growBranch(trace: Trace, event: RunEventOf<"branch-start">): Trace {
  const nodes = new Map(trace.nodes);
  if (event.parent !== null) abandonAfter(nodes, event.parent);
  let parent = event.parent;
  let depth = parent === null ? 0 : (nodes.get(parent)?.depth ?? 0) + 1;
  for (const node of event.nodes) {
    nodes.set(node.id, {
      id: node.id,
      branch: event.branch,
      parent,
      depth,
      query: node.query,
      proposed: node.answer,
      answer: node.answer,
      status: "waiting",
      search: null,
      candidates: [],
      passages: [],
      reading: null,
      verdict: null,
      abandoned: false,
    });
    parent = node.id;
    depth += 1;
  }
  const branch: TraceBranch = {
    id: event.branch,
    parent: event.parent,
    cause: event.cause,
    nodes: event.nodes.map((node) => node.id),
    seq: event.seq,
    finalContent: event.finalContent,
  };
  return { ...trace, nodes, branches: [...trace.branches, branch] };
}

function abandonAfter(nodes: Map<string, TraceNode>, parent: string): void {
  const left = new Set([parent]);
  for (const node of nodes.values()) {
    if (node.parent !== null && left.has(node.parent)) {
      left.add(node.id);
      nodes.set(node.id, { ...node, abandoned: true });
    }
  }
}

function withCall(trace: Trace, call: TraceCall): Trace {
  return { ...trace, calls: new Map(trace.calls).set(call.id, call) };
}

function patchCall(trace: Trace, id: string, change: (call: TraceCall) => TraceCall): Trace {
  const call = trace.calls.get(id);
  return call === undefined ? trace : withCall(trace, change(call));
}

function patchNode(trace: Trace, id: string, change: (node: TraceNode) => TraceNode): Trace {
  const node = trace.nodes.get(id);
  if (node === undefined) return trace;
  return { ...trace, nodes: new Map(trace.nodes).set(id, change(node)) };
}

function keepPassages(trace: Trace, found: readonly ScoredPassage[]): Trace {
  const passages = new Map(trace.passages);
  for (const passage of found) passages.set(passage.id, passage);
  return { ...trace, passages };
}
