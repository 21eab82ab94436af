/** Cost and accuracy over P_min (HomoRouter Fig. 3), with the single tools. */
import { bestPredicted, fixedTool } from "./assign.ts";
import { buildRelaxation, type Relaxation, solveRelaxation } from "./lp-relaxation.ts";
import {
  type Assignment,
  bestReachable,
  mean,
  type Outcome,
  outcomeOf,
  type ProblemFault,
  priced,
  type RoutingProblem,
  type ScoreMatrix,
  scoreAt,
} from "./problem.ts";

export interface CurvePoint extends Outcome {
  pMin: number;
  /** Accuracy per US dollar per 1,000 requests. */
  lambda: number;
  /** Bounds any assignment that meets `pMin` from below. */
  boundUsdPerThousand: number;
}

export interface Reference extends Outcome {
  strategy: "fixed" | "best-predicted";
  /** Null unless `fixed`. */
  toolId: string | null;
}

export interface Curve {
  /** Sorted by rising P_min. */
  points: CurvePoint[];
  references: Reference[];
  /** P_min above which the bound costs something, and the highest that can be met. */
  range: { cheapest: number; bestReachable: number };
}

/** The bounds are evenly spaced from the cheapest assignment's mean to the best reachable. */
export function relaxationCurve(
  problem: RoutingProblem,
  labels: ScoreMatrix | null,
  count: number,
): Curve | ProblemFault {
  const checked = priced(problem);
  if ("kind" in checked) return checked;
  const relaxation = buildRelaxation(checked);
  const range = {
    cheapest: mean(relaxation.start.map((tool, n) => scoreAt(checked.predicted, n, tool))),
    bestReachable: bestReachable(checked.predicted),
  };
  return {
    points: evenly(range.cheapest, range.bestReachable, count).flatMap((pMin) =>
      roundedPoint(relaxation, pMin, labels),
    ),
    references: references(checked, labels),
    range,
  };
}

function evenly(from: number, to: number, count: number): number[] {
  if (count < 2 || to <= from) return [to];
  return Array.from({ length: count }, (_, index) => from + ((to - from) * index) / (count - 1));
}

function roundedPoint(
  relaxation: Relaxation,
  pMin: number,
  labels: ScoreMatrix | null,
): CurvePoint[] {
  const solved = solveRelaxation(relaxation, pMin);
  if (solved === null) return [];
  const { assignment, lambda, lpUsd } = solved;
  return [
    {
      ...outcomeOf(relaxation.problem, assignment, labels),
      pMin,
      lambda,
      boundUsdPerThousand: perThousand(lpUsd, assignment),
    },
  ];
}

function perThousand(usd: number, assignment: Assignment): number {
  return (1000 * usd) / assignment.length;
}

function references(problem: RoutingProblem, labels: ScoreMatrix | null): Reference[] {
  const fixed = problem.toolIds.map(
    (toolId, tool): Reference => ({
      ...outcomeOf(problem, fixedTool(problem, tool), labels),
      strategy: "fixed",
      toolId,
    }),
  );
  const best = outcomeOf(problem, bestPredicted(problem), labels);
  return [...fixed, { ...best, strategy: "best-predicted", toolId: null }];
}
