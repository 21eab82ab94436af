/**
 * Finds which differences incomplete outcomes determine. Each question has its own level, so only differences within
 * a question tell setups apart. Setups that were never asked are reached by main effects and first
 * interactions; what even these do not determine is refused.
 */
import type { Column } from "../statistics/resample.ts";
import { digitsOf } from "../statistics/shapley.ts";
import { factored, type Solved } from "./solve.ts";

/**
 * `every`: each setup has its own level. `pairs`: stages interact at most in pairs; `none`: not at
 * all.
 */
export type Assumed = "every" | "pairs" | "none";

export interface Design {
  assumed: Assumed;
  /** Setups asked of at least two; a question with one setup compares nothing. */
  rows: readonly QuestionRow[];
  parameters: number;
  terms: readonly Float64Array[];
  normal: Float64Array;
  solved: Solved;
}

export interface QuestionRow {
  question: number;
  setups: readonly number[];
}

/** Assumes as little as the outcomes allow, unless `assumed` is given. */
export function designOf(
  models: readonly number[],
  observed: readonly Column[],
  assumed?: Assumed,
): Design {
  if (assumed === undefined) {
    const each = designOf(models, observed, "every");
    // Else some setups share no question with the others.
    return each.solved.rank === observed.length - 1 ? each : designOf(models, observed, "pairs");
  }
  const questions = observed[0]?.length ?? 0;
  const rows = Array.from({ length: questions }, (_, question) => ({
    question,
    setups: observed.flatMap((column, at) =>
      Number.isNaN(column[question] ?? Number.NaN) ? [] : [at],
    ),
  })).filter(({ setups }) => setups.length > 1);
  const terms = observed.map((_, setup) => termsOf(setup, models, assumed));
  const parameters = terms[0]?.length ?? 0;
  const normal = new Float64Array(parameters ** 2);
  for (const { setups } of rows) addRow(normal, terms, setups);
  return { assumed, rows, parameters, terms, normal, solved: factored(normal, parameters) };
}

function termsOf(setup: number, models: readonly number[], assumed: Assumed): Float64Array {
  if (assumed === "every") {
    const length = models.reduce((product, count) => product * count, 1);
    return Float64Array.from({ length }, (_, at) => (at === setup ? 1 : 0));
  }
  const digits = digitsOf(setup, models);
  const marks = models.map((count, stage) =>
    Array.from({ length: count - 1 }, (_, at) => (digits[stage] === at + 1 ? 1 : 0)),
  );
  if (assumed === "none") return Float64Array.from(marks.flat());
  const pairs = marks.flatMap((own, stage) =>
    marks.slice(stage + 1).flatMap((other) => own.flatMap((a) => other.map((b) => a * b))),
  );
  return Float64Array.from([...marks.flat(), ...pairs]);
}

/** Adds X'MX of one question, M the centring on its mean. */
function addRow(
  normal: Float64Array,
  terms: readonly Float64Array[],
  setups: readonly number[],
): void {
  const size = terms[0]?.length ?? 0;
  for (const row of centred(terms, setups)) {
    for (let a = 0; a < size; a += 1) {
      const factor = row[a] ?? 0;
      if (factor === 0) continue;
      for (let b = 0; b < size; b += 1) {
        normal[a * size + b] = (normal[a * size + b] ?? 0) + factor * (row[b] ?? 0);
      }
    }
  }
}

export function centred(terms: readonly Float64Array[], setups: readonly number[]): Float64Array[] {
  const rows = setups.map((setup) => terms[setup] ?? new Float64Array());
  const mean = Float64Array.from(
    rows[0] ?? [],
    (_, at) => rows.reduce((sum, row) => sum + (row[at] ?? 0), 0) / rows.length,
  );
  return rows.map((row) => row.map((value, at) => value - (mean[at] ?? 0)));
}

/** `weights` sum to 0. */
export function isDetermined(design: Design, weights: readonly number[]): boolean {
  return design.solved.isInRange(direction(design, weights));
}

function direction({ parameters, terms }: Design, weights: readonly number[]): Float64Array {
  const sum = new Float64Array(parameters);
  weights.forEach((weight, setup) => {
    if (weight === 0) return;
    terms[setup]?.forEach((term, at) => {
      sum[at] = (sum[at] ?? 0) + weight * term;
    });
  });
  return sum;
}

/**
 * Setups which, asked on the same questions, would determine the differences: none can be left
 * out. Those with later models, which usually cost more, are given up first.
 */
export function freeing(
  models: readonly number[],
  design: Design,
  differences: readonly (readonly number[])[],
): number[] {
  const wanted = differences.map((weights) => direction(design, weights));
  const isFreedBy = (setups: readonly number[]) => {
    const normal = Float64Array.from(design.normal);
    addRow(normal, design.terms, setups);
    const { isInRange } = factored(normal, design.parameters);
    return wanted.every(isInRange);
  };
  // Where stages interact in pairs, setups with at most two later models determine everything.
  let kept = design.terms
    .map((_, setup) => setup)
    .filter((setup) => digitsOf(setup, models).filter((digit) => digit > 0).length <= 2);
  // By halves first, or hundreds of setups would take hundreds of factorisations.
  for (
    let step = Math.ceil(kept.length / 2);
    step > 0;
    step = step === 1 ? 0 : Math.ceil(step / 2)
  ) {
    for (let end = kept.length; end > 0; end -= step) {
      const fewer = kept.filter((_, at) => at < end - step || at >= end);
      if (fewer.length > 1 && isFreedBy(fewer)) kept = fewer;
    }
  }
  return kept;
}
