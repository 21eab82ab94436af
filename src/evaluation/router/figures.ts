/** Computes HomoRouter's Table 1 and Figures 1 and 4 on questions that the heads never saw. */
import { bestPredictedScores, divergences } from "../../methods/homo-router/training/metrics.ts";
import { mean } from "../../methods/homo-router/training/problem.ts";
import type { Trials } from "../../methods/homo-router/training/trials.ts";
import { meanBootstrap } from "../statistics/interval.ts";
import type { Interval } from "../types.ts";
import { type WinTieLose, winTieLose } from "./win-tie-lose.ts";

export interface TrialFigures {
  alpha: number;
  accuracy: Interval;
  /** Eq. 8. */
  j: Interval;
}

/** Tool indices; null is the first trial's router. */
export interface PairFigures extends WinTieLose {
  left: number | null;
  right: number;
}

export interface RouterFigures {
  questions: number;
  random: Interval;
  fixed: Interval[];
  oracle: Interval;
  trials: TrialFigures[];
  overTrials: Interval[];
  overFixed: Interval[];
  pairs: PairFigures[];
}

export function routerFigures({ toolIds, labels, trials }: Trials): RouterFigures {
  const interval = meanBootstrap(labels.length);
  const tools = toolIds.map((_, tool) => labels.map((row) => row[tool] ?? Number.NaN));
  const routed = trials.map(({ predicted }) => bestPredictedScores(predicted, labels));
  const [own = []] = routed;
  const gainOver = (other: readonly number[]) =>
    interval(own.map((score, question) => score - (other[question] ?? Number.NaN)));
  return {
    questions: labels.length,
    random: interval(labels.map(mean)),
    fixed: tools.map(interval),
    oracle: interval(labels.map((row) => Math.max(...row))),
    trials: trials.map(({ alpha, predicted }, index) => ({
      alpha,
      accuracy: interval(routed[index] ?? []),
      j: interval(divergences(predicted, labels)),
    })),
    overTrials: routed.slice(1).map(gainOver),
    overFixed: tools.map(gainOver),
    pairs: [
      ...pairsOf(toolIds.length).map(([left, right]) => ({
        left,
        right,
        ...winTieLose(tools[left] ?? [], tools[right] ?? []),
      })),
      ...tools.map((scores, right) => ({ left: null, right, ...winTieLose(own, scores) })),
    ],
  };
}

function pairsOf(count: number): [number, number][] {
  const places = Array.from({ length: count }, (_, place) => place);
  return places.flatMap((left) =>
    places.slice(left + 1).map((right): [number, number] => [left, right]),
  );
}
