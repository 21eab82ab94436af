/** Which action a question goes to at a price, and what that comes to. */
import { atDualPrice } from "../../methods/homo-router/training/assign.ts";
import { mean } from "../../methods/homo-router/training/problem.ts";

/** Prices are, as the router's, of so many questions; costs in the lab are of one. */
export const perThousand = 1000;

/** What each action costs from here on: the base was run already, and its answer is there for nothing. */
export function pricesAhead(costs: readonly number[], base: number): number[] {
  return costs.map((cost, action) => (action === base ? 0 : perThousand * cost));
}

/** What it came to in all. Stages that both runs share are counted twice: an upper bound. */
export function costInAll(costs: readonly number[], base: number, action: number): number {
  return (costs[base] ?? 0) + (action === base ? 0 : (costs[action] ?? 0));
}

/** The place of the action with the greatest p − λ · price; of equals as `dual-price.ts` has it. */
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
