/** Chooses an action for a question at a price, and computes its cost. */
import { atDualPrice } from "../../methods/homo-router/training/assign.ts";
import { mean } from "../../methods/homo-router/training/problem.ts";

/** As in the router, prices are per 1,000 questions; costs in the lab are per question. */
export const perThousand = 1000;

/** Further cost of each action: the base has already run, so its answer is free. */
export function pricesAhead(costs: readonly number[], base: number): number[] {
  return costs.map((cost, action) => (action === base ? 0 : perThousand * cost));
}

/** Total cost. Counts stages shared by both runs twice: an upper bound. */
export function costInAll(costs: readonly number[], base: number, action: number): number {
  return (costs[base] ?? 0) + (action === base ? 0 : (costs[action] ?? 0));
}

/** Index of the action with the greatest p − λ · price; ties as in `dual-price.ts`. */
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
