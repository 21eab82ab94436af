/** The paper's three ways to assign tools (HomoRouter §3.3); none of them throws for bad data. */
import { AppError } from "../../../log/errors.ts";
import { chooseOnline } from "../../../stages/dual-price.ts";
import { defaultIlp, type IlpSettings, type IlpSolver } from "./ilp.ts";
import { buildRelaxation, solveRelaxation } from "./lp-relaxation.ts";
import {
  type Assignment,
  bestReachable,
  boundSlack,
  meanScore,
  outcomeOf,
  type PricedProblem,
  type ProblemFault,
  priced,
  type RoutingProblem,
} from "./problem.ts";

/** Fixed-Tool: the same for every question. */
export function fixedTool({ predicted }: RoutingProblem, tool: number): Assignment {
  return predicted.map(() => tool);
}

/** Each question by itself at a dual price, as a run chooses. */
export function atDualPrice(
  { predicted, prices }: Pick<RoutingProblem, "predicted" | "prices">,
  lambda: number,
): Assignment {
  return predicted.map((scores) => chooseOnline(scores, prices, lambda));
}

/** Best-Predicted: argmax p; of equal ones the cheaper, an unknown price being the dearest. */
export function bestPredicted(problem: RoutingProblem): Assignment {
  return atDualPrice(problem, 0);
}

/** Cost-Saving-ILP, or why there is none; money in US dollars for all questions. */
export type CostSaving =
  | {
      status: "optimal" | "time-limit";
      assignment: Assignment;
      usd: number;
      /**
       * No assignment costs less: the solver's bound, or the relaxation's where that is higher, as
       * when time was up early. Equal to `usd` when optimal, within the gap.
       */
      boundUsd: number;
      /** The relaxation's optimum, by the relaxation; a check on the solver and never above `usd`. */
      lpUsd: number;
      /** The dual price for single questions: accuracy per US dollar per 1,000 requests. */
      lambda: number;
      meanPredicted: number;
    }
  | {
      /** No assignment keeps the bound; this one, Best-Predicted, comes nearest. */
      status: "infeasible";
      assignment: Assignment;
      usd: number;
      /** The highest bound that can be kept. */
      bestReachable: number;
      /** 0: Best-Predicted for single questions, too. */
      lambda: number;
      meanPredicted: number;
    }
  | { status: "refused"; fault: ProblemFault };

export interface CostSavingOptions {
  solver: IlpSolver;
  settings?: IlpSettings;
  /** Told the cost of each better assignment while it solves. */
  onImproved?: (usd: number) => void;
}

/**
 * The cheapest assignment whose mean predicted score is at least `pMin`. Throws
 * `router-solver-failed` only for a solver that broke off or cheats.
 */
export function costSaving(
  problem: RoutingProblem,
  pMin: number,
  options: CostSavingOptions,
): CostSaving {
  const checked = priced(problem);
  if ("kind" in checked) return { status: "refused", fault: checked };
  if (!Number.isFinite(pMin)) return { status: "refused", fault: { kind: "bound-invalid" } };
  const relaxed = solveRelaxation(buildRelaxation(checked), pMin);
  if (relaxed === null) return infeasible(checked);
  const { solver, settings = defaultIlp, onImproved } = options;
  const { assignment: start, lambda } = relaxed;
  const request = { problem: checked, pMin, start, lambda, settings };
  const { status, assignment, boundUsd } = solver(request, onImproved);
  const meanPredicted = keptBound(checked, assignment, pMin);
  return {
    status,
    assignment,
    usd: usdOf(checked, assignment),
    boundUsd: Math.max(boundUsd, relaxed.lpUsd),
    lpUsd: relaxed.lpUsd,
    lambda: relaxed.lambda,
    meanPredicted,
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

/** The solver keeps the bound to within twice the slack that sums are allowed; more is a fault. */
function keptBound(problem: PricedProblem, assignment: Assignment, pMin: number): number {
  const meanPredicted = meanScore(problem.predicted, assignment);
  if (!(meanPredicted >= pMin - 2 * boundSlack)) {
    throw new AppError("router-solver-failed", { message: "its assignment misses the bound" });
  }
  return meanPredicted;
}
