/** The assignment problem (HomoRouter §3.3) and what an assignment comes to. */

/** One row a question, one column a tool: scores in [0, 1]. */
export type ScoreMatrix = readonly (readonly number[])[];

/** The column of the chosen tool, for each question. */
export type Assignment = readonly number[];

export interface RoutingProblem {
  toolIds: readonly string[];
  /** p: what the predictor expects of each tool. */
  predicted: ScoreMatrix;
  /** C: US dollars per 1,000 requests, in the order of the tools; null where it is unknown. */
  prices: readonly (number | null)[];
}

/** A problem that was checked: all prices are known. */
export interface PricedProblem extends RoutingProblem {
  prices: readonly number[];
}

/** Why a problem cannot be solved; questions are counted from 0. */
export type ProblemFault =
  | { kind: "no-questions" }
  | { kind: "no-tools" }
  | { kind: "lengths-differ"; question: number }
  | { kind: "not-a-number"; question: number; toolId: string }
  | { kind: "price-invalid"; toolId: string }
  /** Cost cannot be saved on what costs nobody knows how much. */
  | { kind: "price-unknown"; toolIds: string[] }
  | { kind: "bound-invalid" };

/** What keeps the predicted scores from being used at all; null when nothing does. */
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

/** The problem with its prices known, or the fault that forbids saving cost. */
export function priced(problem: RoutingProblem): PricedProblem | ProblemFault {
  const fault = faultOf(problem);
  if (fault !== null) return fault;
  const known = problem.prices.filter((price) => price !== null);
  if (known.length === problem.prices.length) return { ...problem, prices: known };
  const toolIds = problem.toolIds.filter((_, tool) => problem.prices[tool] === null);
  return { kind: "price-unknown", toolIds };
}

/** p or l of one question and tool. */
export function scoreAt(matrix: ScoreMatrix, question: number, tool: number): number {
  return matrix[question]?.[tool] ?? Number.NaN;
}

/** A mean of predicted scores keeps P_min when it misses it by no more: room for rounding. */
const boundSlack = 1e-9;

/** Σ_n p that keeps (1/N) Σ_n p ≥ P_min, the rounding of sums allowed for. */
export function scoreTarget(questions: number, pMin: number): number {
  return questions * (pMin - boundSlack);
}

/** The highest P_min that any assignment keeps: the mean of max_m p. */
export function bestReachable(predicted: ScoreMatrix): number {
  return mean(predicted.map((row) => Math.max(...row)));
}

/** What an assignment comes to. */
export interface Outcome {
  /** US dollars for all questions; null when a chosen tool's price is unknown. */
  usd: number | null;
  /** US dollars per 1,000 questions, likewise. */
  usdPerThousand: number | null;
  meanPredicted: number;
  /** Mean true score (Eq. 7); null where it is not known. */
  accuracy: number | null;
  /** Questions of each tool, in the order of the tools. */
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

/** Mean over questions of the chosen tool's score. */
export function meanScore(matrix: ScoreMatrix, assignment: Assignment): number {
  return mean(assignment.map((tool, question) => scoreAt(matrix, question, tool)));
}

/** NaN of no values. */
export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
