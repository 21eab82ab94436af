/**
 * Follows each question's upper hull of (price, score). It gives a lower bound, λ and a feasible
 * start for `cheapest.ts`.
 */
import {
  type Assignment,
  bestReachable,
  outcomeOf,
  type PricedProblem,
  scoreAt,
  scoreTarget,
} from "./problem.ts";

interface Move {
  question: number;
  from: number;
  to: number;
  /** Δp > 0. */
  gain: number;
  /** ΔC > 0, US dollars per 1,000 requests. */
  price: number;
}

export interface Relaxation {
  problem: PricedProblem;
  /** The cheapest tools; ties go to the best. */
  start: Assignment;
  /** Sorted by falling gain / price; one question's moves stay in order. */
  moves: readonly Move[];
  /** λ at which the cheapest tool always wins. */
  cheapestLambda: number;
}

/** O(N·M log(N·M)) for N hulls of M points. */
export function buildRelaxation(problem: PricedProblem): Relaxation {
  const chains = problem.predicted.map((row) => upperHull(row, problem.prices));
  const moves = chains.flatMap((chain, question) =>
    chain.slice(1).map((to, index): Move => {
      const from = chain[index] ?? to;
      const score = (tool: number) => scoreAt(problem.predicted, question, tool);
      const price = (problem.prices[to] ?? 0) - (problem.prices[from] ?? 0);
      return { question, from, to, gain: score(to) - score(from), price };
    }),
  );
  // The sort is stable, and slopes fall strictly along a hull.
  moves.sort((a, b) => b.gain / b.price - a.gain / a.price);
  return {
    problem,
    start: chains.map((chain) => chain[0] ?? 0),
    moves,
    cheapestLambda: cheapestLambda(problem.prices),
  };
}

/** Ordered by rising price and score. */
function upperHull(scores: readonly number[], prices: readonly number[]): number[] {
  const price = (tool: number) => prices[tool] ?? 0;
  const score = (tool: number) => scores[tool] ?? 0;
  const slope = (a: number, b: number) => (score(b) - score(a)) / (price(b) - price(a));
  const byPrice = scores
    .map((_, tool) => tool)
    .sort((a, b) => price(a) - price(b) || score(b) - score(a));
  const relaxation: number[] = [];
  for (const tool of byPrice) {
    const top = relaxation.at(-1);
    if (top !== undefined && score(tool) <= score(top)) continue;
    for (;;) {
      const [before, last] = [relaxation.at(-2), relaxation.at(-1)];
      if (before === undefined || last === undefined) break;
      if (slope(before, last) > slope(last, tool)) break;
      relaxation.pop();
    }
    relaxation.push(tool);
  }
  return relaxation;
}

/** A score gains at most 1, so at this λ no step pays. */
function cheapestLambda(prices: readonly number[]): number {
  const levels = [...new Set(prices)].sort((a, b) => a - b);
  const steps = levels.slice(1).map((level, index) => level - (levels[index] ?? 0));
  return steps.length === 0 ? 0 : 1 / Math.min(...steps);
}

export interface RelaxationSolution {
  /** The relaxation rounded up, then moves undone while the bound allows. */
  assignment: Assignment;
  usd: number;
  /** US dollars for all questions. */
  lpUsd: number;
  /** Accuracy per US dollar per 1,000 requests, as paid by the last move. */
  lambda: number;
  /** The question that the relaxation may split between two tools. */
  split: number | null;
}

/** Null if no assignment meets the bound. */
export function solveRelaxation(relaxation: Relaxation, pMin: number): RelaxationSolution | null {
  const { problem, start, moves } = relaxation;
  const target = scoreTarget(problem.predicted.length, pMin);
  const reachable = bestReachable(problem.predicted) * problem.predicted.length;
  if (reachable < target) return null;
  const assignment = [...start];
  const taken: Move[] = [];
  let sum = start.reduce((all, tool, n) => all + scoreAt(problem.predicted, n, tool), 0);
  let thousandths = start.reduce((all, tool) => all + (problem.prices[tool] ?? 0), 0);
  let lambda = relaxation.cheapestLambda;
  let split: number | null = null;
  for (const move of moves) {
    if (sum >= target) break;
    const share = Math.min(1, (target - sum) / move.gain);
    split = share < 1 ? move.question : null;
    sum += move.gain;
    thousandths += share * move.price;
    lambda = move.gain / move.price;
    assignment[move.question] = move.to;
    taken.push(move);
  }
  undoSpare(assignment, taken, sum - target);
  return {
    assignment,
    usd: outcomeOf(problem, assignment, null).usd ?? 0,
    lpUsd: thousandths / 1000,
    lambda,
    split,
  };
}

function undoSpare(assignment: number[], taken: readonly Move[], spare: number): void {
  let remaining = spare;
  let standing = taken.toSorted((a, b) => b.price - a.price);
  for (;;) {
    const undone = standing.find(
      ({ question, to, gain }) => assignment[question] === to && gain <= remaining,
    );
    if (undone === undefined) return;
    assignment[undone.question] = undone.from;
    remaining -= undone.gain;
    standing = standing.filter((move) => move !== undone);
  }
}
