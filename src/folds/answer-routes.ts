/**
 * How each question of a run was answered, and the cost: RA-ISF's Table 4 (retrievals and
 * sub-questions per run) and Table 7 (how often each exit was right).
 */

import type { RunEvent } from "../log/events.ts";
import { largestOf } from "../log/largest.ts";
import { foldTrace, type Trace, type TraceBranch, type TraceNode } from "./trace.ts";

/**
 * RA-ISF's three exits and its "unknown". `memory` is ours: answered by heart although no
 * gate said that it is known, so that it is not counted as self-knowledge.
 */
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
  /** 0 for the person's question, 1 for its parts (and for those of a hop), and so on. */
  level: number;
  /** Null while it is being answered, and where a chain of steps answers it. */
  exit: AnswerRoute | null;
  retrievals: number;
}

export interface RunRoutes {
  /** The person's question and its parts, in the order they were asked; no claims, hops or thoughts. */
  questions: readonly QuestionRoute[];
  /** The exit of the person's question; null while it runs, and for a chain. */
  exit: AnswerRoute | null;
  /** Ret of Table 4. */
  retrievals: number;
  /** Without the person's question; Sub of Table 4 counts that, too. */
  subQuestions: number;
  /** The deepest level that was asked; 0 where nothing was split. */
  levels: number;
}

export function foldAnswerRoutes(events: Iterable<RunEvent>): RunRoutes {
  const log = [...events];
  return answerRoutesOf(foldTrace(log), log);
}

/** The same, where the log is folded already. */
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

/** Null for a node that is no question of its own: a hop of a chain, a thought, or a search for a claim. */
function levelOf(trace: Trace, node: TraceNode): number | null {
  const branch = trace.branches.find(({ id }) => id === node.branch);
  if (branch === undefined || branch.left !== null) return null;
  if (branch.parent === null) return isPersonsQuestion(trace, node) ? 0 : null;
  const parent = trace.nodes.get(branch.parent);
  if (!isSplit(branch) || parent === undefined) return null;
  return (levelOf(trace, parent) ?? 0) + 1;
}

/** With a plan, every node is a hop, but for the question that the gate before the plan knew. */
function isPersonsQuestion({ shape }: Trace, node: TraceNode): boolean {
  return shape !== "chain" || node.gate?.known === true;
}

/** Parts that a call wrote; passages that are read one by one stand side by side, too, and nobody asked them. */
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

/** Put together from its parts, from what passages said one by one, or by a chain of steps. */
function combinedRoute(trace: Trace, node: string): AnswerRoute | null {
  const under = trace.branches.filter(({ parent, left }) => parent === node && left === null);
  if (under.some(isSplit)) return "decomposition";
  return under.some(({ cause }) => cause === "decompose") ? "passages" : null;
}

export interface RoutePrecision {
  exit: AnswerRoute;
  /** Runs that left by it. */
  n: number;
  /** Their share of all runs, in [0, 1]: the workload rate (WR) of Table 7. */
  workload: number;
  /** Those that were right (Corr). */
  right: number;
  /** right / n, in [0, 1]; null where none left by it. */
  precision: number | null;
}

/** `right`: the run's score against the gold answers, 0 or 1 for exact match. */
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
 * Retrievals without any gate, when every question has `parts` parts over levels 0 to
 * `depth`: (k^{i+1} − 1) / (k − 1) (§5.5).
 */
export function retrievalBound(parts: number, depth: number): number {
  return parts === 1 ? depth + 1 : (parts ** (depth + 1) - 1) / (parts - 1);
}
