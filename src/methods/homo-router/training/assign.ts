/** The assignments of HomoRouter §3.3; none throws on bad data. */
import { chooseOnline } from "../../../stages/dual-price.ts";
import { cheapest, equalWithin } from "./cheapest.ts";
import { buildRelaxation, solveRelaxation } from "./lp-relaxation.ts";
import {
  type Assignment,
  bestReachable,
  meanScore,
  outcomeOf,
  type PricedProblem,
  type ProblemFault,
  priced,
  type RoutingProblem,
} from "./problem.ts";

export function fixedTool({ predicted }: RoutingProblem, tool: number): Assignment {
  return predicted.map(() => tool);
}

export function atDualPrice(
  { predicted, prices }: Pick<RoutingProblem, "predicted" | "prices">,
  lambda: number,
): Assignment {
  return predicted.map((scores) => chooseOnline(scores, prices, lambda));
}

/** argmax p; ties go to the cheaper tool, and an unknown price is the dearest. */
export function bestPredicted(problem: RoutingProblem): Assignment {
  return atDualPrice(problem, 0);
}

/** Cost-Saving-ILP, in US dollars for all questions. */
export type CostSaving =
  | {
      status: "optimal";
      assignment: Assignment;
      usd: number;
      /** The relaxation's optimum, at most `usd`. */
      lpUsd: number;
      /** Accuracy per US dollar per 1,000 requests. */
      lambda: number;
      meanPredicted: number;
    }
  | {
      /** No assignment meets the bound; this one, Best-Predicted, comes nearest. */
      status: "infeasible";
      assignment: Assignment;
      usd: number;
      bestReachable: number;
      /** 0 is Best-Predicted. */
      lambda: number;
      meanPredicted: number;
    }
  | { status: "refused"; fault: ProblemFault };

export function costSaving(problem: RoutingProblem, pMin: number): CostSaving {
  const checked = priced(problem);
  if ("kind" in checked) return { status: "refused", fault: checked };
  if (!Number.isFinite(pMin)) return { status: "refused", fault: { kind: "bound-invalid" } };
  const relaxed = solveRelaxation(buildRelaxation(checked), pMin);
  if (relaxed === null) return infeasible(checked);
  const { usd, lpUsd, lambda } = relaxed;
  const isProven = usd - lpUsd < equalWithin / 1000;
  const assignment = isProven ? relaxed.assignment : cheapest(checked, pMin, relaxed);
  return {
    status: "optimal",
    assignment,
    usd: usdOf(checked, assignment),
    lpUsd,
    lambda,
    meanPredicted: meanScore(checked.predicted, assignment),
  };
}

function infeasible(problem: PricedProblem): CostSaving {
  const assignment = bestPredicted(problem);
  return {
    status: "infeasible",
    assignment,
    usd: usdOf(problem, assignment),
    bestReachable: bestReachable(problem.predicted),
    lambda: 0,
    meanPredicted: meanScore(problem.predicted, assignment),
  };
}

function usdOf(problem: PricedProblem, assignment: Assignment): number {
  return outcomeOf(problem, assignment, null).usd ?? 0;
}
