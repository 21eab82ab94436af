/**
 * Cost-saving assignment as an integer linear programme (HomoRouter Eq. 6), solved by HiGHS:
 * min Σ w·C subject to (1/N) Σ w·p ≥ P_min, Σ_m w = 1 for each question, w binary.
 */
import loadHighs, { type Highs, type Model, type ModelData } from "highs";
import { AppError } from "../../../log/errors.ts";
import { costStep, viableColumns } from "./presolve.ts";
import { type Assignment, type PricedProblem, scoreAt, scoreTarget } from "./problem.ts";

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
      const found = highs.withModel(countsModel(highs, request), (model) =>
        run(highs, model, request, onImproved),
      );
      const { counts, ...rest } = found;
      const assignment = counts === null ? null : bestOfCounts(highs, request, counts);
      if (assignment !== null) return { ...rest, assignment };
      // The known one stands; what the solver claims of its counts is not believed.
      return {
        ...rest,
        assignment: request.start,
        status: counts === null ? rest.status : "time-limit",
      };
    } catch (cause) {
      throw cause instanceof AppError ? cause : solverFailed(cause);
    }
  };
}

function solverFailed(cause: unknown): AppError {
  const message = cause instanceof Error ? cause.message : String(cause);
  return new AppError("router-solver-failed", { message: message.slice(0, 300) }, { cause });
}

/**
 * The programme with whole counts in place of whole w: the cost depends only on how many questions
 * each tool gets, n_m = Σ w, and for whole counts the best w is whole by itself (a transportation
 * problem). So M variables are branched on and not N·M, which is what makes a proof quick.
 * Column q·M + m is w of question q and tool m, column N·M + m the count; rows 0 to N − 1 are
 * Σ_m w = 1, row N is the bound, row N + 1 + m is Σ_q w − n_m = 0.
 */
function countsModel(highs: Highs, { problem, pMin, start, lambda }: IlpRequest): ModelData {
  const { predicted, prices } = problem;
  const [questions, tools] = [predicted.length, prices.length];
  const columns = questions * tools;
  const tried = viableColumns(problem, { assignment: start, lambda, pMin }, costStep(prices));
  const rows = questions + 1 + tools;
  const rowLower = new Float64Array(rows).fill(1, 0, questions);
  const rowUpper = rowLower.slice();
  rowLower[questions] = scoreTarget(questions, pMin);
  rowUpper[questions] = highs.infinity;
  const { integer, continuous } = highs.constants.variableType;
  return {
    numCols: columns + tools,
    numRows: rows,
    colCost: [...new Array<number>(columns).fill(0), ...prices],
    colLower: new Float64Array(columns + tools),
    colUpper: Float64Array.from([
      ...tried.map((is) => (is ? 1 : 0)),
      ...prices.map(() => questions),
    ]),
    rowLower,
    rowUpper,
    matrix: {
      format: "csc",
      numRows: rows,
      numCols: columns + tools,
      starts: Int32Array.from({ length: columns + tools + 1 }, (_, column) =>
        column <= columns ? 3 * column : 3 * columns + (column - columns),
      ),
      indices: [
        ...predicted.flatMap((row, question) =>
          row.flatMap((_, tool) => [question, questions, questions + 1 + tool]),
        ),
        ...prices.map((_, tool) => questions + 1 + tool),
      ],
      values: [
        ...predicted.flatMap((row) => row.flatMap((score) => [1, score, 1])),
        ...prices.map(() => -1),
      ],
    },
    integrality: Int32Array.from({ length: columns + tools }, (_, column) =>
      column < columns ? continuous : integer,
    ),
  };
}

interface Counted extends Omit<IlpAnswer, "assignment"> {
  /** Questions of each tool; null where nothing was found. */
  counts: number[] | null;
}

function run(
  highs: Highs,
  model: Model,
  { problem, start, settings }: IlpRequest,
  onImproved: OnImproved,
): Counted {
  const { prices } = problem;
  const tools = prices.length;
  const step = costStep(prices);
  model.options.set({
    output_flag: false,
    mip_rel_gap: settings.relativeGap,
    mip_abs_gap: Math.max(settings.absoluteGap, provingShare * step),
    time_limit: settings.timeLimitSeconds,
    mip_feasibility_tolerance: feasibilityTolerance,
    primal_feasibility_tolerance: feasibilityTolerance,
  });
  const shares = problem.predicted.flatMap((_, n) => oneHot(start[n], tools));
  model.setSolution({ colValue: [...shares, ...countsOf(start, tools)] });
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
  const values = Array.from(model.getSolution().colValue).slice(-tools);
  return {
    status: optimal ? "optimal" : "time-limit",
    counts: solved ? values.map(Math.round) : null,
    boundUsd: nextCost(Math.max(0, Number(model.info.get("mip_dual_bound"))), step) / 1000,
  };
}

function countsOf(assignment: Assignment, tools: number): number[] {
  return Array.from(
    { length: tools },
    (_, tool) => assignment.filter((one) => one === tool).length,
  );
}

/** The assignment with these counts that has the highest sum of scores; null where it misses the bound. */
function bestOfCounts(
  highs: Highs,
  { problem, pMin }: IlpRequest,
  counts: readonly number[],
): Assignment | null {
  const { predicted } = problem;
  const [questions, tools] = [predicted.length, counts.length];
  const columns = questions * tools;
  const sums = Float64Array.from([...predicted.map(() => 1), ...counts]);
  const data: ModelData = {
    numCols: columns,
    numRows: questions + tools,
    colCost: predicted.flatMap((row) => row.map((score) => -score)),
    colLower: new Float64Array(columns),
    colUpper: new Float64Array(columns).fill(1),
    rowLower: sums,
    rowUpper: sums,
    matrix: {
      format: "csc",
      numRows: questions + tools,
      numCols: columns,
      starts: Int32Array.from({ length: columns + 1 }, (_, column) => 2 * column),
      indices: predicted.flatMap((row, q) => row.flatMap((_, tool) => [q, questions + tool])),
      values: new Float64Array(2 * columns).fill(1),
    },
  };
  return highs.withModel(data, (model) => {
    // A corner of a transportation problem is whole; an interior point need not be.
    model.options.set({ output_flag: false, solver: "simplex" });
    model.run();
    const values = model.getSolution().colValue;
    const assignment = predicted.map((_, n) => chosen(values, n, tools));
    const sum = assignment.reduce((all, tool, n) => all + scoreAt(predicted, n, tool), 0);
    return sum < scoreTarget(questions, pMin) ? null : assignment;
  });
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
