import type { Interval } from "../types.ts";
import { bcaBounds } from "./bca.ts";
import { type Column, columnMean, type Resamples, resampledMeans } from "./resample.ts";

export type Statistic = (means: readonly number[]) => number;

export const identityStatistic: Statistic = ([mean = Number.NaN]) => mean;

export interface Sample {
  n: number;
  columns: readonly Column[];
  means: readonly number[];
  resampled: readonly Float64Array[];
}

export function sampleOf(resamples: Resamples, columns: readonly Column[]): Sample {
  const common = commonQuestions(columns);
  const [first = new Float64Array()] = common;
  return {
    n: countOf(first),
    columns: common,
    means: common.map(columnMean),
    resampled: resampledMeans(resamples, common),
  };
}

export function singleSamples(resamples: Resamples, columns: readonly Column[]): Sample[] {
  const resampled = resampledMeans(resamples, columns);
  return columns.map((column, index) => ({
    n: countOf(column),
    columns: [column],
    means: [columnMean(column)],
    resampled: [resampled[index] ?? new Float64Array()],
  }));
}

function countOf(column: Column): number {
  return column.reduce((n, value) => n + (Number.isNaN(value) ? 0 : 1), 0);
}

export function commonQuestions(columns: readonly Column[]): Column[] {
  const [first] = columns;
  if (first === undefined || !columns.some((column) => column.some(Number.isNaN))) {
    return [...columns];
  }
  const present = first.map((_, at) => (columns.some((one) => Number.isNaN(one[at])) ? 0 : 1));
  return columns.map((one) => one.map((value, at) => (present[at] === 1 ? value : Number.NaN)));
}

/** Null without a value or a bounded interval. */
export function estimate(sample: Sample, statistic: Statistic): Interval | null {
  const { n, means, resampled } = sample;
  const mean = statistic(means);
  if (n === 0 || !Number.isFinite(mean)) return null;
  const rounds = resampled[0]?.length ?? 0;
  const replicates = new Float64Array(rounds);
  const drawn = new Array<number>(means.length).fill(0);
  for (let round = 0; round < rounds; round += 1) {
    for (let at = 0; at < drawn.length; at += 1) drawn[at] = resampled[at]?.[round] ?? Number.NaN;
    replicates[round] = statistic(drawn);
  }
  const bounds = bcaBounds(mean, replicates, withoutEach(sample, statistic));
  return bounds === null ? null : { mean, ...bounds, n };
}

/** Computes the jackknife values. */
function withoutEach({ n, columns, means }: Sample, statistic: Statistic): Float64Array {
  const values = new Float64Array(n);
  const length = columns[0]?.length ?? 0;
  const tailCounts = new Array<number>(means.length).fill(0);
  let filled = 0;
  for (let question = 0; question < length; question += 1) {
    if (Number.isNaN(columns[0]?.[question] ?? Number.NaN)) continue;
    for (let at = 0; at < tailCounts.length; at += 1) {
      tailCounts[at] = (n * (means[at] ?? 0) - (columns[at]?.[question] ?? 0)) / (n - 1);
    }
    values[filled] = statistic(tailCounts);
    filled += 1;
  }
  return values;
}

/** Differences smaller than this are rounding. */
const rounding = 1e-12;

export function isConstant({ low, high }: Interval): boolean {
  return high - low < rounding;
}

/** Widens to Clopper–Pearson's bounds, as if unseen questions were at the ends of the scale. */
export function widenedIfConstant(
  interval: Interval,
  [lowest, highest]: readonly [number, number],
): Interval {
  if (!isConstant(interval)) return interval;
  const { mean, n } = interval;
  const unmet = 1 - 0.025 ** (1 / n);
  return { mean, low: mean - unmet * (mean - lowest), high: mean + unmet * (highest - mean), n };
}
