/** What the strategies of HomoRouter's figures cost, at prices that may change without a training. */
import { bestPredicted } from "../../methods/homo-router/training/assign.ts";
import {
  type Assignment,
  mean,
  outcomeOf,
  type RoutingProblem,
  type ScoreMatrix,
} from "../../methods/homo-router/training/problem.ts";
import type { Trials } from "../../methods/homo-router/training/trials.ts";

/** Of 1,000 questions, in the prices' unit; null where a tool's price is unknown. */
export interface RouterCosts {
  random: number | null;
  fixed: readonly (number | null)[];
  /** The cheapest of each question's best tools. */
  oracle: number | null;
  /** Best-Predicted, in the order of the trials. */
  trials: (number | null)[];
}

/** `prices` per 1,000 requests, in the order of the tools. */
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
