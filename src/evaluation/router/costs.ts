/** Prices may change without retraining. */
import { bestPredicted } from "../../methods/homo-router/training/assign.ts";
import {
  type Assignment,
  mean,
  outcomeOf,
  type RoutingProblem,
  type ScoreMatrix,
} from "../../methods/homo-router/training/problem.ts";
import type { Trials } from "../../methods/homo-router/training/trials.ts";

/** Per 1,000 questions; null if a price is unknown. */
export interface RouterCosts {
  random: number | null;
  fixed: readonly (number | null)[];
  /** The cheapest of each question's best tools. */
  oracle: number | null;
  trials: (number | null)[];
}

export function routerCosts(
  { toolIds, labels, trials }: Pick<Trials, "toolIds" | "labels" | "trials">,
  prices: readonly (number | null)[],
): RouterCosts {
  const costOf = (scores: ScoreMatrix) => {
    const problem: RoutingProblem = { toolIds, predicted: scores, prices };
    const assignment: Assignment = bestPredicted(problem);
    return outcomeOf(problem, assignment, null).usdPerThousand;
  };
  const known = prices.filter((price) => price !== null);
  return {
    random: known.length === prices.length ? mean(known) : null,
    fixed: prices,
    oracle: costOf(labels),
    trials: trials.map(({ predicted }) => costOf(predicted)),
  };
}
