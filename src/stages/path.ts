import {
  isBeside,
  lastBegun,
  type Trace,
  type TraceBranch,
  type TraceNode,
} from "../folds/trace.ts";
import { isEmpty } from "../language/normalise.ts";
import type { Step } from "../runtime/prompts.ts";
import { marksStep, withStepAnswers } from "./parse/step-marks.ts";

function chainBranches(trace: Trace): TraceBranch[] {
  return trace.branches.filter((branch) => !isBeside(branch));
}

export function newestBranch(trace: Trace): TraceBranch | undefined {
  return chainBranches(trace).at(-1);
}

/** Nodes beside the chain are no hops. */
export function isHop(trace: Trace, { branch, status }: TraceNode): boolean {
  const gated = status === "known" || status === "unknown";
  return !gated && chainBranches(trace).some(({ id }) => id === branch);
}

/** The newest branch's shared prefix, then its own nodes. */
export function currentPath(trace: Trace): TraceNode[] {
  const branch = newestBranch(trace);
  return branch === undefined ? [] : pathTo(trace, branch.nodes.at(-1) ?? branch.parent);
}

export function pathTo(trace: Trace, end: string | null): TraceNode[] {
  const path: TraceNode[] = [];
  let id = end;
  while (id !== null) {
    const node = trace.nodes.get(id);
    if (node === undefined) break;
    path.unshift(node);
    id = node.parent;
  }
  return path;
}

type AnsweredNode = TraceNode & { answer: string };

/** R, "the correct reasoning path", without repeats and with queries as looked up. */
export function answeredNodes(path: readonly TraceNode[]): AnsweredNode[] {
  const ids = new Set(path.map((node) => node.id));
  return path
    .map((node, index) => lookedUp(node, path.slice(0, index)))
    .filter(
      (node): node is AnsweredNode =>
        node.answer !== null && !isEmpty(node.answer) && !ids.has(node.verdict?.duplicateOf ?? ""),
    );
}

export function lookedUp(node: TraceNode, earlier: readonly TraceNode[]): TraceNode {
  return marksStep(node.query) ? { ...node, query: withStepAnswers(node.query, earlier) } : node;
}

export function answeredSteps(path: readonly TraceNode[]): Step[] {
  return answeredNodes(path).map(({ query, answer }) => ({ query, answer }));
}

/** A person's correction or a restart discarded the step; its results no longer count. */
export function isSuperseded(trace: Trace, { abandoned, verdict }: TraceNode): boolean {
  return abandoned && verdict !== null && verdict.seq < lastBegun(trace);
}

/**
 * Feedback rounds since a person's last correction or restart; the next steps of a stepwise chain
 * are none.
 */
export function roundsUsed(trace: Trace): number {
  const since = lastBegun(trace);
  return trace.branches.filter(({ cause, seq, parent }) => {
    if (seq <= since) return false;
    return cause === "correct" || (cause === "complete" && !isNextStep(trace, parent, seq));
  }).length;
}

/**
 * The small planner stopped there only to get the answer, so nothing is revised. `before` is the
 * place of the next step.
 */
export function isNextStep(trace: Trace, node: string | null, before = Infinity): boolean {
  const branch = trace.branches.find(({ nodes }) => node !== null && nodes.at(-1) === node);
  if (branch === undefined || branch.finalContent !== null) return false;
  const writer = trace.calls.get(branch.call ?? "")?.start.model.tier;
  return writer === "small" && !trace.branches.some((b) => b.parent === node && b.seq < before);
}

/**
 * S is the set of walked nodes. Without `fillProcessedQueries` each new branch is walked from the
 * question on, as printed; only its root was just checked.
 */
export function isWalked(trace: Trace, node: TraceNode, fillProcessedQueries: boolean): boolean {
  if (node.corrected !== null) return true;
  if (node.verdict === null) return false;
  if (fillProcessedQueries) return true;
  const newest = newestBranch(trace);
  if (newest === undefined || node.id === newest.parent) return true;
  return node.verdict.seq > newest.seq;
}
