import { atDualPrice } from "../../methods/homo-router/training/assign.ts";
import { mean } from "../../methods/homo-router/training/problem.ts";

/** Prices are per 1,000 questions, the lab's costs per question. */
export const perThousand = 1000;

/** The base has already run, so its answer is free. */
export function pricesAhead(costs: readonly number[], base: number): number[] {
  return costs.map((cost, action) => (action === base ? 0 : perThousand * cost));
}

/** An upper bound: stages shared by both runs count twice. */
export function costInAll(costs: readonly number[], base: number, action: number): number {
  return (costs[base] ?? 0) + (action === base ? 0 : (costs[action] ?? 0));
}

/** Greatest p − λ · price; ties as in `dual-price.ts`. */
export function chosenAt(
  scores: readonly number[],
  prices: readonly number[],
  lambda: number,
): number {
  return atDualPrice({ predicted: [scores], prices }, lambda)[0] ?? 0;
}

export interface Outcome {
  right: number;
  cost: number;
}

export function meanOutcome(outcomes: readonly Outcome[]): Outcome {
  return {
    right: mean(outcomes.map(({ right }) => right)),
    cost: mean(outcomes.map(({ cost }) => cost)),
  };
}
