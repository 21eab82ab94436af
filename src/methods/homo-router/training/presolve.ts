/**
 * What makes the integer programme small enough to prove: the step that every cost is a multiple
 * of, and the columns that no cheaper assignment can use, by the relaxation's multiplier.
 */
import { type Assignment, type PricedProblem, scoreAt, scoreTarget } from "./problem.ts";

/** Prices with more decimals than these have no step. */
const mostDecimals = 6;

/** The largest number that every price is a whole multiple of; 0 when there is none to speak of. */
export function costStep(prices: readonly number[]): number {
  for (let decimals = 0; decimals <= mostDecimals; decimals += 1) {
    const scale = 10 ** decimals;
    const whole = prices.map((price) => Math.round(price * scale));
    const exact = prices.every((price, at) => Math.abs(price * scale - (whole[at] ?? 0)) < 1e-6);
    if (exact) return whole.reduce(greatestDivisor, 0) / scale;
  }
  return 0;
}

function greatestDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestDivisor(b, a % b);
}

export interface Known {
  /** Keeps the bound; its columns always stay. */
  assignment: Assignment;
  /** λ > 0 of the relaxation: score per unit of price. */
  lambda: number;
  pMin: number;
}

/**
 * For each question and tool (column n·M + m) whether an assignment with it could cost less than
 * the known one by at least `step`. By Lagrange, Σ min_m(C − p/λ) + T/λ bounds every assignment
 * from below for any λ > 0, and taking another tool than the minimum adds its difference.
 */
export function viableColumns(problem: PricedProblem, known: Known, step: number): boolean[] {
  const { predicted, prices } = problem;
  const { assignment, lambda, pMin } = known;
  const all = predicted.map(() => prices.map(() => true));
  if (!(lambda > 0)) return all.flat();
  const worth = predicted.map((_, question) =>
    prices.map((price, tool) => price - scoreAt(predicted, question, tool) / lambda),
  );
  const least = worth.map((row) => Math.min(...row));
  const bound = least.reduce((sum, one) => sum + one, scoreTarget(predicted.length, pMin) / lambda);
  const ceiling = assignment.reduce((sum, tool) => sum + (prices[tool] ?? 0), 0);
  const room = ceiling - step - bound + rounding * Math.max(1, ceiling);
  return worth.flatMap((row, question) =>
    row.map((one, tool) => assignment[question] === tool || one - (least[question] ?? 0) <= room),
  );
}

/** Of sums over thousands of questions, relative to the cost. */
const rounding = 1e-9;
