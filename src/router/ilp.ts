/**
 * Cost-saving assignment as an integer linear programme (HomoRouter Eq. 6), solved by HiGHS:
 * min Σ w·C subject to (1/N) Σ w·p ≥ P_min, Σ_m w = 1 for each question, w binary.
 */
import loadHighs, { type Highs, type Model, type ModelData } from "highs";
import { AppError } from "../core/errors.ts";
import { costStep, worthTrying } from "./narrow.ts";
import { type Assignment, type PricedProblem, scoreTarget } from "./problem.ts";

export interface IlpSettings {
  /** Ends when (cost − bound) / cost is no larger; 0 asks for a proof. */
  relativeGap: number;
  /**
   * Ends when cost − bound is no larger; the sum of prices over the questions, so 1000 × US dollars.
   * Where all costs are multiples of a step, less than that step proves, and is taken instead.
   */
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
  /** λ of the relaxation, which tells the columns that can be left out; 0 leaves none out. */
  lambda: number;
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

/** Of a step: two costs that are nearer are the same. */
const provingShare = 0.99;
/** Of a step: what the sums and the tolerances of HiGHS may be off by. */
const stepRounding = 1e-3;

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
      const pass = (asked: IlpRequest) =>
        highs.withModel(modelOf(highs, asked), (model) => run(highs, model, asked, onImproved));
      return twoPasses(request, pass);
    } catch (cause) {
      throw cause instanceof AppError ? cause : solverFailed(cause);
    }
  };
}

/** Of the time: enough for a good assignment, by which far more columns can be left out. */
const firstShare = 0.3;

/** The second begins from what the first found, with the columns that are left by then. */
function twoPasses(request: IlpRequest, pass: (request: IlpRequest) => IlpAnswer): IlpAnswer {
  const { settings } = request;
  const within = (share: number): IlpSettings => ({
    ...settings,
    timeLimitSeconds: share * settings.timeLimitSeconds,
  });
  const first = pass({ ...request, settings: within(firstShare) });
  if (first.status === "optimal") return first;
  const start = first.assignment;
  const second = pass({ ...request, start, settings: within(1 - firstShare) });
  return { ...second, boundUsd: Math.max(first.boundUsd, second.boundUsd) };
}

function solverFailed(cause: unknown): AppError {
  const message = cause instanceof Error ? cause.message : String(cause);
  return new AppError("router-solver-failed", { message: message.slice(0, 300) }, { cause });
}

/** Column n·M + m is w of question n and tool m; row n is Σ_m w = 1, row N the bound. */
function modelOf(highs: Highs, { problem, pMin, start, lambda }: IlpRequest): ModelData {
  const { predicted, prices } = problem;
  const known = { assignment: start, lambda, pMin };
  const tried = worthTrying(problem, known, costStep(prices));
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
    colUpper: Float64Array.from(tried, (is) => (is ? 1 : 0)),
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
  const step = costStep(problem.prices);
  model.options.set({
    output_flag: false,
    mip_rel_gap: settings.relativeGap,
    mip_abs_gap: Math.max(settings.absoluteGap, provingShare * step),
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
    boundUsd: nextCost(Math.max(0, Number(model.info.get("mip_dual_bound"))), step) / 1000,
  };
}

/** The least cost of an assignment that is not below the bound. */
function nextCost(bound: number, step: number): number {
  return step === 0 ? bound : Math.ceil(bound / step - stepRounding) * step;
}

function oneHot(tool: number | undefined, tools: number): number[] {
  return Array.from({ length: tools }, (_, index) => (index === tool ? 1 : 0));
}

/** The tool whose w is nearest 1. */
function chosen(values: Float64Array, question: number, tools: number): number {
  const own = values.subarray(question * tools, (question + 1) * tools);
  return own.indexOf(Math.max(...own));
}
