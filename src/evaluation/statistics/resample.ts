/** A paired bootstrap: all columns share the resamples, drawn once as counts per question. */
import { seededRandom } from "../../shared/random.ts";

/** One figure per question; NaN if missing. */
export type Column = Float64Array;

export interface Resamples {
  questions: number;
  rounds: number;
  /** [rounds × questions]; a count never reaches 255. */
  counts: Uint8Array;
}

export function drawResamples(questions: number, rounds: number, seed: number): Resamples {
  const random = seededRandom(seed);
  const counts = new Uint8Array(rounds * questions);
  for (let round = 0; round < rounds; round += 1) {
    const row = counts.subarray(round * questions, (round + 1) * questions);
    for (let drawn = 0; drawn < questions; drawn += 1) {
      const question = Math.floor(random() * questions);
      row[question] = (row[question] ?? 0) + 1;
    }
  }
  return { questions, rounds, counts };
}

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

/** NaN if a resample has none of a column's questions. */
export function resampledMeans(resamples: Resamples, columns: readonly Column[]): Float64Array[] {
  const varied = columns.filter((column) => !isOneValue(column));
  const means = meansOfVaried(resamples, varied);
  return columns.map((column) => {
    const mean = means[varied.indexOf(column)];
    return mean ?? new Float64Array(resamples.rounds).fill(column[0] ?? Number.NaN);
  });
}

/** Such a column has the same mean in every resample. */
function isOneValue(column: Column): boolean {
  return column.every((value) => value === column[0]);
}

function meansOfVaried(resamples: Resamples, columns: readonly Column[]): Float64Array[] {
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
  /** 1 where a column has figures, else 0; columns that miss the same questions share one. */
  masks: Column[];
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

/** Sums columns in fours, so that each memory load serves several sums. */
function weightedSums(resamples: Resamples, columns: readonly Column[]): Float64Array[] {
  const sums = columns.map(() => new Float64Array(resamples.rounds));
  const spare = new Float64Array(resamples.questions);
  const unused = new Float64Array(resamples.rounds);
  for (let first = 0; first < columns.length; first += 4) {
    const column = (step: number) => columns[first + step] ?? spare;
    const into = (step: number) => sums[first + step] ?? unused;
    sumFour(
      resamples,
      { a: column(0), b: column(1), c: column(2), d: column(3) },
      { a: into(0), b: into(1), c: into(2), d: into(3) },
    );
  }
  return sums;
}

interface Four {
  a: Float64Array;
  b: Float64Array;
  c: Float64Array;
  d: Float64Array;
}

/** Unrolled by two, since an analysis spends its time here. */
function sumFour({ counts, questions, rounds }: Resamples, from: Four, to: Four): void {
  const { a, b, c, d } = from;
  for (let round = 0; round < rounds; round += 2) {
    const start = round * questions;
    let [a0, b0, c0, d0] = [0, 0, 0, 0];
    let [a1, b1, c1, d1] = [0, 0, 0, 0];
    for (let question = 0; question < questions; question += 1) {
      const count0 = counts[start + question] ?? 0;
      const count1 = counts[start + questions + question] ?? 0;
      const valueA = a[question] ?? 0;
      const valueB = b[question] ?? 0;
      const valueC = c[question] ?? 0;
      const valueD = d[question] ?? 0;
      a0 += count0 * valueA;
      b0 += count0 * valueB;
      c0 += count0 * valueC;
      d0 += count0 * valueD;
      a1 += count1 * valueA;
      b1 += count1 * valueB;
      c1 += count1 * valueC;
      d1 += count1 * valueD;
    }
    to.a[round] = a0;
    to.b[round] = b0;
    to.c[round] = c0;
    to.d[round] = d0;
    // After the last odd round these are out of range, which a typed array ignores.
    to.a[round + 1] = a1;
    to.b[round + 1] = b1;
    to.c[round + 1] = c1;
    to.d[round + 1] = d1;
  }
}
