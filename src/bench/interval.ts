/** 95 % intervals for the figures we print. */

export interface Interval {
  mean: number;
  low: number;
  high: number;
  n: number;
}

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
  const random = mulberry32(seed);
  const drawn = (): T[] =>
    Array.from({ length: n }, () => items[Math.floor(random() * n)]).filter(
      (item): item is T => item !== undefined,
    );
  const values = Array.from({ length: rounds }, () => statistic(drawn())).sort((a, b) => a - b);
  const mean = statistic(items);
  const at = (share: number) => values[Math.floor(share * (rounds - 1))] ?? mean;
  return { mean, low: at(0.025), high: at(0.975), n };
}

/** A small, well-known generator: the same draws on every machine. */
function mulberry32(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
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
