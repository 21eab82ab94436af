/**
 * Bootstrap over questions: resamples are drawn once, as how often each question is in each
 * of them, and every column of figures is averaged over the same resamples (paired).
 */
import { seededRandom } from "../../router/random.ts";

/** One figure a question, in the batch's order; NaN where the question has none. */
export type Column = Float64Array;

export interface Resamples {
  questions: number;
  rounds: number;
  /** [rounds × questions]: how often the question is in the resample. */
  counts: Uint16Array;
}

/** Each resample draws as many questions as there are, with replacement. */
export function drawResamples(questions: number, rounds: number, seed: number): Resamples {
  const random = seededRandom(seed);
  const counts = new Uint16Array(rounds * questions);
  for (let round = 0; round < rounds; round += 1) {
    const row = counts.subarray(round * questions, (round + 1) * questions);
    for (let drawn = 0; drawn < questions; drawn += 1) {
      const question = Math.floor(random() * questions);
      row[question] = (row[question] ?? 0) + 1;
    }
  }
  return { questions, rounds, counts };
}

/** Mean of the figures that there are; NaN without any. */
export function columnMean(column: Column): number {
  let sum = 0;
  let n = 0;
  for (const value of column) {
    if (Number.isNaN(value)) continue;
    sum += value;
    n += 1;
  }
  return n === 0 ? Number.NaN : sum / n;
}

/** The mean of each column in each resample; NaN in a resample that has none of its questions. */
export function resampledMeans(resamples: Resamples, columns: readonly Column[]): Float64Array[] {
  const { rounds } = resamples;
  const presence = presenceOf(columns);
  const sums = weightedSums(resamples, [
    ...columns.map((column, index) => (presence.of[index] === null ? column : zeroed(column))),
    ...presence.masks,
  ]);
  return columns.map((_, index) => {
    const mask = presence.of[index] ?? null;
    const sum = sums[index] ?? new Float64Array(rounds);
    const weights = mask === null ? null : sums[columns.length + mask];
    return sum.map((total, round) => total / (weights?.[round] ?? resamples.questions));
  });
}

interface Presence {
  /** Where a column has figures, 1 or 0; columns that miss the same questions share one. */
  masks: Column[];
  /** Index of each column's mask; null where nothing is missing. */
  of: (number | null)[];
}

function presenceOf(columns: readonly Column[]): Presence {
  const masks: Column[] = [];
  const of = columns.map((column) => {
    if (!column.some(Number.isNaN)) return null;
    const mask = column.map((value) => (Number.isNaN(value) ? 0 : 1));
    const known = masks.findIndex((other) => other.every((value, at) => value === mask[at]));
    return known === -1 ? masks.push(mask) - 1 : known;
  });
  return { masks, of };
}

function zeroed(column: Column): Column {
  return column.map((value) => (Number.isNaN(value) ? 0 : value));
}

/** Columns are summed in fours, which the machine does in nearly the time of one. */
function weightedSums(resamples: Resamples, columns: readonly Column[]): Float64Array[] {
  const { questions, rounds } = resamples;
  const sums = columns.map(() => new Float64Array(rounds));
  const spare = new Float64Array(Math.max(questions, rounds));
  for (let first = 0; first < columns.length; first += 4) {
    const four = [0, 1, 2, 3].map((step) => columns[first + step] ?? spare);
    const into = [0, 1, 2, 3].map((step) => sums[first + step] ?? spare.slice(0, rounds));
    sumFour(resamples, four, into);
  }
  return sums;
}

function sumFour(
  { counts, questions, rounds }: Resamples,
  [a = new Float64Array(), b = a, c = a, d = a]: readonly Column[],
  [toA = new Float64Array(), toB = toA, toC = toA, toD = toA]: readonly Float64Array[],
): void {
  for (let round = 0; round < rounds; round += 1) {
    const start = round * questions;
    let [sumA, sumB, sumC, sumD] = [0, 0, 0, 0];
    for (let question = 0; question < questions; question += 1) {
      const count = counts[start + question] ?? 0;
      sumA += count * (a[question] ?? 0);
      sumB += count * (b[question] ?? 0);
      sumC += count * (c[question] ?? 0);
      sumD += count * (d[question] ?? 0);
    }
    toA[round] = sumA;
    toB[round] = sumB;
    toC[round] = sumC;
    toD[round] = sumD;
  }
}
