/** Rows are questions, columns are tools; scores in [0, 1]. */
export type ScoreMatrix = readonly (readonly number[])[];

export type Assignment = readonly number[];

export interface RoutingProblem {
  toolIds: readonly string[];
  /** p per tool. */
  predicted: ScoreMatrix;
  /** C: US dollars per 1,000 requests, in tool order; null if unknown. */
  prices: readonly (number | null)[];
}

export interface PricedProblem extends RoutingProblem {
  prices: readonly number[];
}

/** Questions count from 0. */
export type ProblemFault =
  | { kind: "no-questions" }
  | { kind: "no-tools" }
  | { kind: "lengths-differ"; question: number }
  | { kind: "not-a-number"; question: number; toolId: string }
  | { kind: "price-invalid"; toolId: string }
  | { kind: "price-unknown"; toolIds: string[] }
  | { kind: "bound-invalid" };

/** Null if the problem is usable. */
export function faultOf({ toolIds, predicted, prices }: RoutingProblem): ProblemFault | null {
  if (predicted.length === 0) return { kind: "no-questions" };
  if (toolIds.length === 0 || prices.length !== toolIds.length) return { kind: "no-tools" };
  for (const [index, price] of prices.entries()) {
    if (price !== null && !(Number.isFinite(price) && price >= 0)) {
      return { kind: "price-invalid", toolId: toolIds[index] ?? "" };
    }
  }
  for (const [question, row] of predicted.entries()) {
    if (row.length !== toolIds.length) return { kind: "lengths-differ", question };
    const tool = row.findIndex((score) => !Number.isFinite(score));
    if (tool !== -1) return { kind: "not-a-number", question, toolId: toolIds[tool] ?? "" };
  }
  return null;
}

export function priced(problem: RoutingProblem): PricedProblem | ProblemFault {
  const fault = faultOf(problem);
  if (fault !== null) return fault;
  const known = problem.prices.filter((price) => price !== null);
  if (known.length === problem.prices.length) return { ...problem, prices: known };
  const toolIds = problem.toolIds.filter((_, tool) => problem.prices[tool] === null);
  return { kind: "price-unknown", toolIds };
}

export function scoreAt(matrix: ScoreMatrix, question: number, tool: number): number {
  return matrix[question]?.[tool] ?? Number.NaN;
}

/** Rounding slack for meeting P_min. */
const boundSlack = 1e-9;

/** The Σ_n p needed for (1/N) Σ_n p ≥ P_min. */
export function scoreTarget(questions: number, pMin: number): number {
  return questions * (pMin - boundSlack);
}

/** The mean of max_m p. */
export function bestReachable(predicted: ScoreMatrix): number {
  return mean(predicted.map((row) => Math.max(...row)));
}

export interface Outcome {
  /** For all questions; null if a price is unknown. */
  usd: number | null;
  usdPerThousand: number | null;
  meanPredicted: number;
  /** The mean true score (Eq. 7); null if unknown. */
  accuracy: number | null;
  counts: number[];
}

export function outcomeOf(
  { toolIds, predicted, prices }: RoutingProblem,
  assignment: Assignment,
  labels: ScoreMatrix | null,
): Outcome {
  const chosen = assignment.map((tool) => prices[tool] ?? null);
  const known = chosen.filter((price) => price !== null);
  const sum = known.length === chosen.length ? known.reduce((all, one) => all + one, 0) : null;
  return {
    usd: sum === null ? null : sum / 1000,
    usdPerThousand: sum === null ? null : sum / assignment.length,
    meanPredicted: meanScore(predicted, assignment),
    accuracy: labels === null ? null : meanScore(labels, assignment),
    counts: toolIds.map((_, tool) => assignment.filter((one) => one === tool).length),
  };
}

export function meanScore(matrix: ScoreMatrix, assignment: Assignment): number {
  return mean(assignment.map((tool, question) => scoreAt(matrix, question, tool)));
}

/** NaN for no values. */
export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
