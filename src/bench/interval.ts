/** 95 % intervals for the figures we print. */

export interface Interval {
  mean: number;
  low: number;
  high: number;
  n: number;
}

/** Percentile bootstrap of the mean over questions; the seed is fixed, so a table repeats. */
export function bootstrapMean(values: readonly number[], rounds = 2000, seed = 42): Interval {
  const n = values.length;
  const random = mulberry32(seed);
  const means = Array.from({ length: rounds }, () => {
    let sum = 0;
    for (let draw = 0; draw < n; draw += 1) sum += values[Math.floor(random() * n)] ?? 0;
    return sum / n;
  }).sort((a, b) => a - b);
  const mean = values.reduce((sum, value) => sum + value, 0) / n;
  const at = (share: number) => means[Math.floor(share * (rounds - 1))] ?? mean;
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
