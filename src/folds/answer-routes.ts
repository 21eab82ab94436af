/**
 * Computes RA-ISF's Table 4 (retrievals and sub-questions per run) and Table 7 (how often each exit
 * was right).
 */

import type { RunEvent } from "../log/events.ts";
import { largestOf } from "../log/largest.ts";
import { foldTrace, type Trace, type TraceBranch, type TraceNode } from "./trace.ts";

/** `memory` is ours: answered without a gate, so it is no self-knowledge. */
export const answerRoutes = [
  "self-knowledge",
  "passages",
  "decomposition",
  "memory",
  "unknown",
] as const;
export type AnswerRoute = (typeof answerRoutes)[number];

export interface QuestionRoute {
  node: string;
  question: string;
  /** 0 is the user's question. */
  level: number;
  /** Null while running, and for a chain. */
  exit: AnswerRoute | null;
  retrievals: number;
}

export interface RunRoutes {
  /** Excludes claims, hops and thoughts. */
  questions: readonly QuestionRoute[];
  /** Null while running, and for a chain. */
  exit: AnswerRoute | null;
  /** Ret of Table 4. */
  retrievals: number;
  /** Sub of Table 4 includes the user's question; this does not. */
  subQuestions: number;
  /** 0 if nothing was split. */
  levels: number;
}

export function foldAnswerRoutes(events: Iterable<RunEvent>): RunRoutes {
  const log = [...events];
  return answerRoutesOf(foldTrace(log), log);
}

export function answerRoutesOf(trace: Trace, log: readonly RunEvent[]): RunRoutes {
  const searches = log.flatMap((event) => (event.type === "retrieval" ? [event.node] : []));
  const questions = [...trace.nodes.values()].flatMap((node) => {
    const level = levelOf(trace, node);
    if (level === null) return [];
    const retrievals = searches.filter((id) => id === node.id).length;
    return [{ node: node.id, question: node.query, level, exit: routeOf(trace, node), retrievals }];
  });
  return {
    questions,
    exit: questions.find(({ level }) => level === 0)?.exit ?? null,
    retrievals: searches.length,
    subQuestions: questions.filter(({ level }) => level > 0).length,
    levels: largestOf(
      questions.map(({ level }) => level),
      0,
    ),
  };
}

/** Null for a hop, a thought, or a search for a claim. */
function levelOf(trace: Trace, node: TraceNode): number | null {
  const branch = trace.branches.find(({ id }) => id === node.branch);
  if (branch === undefined || branch.left !== null) return null;
  if (branch.parent === null) return isPersonsQuestion(trace, node) ? 0 : null;
  const parent = trace.nodes.get(branch.parent);
  if (!isSplit(branch) || parent === undefined) return null;
  return (levelOf(trace, parent) ?? 0) + 1;
}

/** With a plan every node is a hop, except a question that the gate knew. */
function isPersonsQuestion({ shape }: Trace, node: TraceNode): boolean {
  return shape !== "chain" || node.gate?.known === true;
}

/** Passages read one by one are siblings, too, but no parts. */
function isSplit({ cause, call }: TraceBranch): boolean {
  return cause === "decompose" && call !== null;
}

function routeOf(trace: Trace, { id, gate, verdict }: TraceNode): AnswerRoute | null {
  switch (verdict?.verdict) {
    case "known":
      return gate?.known === true ? "self-knowledge" : "memory";
    case "answered":
      return "passages";
    case "combined":
      return combinedRoute(trace, id);
    case "unknown":
      return "unknown";
    default:
      return null;
  }
}

/** Parts, passages read one by one, or a chain may give the answer. */
function combinedRoute(trace: Trace, node: string): AnswerRoute | null {
  const under = trace.branches.filter(({ parent, left }) => parent === node && left === null);
  if (under.some(isSplit)) return "decomposition";
  return under.some(({ cause }) => cause === "decompose") ? "passages" : null;
}

export interface RoutePrecision {
  exit: AnswerRoute;
  n: number;
  /** WR of Table 7, in [0, 1]. */
  workload: number;
  /** Corr of Table 7. */
  right: number;
  /** right / n; null if n is 0. */
  precision: number | null;
}

/** `right` is 0 or 1 for exact match. */
export function routePrecision(
  runs: readonly { exit: AnswerRoute; right: number }[],
): RoutePrecision[] {
  return answerRoutes.map((exit) => {
    const own = runs.filter((run) => run.exit === exit);
    const right = own.reduce((sum, run) => sum + run.right, 0);
    return {
      exit,
      n: own.length,
      workload: runs.length === 0 ? 0 : own.length / runs.length,
      right,
      precision: own.length === 0 ? null : right / own.length,
    };
  });
}

/**
 * The bound holds without any gate, with `parts` parts per level: (k^{i+1} − 1) / (k − 1) (§5.5).
 */
export function retrievalBound(parts: number, depth: number): number {
  return parts === 1 ? depth + 1 : (parts ** (depth + 1) - 1) / (parts - 1);
}
