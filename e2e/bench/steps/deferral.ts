/** Deferral curves: right answers against money, read at budgets and compared by question. */
import { crossPredict } from "../../../src/methods/homo-router/training/fit.ts";
import { mean } from "../../../src/methods/homo-router/training/problem.ts";
import { allLarge, type Question, runIn, setups } from "./paths.ts";
import type { Outcome, Policy } from "./policies.ts";

/** Every question's outcome at every setting of a dial. */
export type Outcomes = readonly (readonly Outcome[])[];

/** Each question by a rule that was learnt without it. */
export function heldOut(
  { learn }: Policy,
  questions: readonly Question[],
  folding: { folds: number; seed: number },
): Outcome[][] {
  return crossPredict(questions, folding, learn);
}

export function fixed(questions: readonly Question[], setup: string): Outcome[][] {
  return questions.map((question) => [fixedOutcome(question, setup)]);
}

function fixedOutcome(question: Question, setup: string): Outcome {
  const { right, usd } = runIn(question, setup);
  return { right, usd: usd.plan + usd.solve + usd.summarise };
}

export function spentBy(outcomes: Outcomes, dial: number): number {
  return mean(outcomes.map((own) => own[dial]?.usd ?? 0));
}

/**
 * Mixes the two settings around the budget, so that curves are compared at exactly one cost; the
 * dearest setting if it costs less. Uses costs, never labels.
 */
export function atBudget(outcomes: Outcomes, budget: number): Outcome[] {
  const dials = (outcomes[0] ?? [])
    .map((_, dial) => ({ dial, usd: spentBy(outcomes, dial) }))
    .sort((a, b) => a.usd - b.usd || a.dial - b.dial);
  const low = dials.findLast(({ usd }) => usd <= budget) ?? dials[0];
  const high = dials.find(({ usd }) => usd > budget) ?? low;
  if (low === undefined || high === undefined) return [];
  const share = high.usd > low.usd ? Math.max(0, (budget - low.usd) / (high.usd - low.usd)) : 0;
  return outcomes.map((own) => {
    const [a, b] = [own[low.dial], own[high.dial]];
    const mixed = (of: keyof Outcome) => (1 - share) * (a?.[of] ?? 0) + share * (b?.[of] ?? 0);
    return { right: mixed("right"), usd: mixed("usd") };
  });
}

export const budgetShares = [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1];

export function allLargeUsd(questions: readonly Question[]): number {
  return mean(questions.map((question) => fixedOutcome(question, allLarge).usd));
}

/** Right answers, the mean over budgets from nothing to all large: the area under the curve. */
export function areas(outcomes: Outcomes, most: number): number[] {
  const curves = budgetShares.map((share) => atBudget(outcomes, share * most));
  return outcomes.map((_, at) => mean(curves.map((curve) => curve[at]?.right ?? 0)));
}

/** Knows every label: all small where that is right, else the cheapest right setup. */
export function oracle(questions: readonly Question[]): Outcome[][] {
  return questions.map((question) => {
    const [first, ...others] = setups.map((setup) => fixedOutcome(question, setup));
    const ways = others.filter(({ right }) => right > (first?.right ?? 0));
    ways.sort((a, b) => b.right - a.right || a.usd - b.usd);
    const now = { right: first?.right ?? 0, usd: 0 };
    return [now, ways[0] ?? now];
  });
}

/** The least cost at which the curve's mean is as right; null if it never is. */
export function costAt(outcomes: Outcomes, right: number): number | null {
  const costs = (outcomes[0] ?? []).flatMap((_, dial) =>
    mean(outcomes.map((own) => own[dial]?.right ?? 0)) >= right ? [spentBy(outcomes, dial)] : [],
  );
  return costs.length === 0 ? null : Math.min(...costs);
}
