/** Percentile intervals for printed tables; the lab's own bounds are in `estimate.ts`. */
import type { Interval } from "../types.ts";
import { columnMean, drawResamples, type Resamples, resampledMeans } from "./resample.ts";

/** Percentile bootstrap; the seed is fixed, so a table repeats. */
export function bootstrapMean(values: readonly number[], rounds = 2000, seed = 42): Interval {
  return meanBootstrap(values.length, rounds, seed)(values);
}

export function meanBootstrap(
  questions: number,
  rounds = 2000,
  seed = 42,
): (values: readonly number[]) => Interval {
  const resamples = drawResamples(questions, rounds, seed);
  return (values) => {
    const column = Float64Array.from(values);
    const [means = column] = resampledMeans(resamples, [column]);
    return percentiles(columnMean(column), means, questions);
  };
}

export function bootstrap<T>(
  items: readonly T[],
  statistic: (drawn: readonly T[]) => number,
  rounds = 1000,
  seed = 42,
): Interval {
  const resamples = drawResamples(items.length, rounds, seed);
  const values = Float64Array.from({ length: rounds }, (_, round) =>
    statistic(drawnIn(resamples, round, items)),
  );
  return percentiles(statistic(items), values, items.length);
}

function drawnIn<T>({ counts, questions }: Resamples, round: number, items: readonly T[]): T[] {
  return items.flatMap((item, at) =>
    Array.from({ length: counts[round * questions + at] ?? 0 }, () => item),
  );
}

function percentiles(mean: number, values: Float64Array, n: number): Interval {
  const sorted = values.toSorted();
  const at = (share: number) => sorted[Math.floor(share * (sorted.length - 1))] ?? mean;
  return { mean, low: at(0.025), high: at(0.975), n };
}

export function percent({ mean, low, high }: Interval): string {
  const digits = (value: number) => (100 * value).toFixed(1);
  return `${digits(mean)} (${digits(low)}–${digits(high)})`;
}

export function signedPercent({ mean, low, high }: Interval): string {
  const digits = (value: number) => {
    const text = (100 * Math.abs(value)).toFixed(1);
    return text === "0.0" ? text : `${value < 0 ? "−" : "+"}${text}`;
  };
  return `${digits(mean)} (${digits(low)} to ${digits(high)})`;
}
