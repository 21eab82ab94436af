/**
 * One figure per question and setup from incomplete outcomes, so that every later figure is the
 * same sum as with complete ones. The figures are jackknife pseudo-values of the least-squares
 * levels: their means are these levels, their spread is the spread of the estimate, by question.
 */
import type { Column } from "../statistics/resample.ts";
import { centred, type Design, type QuestionRow } from "./design.ts";
import { factored, type Solved } from "./solve.ts";

export function filled(design: Design, observed: readonly Column[]): Column[] {
  const { terms, rows } = design;
  const scores = rows.map((row) => centredScores(row, observed));
  const levels = levelsOf(design, observed);
  const changes = changesWithout(design, scores, levels);
  const mean = levels.map((_, at) => average(changes.map((change) => change[at] ?? 0)));
  const columns = observed.map((column) => new Float64Array(column.length).fill(Number.NaN));
  const fitted = terms.map((row) => dot(row, levels));
  rows.forEach(({ question, setups }, at) => {
    const own = average(
      setups.map((setup) => (observed[setup]?.[question] ?? 0) - (fitted[setup] ?? 0)),
    );
    const change = changes[at]?.map((value, term) => value - (mean[term] ?? 0));
    columns.forEach((column, setup) => {
      const moved = change === undefined ? 0 : dot(terms[setup] ?? new Float64Array(), change);
      column[question] = own + (fitted[setup] ?? 0) + moved;
    });
  });
  return columns;
}

/** One for each term; a term that the outcomes do not determine is 0. */
export function levelsOf(
  { terms, rows, parameters, solved }: Design,
  observed: readonly Column[],
): Float64Array {
  const right = new Float64Array(parameters);
  for (const row of rows) {
    addProduct(right, centred(terms, row.setups), centredScores(row, observed));
  }
  return solved.solve(right);
}

/** (n − 1) times what the levels lose without each question. */
function changesWithout(
  design: Design,
  scores: readonly Float64Array[],
  levels: Float64Array,
): Float64Array[] {
  const { rows, solved, parameters } = design;
  // Questions asked in the same setups differ in nothing but their scores.
  const alike = new Map<string, Leverage>();
  return rows.map(({ setups }, at) => {
    const key = setups.join();
    const known = alike.get(key) ?? leverageOf(design, setups);
    alike.set(key, known);
    const { own, inner } = known;
    const residuals = Float64Array.from(
      own,
      (row, place) => (scores[at]?.[place] ?? 0) - dot(row, levels),
    );
    // A question that alone determines a level has no estimate without it.
    const z = inner.rank < own.length ? residuals : inner.solve(residuals);
    const product = new Float64Array(parameters);
    addProduct(product, own, z);
    return solved.solve(product).map((value) => value * (rows.length - 1));
  });
}

interface Leverage {
  own: readonly Float64Array[];
  /** I − H, H the question's leverage: (I − H) z = residuals. */
  inner: Solved;
}

function leverageOf({ terms, solved }: Design, setups: readonly number[]): Leverage {
  const own = centred(terms, setups);
  const size = own.length;
  const solvedRows = own.map((row) => solved.solve(row));
  const leverage = new Float64Array(size ** 2);
  own.forEach((row, a) => {
    solvedRows.forEach((other, b) => {
      leverage[a * size + b] = (a === b ? 1 : 0) - dot(row, other);
    });
  });
  return { own, inner: factored(leverage, size) };
}

function centredScores({ question, setups }: QuestionRow, observed: readonly Column[]) {
  const own = setups.map((setup) => observed[setup]?.[question] ?? 0);
  const mean = average(own);
  return Float64Array.from(own, (score) => score - mean);
}

function addProduct(sum: Float64Array, rows: readonly Float64Array[], factors: Float64Array): void {
  rows.forEach((row, at) => {
    const factor = factors[at] ?? 0;
    row.forEach((value, term) => {
      sum[term] = (sum[term] ?? 0) + factor * value;
    });
  });
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let at = 0; at < a.length; at += 1) sum += (a[at] ?? 0) * (b[at] ?? 0);
  return sum;
}

function average(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
