/**
 * Cost-saving assignment as an integer linear programme (HomoRouter Eq. 6), solved by HiGHS:
 * min Σ w·C subject to (1/N) Σ w·p ≥ P_min, Σ_m w = 1 for each question, w binary.
 */
import loadHighs, { type Highs, type Model, type ModelData } from "highs";
import { AppError } from "../core/errors.ts";
import { type Assignment, type PricedProblem, scoreTarget } from "./problem.ts";

export interface IlpSettings {
  /** Ends when (cost − bound) / cost is no larger; 0 asks for a proof. */
  relativeGap: number;
  /** Ends when cost − bound is no larger; the sum of prices over the questions, so 1000 × US dollars. */
  absoluteGap: number;
  /** Then the best assignment so far stands, beside its bound. */
  timeLimitSeconds: number;
}

export const defaultIlp: IlpSettings = {
  relativeGap: 0,
  absoluteGap: 1e-6,
  timeLimitSeconds: 10,
};

export interface IlpRequest {
  problem: PricedProblem;
  pMin: number;
  /** A feasible assignment to begin from. */
  start: Assignment;
  settings: IlpSettings;
}

export interface IlpAnswer {
  status: "optimal" | "time-limit";
  assignment: Assignment;
  /** No assignment costs less; US dollars for all questions. */
  boundUsd: number;
}

/** Told whenever a cheaper assignment was found. */
type OnImproved = (usd: number) => void;

/** Solves a feasible problem; blocks its thread. Throws `router-solver-failed`. */
export type IlpSolver = (request: IlpRequest, onImproved?: OnImproved) => IlpAnswer;

/** How sharply HiGHS keeps the rows; its default of 1e-6 could miss the bound. */
const feasibilityTolerance = 1e-9;

/**
 * Loads HiGHS (3.5 MB of WebAssembly). `wasmUrl` is where this build serves it; Node finds it
 * beside the package by itself. Throws `router-solver-failed`.
 */
export async function createIlpSolver(wasmUrl?: string): Promise<IlpSolver> {
  const highs = await loadHighs(wasmUrl === undefined ? {} : { locateFile: () => wasmUrl }).catch(
    (cause: unknown) => {
      throw solverFailed(cause);
    },
  );
  return (request, onImproved = () => {}) => {
    try {
      return highs.withModel(modelOf(highs, request), (model) =>
        run(highs, model, request, onImproved),
      );
    } catch (cause) {
      throw cause instanceof AppError ? cause : solverFailed(cause);
    }
  };
}

function solverFailed(cause: unknown): AppError {
  const message = cause instanceof Error ? cause.message : String(cause);
  return new AppError("router-solver-failed", { message: message.slice(0, 300) }, { cause });
}

/** Column n·M + m is w of question n and tool m; row n is Σ_m w = 1, row N the bound. */
function modelOf(highs: Highs, { problem, pMin }: IlpRequest): ModelData {
  const { predicted, prices } = problem;
  const [questions, tools] = [predicted.length, prices.length];
  const columns = questions * tools;
  const rowLower = new Float64Array(questions + 1).fill(1);
  const rowUpper = new Float64Array(questions + 1).fill(1);
  rowLower[questions] = scoreTarget(questions, pMin);
  rowUpper[questions] = highs.infinity;
  return {
    numCols: columns,
    numRows: questions + 1,
    colCost: predicted.flatMap(() => prices),
    colLower: new Float64Array(columns),
    colUpper: new Float64Array(columns).fill(1),
    rowLower,
    rowUpper,
    matrix: {
      format: "csc",
      numRows: questions + 1,
      numCols: columns,
      starts: Int32Array.from({ length: columns + 1 }, (_, column) => 2 * column),
      indices: predicted.flatMap((row, question) => row.flatMap(() => [question, questions])),
      values: predicted.flatMap((row) => row.flatMap((score) => [1, score])),
    },
    integrality: new Int32Array(columns).fill(highs.constants.variableType.integer),
  };
}

function run(
  highs: Highs,
  model: Model,
  { problem, start, settings }: IlpRequest,
  onImproved: OnImproved,
): IlpAnswer {
  const tools = problem.prices.length;
  model.options.set({
    output_flag: false,
    mip_rel_gap: settings.relativeGap,
    mip_abs_gap: settings.absoluteGap,
    time_limit: settings.timeLimitSeconds,
    mip_feasibility_tolerance: feasibilityTolerance,
    primal_feasibility_tolerance: feasibilityTolerance,
  });
  model.setSolution({ colValue: problem.predicted.flatMap((_, n) => oneHot(start[n], tools)) });
  const { modelStatus } = model.run({
    [highs.constants.callbackType.mipImprovingSolution]: ({ data }) => {
      onImproved((data.objective_function_value ?? Number.NaN) / 1000);
      return undefined;
    },
  });
  const known = highs.constants.modelStatus;
  const optimal = modelStatus === known.optimal;
  if (!optimal && modelStatus !== known.timeLimit) {
    throw new AppError("router-solver-failed", { message: `model status ${modelStatus}` });
  }
  const solved =
    model.info.get("primal_solution_status") === highs.constants.solutionStatus.feasible;
  const values = model.getSolution().colValue;
  return {
    status: optimal ? "optimal" : "time-limit",
    assignment: solved ? problem.predicted.map((_, n) => chosen(values, n, tools)) : start,
    boundUsd: Math.max(0, Number(model.info.get("mip_dual_bound"))) / 1000,
  };
}

function oneHot(tool: number | undefined, tools: number): number[] {
  return Array.from({ length: tools }, (_, index) => (index === tool ? 1 : 0));
}

/** The tool whose w is nearest 1. */
function chosen(values: Float64Array, question: number, tools: number): number {
  const own = values.subarray(question * tools, (question + 1) * tools);
  return own.indexOf(Math.max(...own));
}
