/** Percentile intervals of any statistic, as our printed tables have them; the lab's own are in `estimate.ts`. */
import { seededRandom } from "../../methods/homo-router/training/random.ts";
import type { Interval } from "../types.ts";

/** Percentile bootstrap of the mean over questions; the seed is fixed, so a table repeats. */
export function bootstrapMean(values: readonly number[], rounds = 2000, seed = 42): Interval {
  const mean = (drawn: readonly number[]) =>
    drawn.reduce((sum, value) => sum + value, 0) / drawn.length;
  return bootstrap(values, mean, rounds, seed);
}

/** Percentile bootstrap of any statistic over questions, likewise. `mean` is its value on all. */
export function bootstrap<T>(
  items: readonly T[],
  statistic: (drawn: readonly T[]) => number,
  rounds = 1000,
  seed = 42,
): Interval {
  const n = items.length;
  const random = seededRandom(seed);
  const drawn = (): T[] =>
    Array.from({ length: n }, () => items[Math.floor(random() * n)]).filter(
      (item): item is T => item !== undefined,
    );
  const values = Array.from({ length: rounds }, () => statistic(drawn())).sort((a, b) => a - b);
  const mean = statistic(items);
  const at = (share: number) => values[Math.floor(share * (rounds - 1))] ?? mean;
  return { mean, low: at(0.025), high: at(0.975), n };
}

/** "12.3 (8.1–16.9)", in per cent. */
export function percent({ mean, low, high }: Interval): string {
  const digits = (value: number) => (100 * value).toFixed(1);
  return `${digits(mean)} (${digits(low)}–${digits(high)})`;
}

/** "+3.1 (−0.4 to +6.6)", in points: a difference. */
export function signedPercent({ mean, low, high }: Interval): string {
  const digits = (value: number) => {
    const text = (100 * Math.abs(value)).toFixed(1);
    return text === "0.0" ? text : `${value < 0 ? "−" : "+"}${text}`;
  };
  return `${digits(mean)} (${digits(low)} to ${digits(high)})`;
}
