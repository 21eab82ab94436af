/**
 * Bias-corrected and accelerated bootstrap bounds (Efron 1987); why not plain percentiles:
 * `docs/lab.md`.
 */
import { errorFunction, probit, quantileSorted } from "simple-statistics";

/** The 97.5 % point of the normal distribution. */
export const normal975 = 1.959964;

export interface Bounds {
  low: number;
  high: number;
}

/** 95 % bounds from the replicates and the jackknife values (`leftOut`); null if unbounded. */
export function bcaBounds(
  estimate: number,
  replicates: Float64Array,
  leftOut: Float64Array,
): Bounds | null {
  const sorted = Array.from(replicates.filter((value) => !Number.isNaN(value)).sort());
  if (sorted.length === 0) return null;
  const bias = biasOf(estimate, sorted);
  const acceleration = accelerationOf(leftOut);
  const reach = expanded(leftOut.length);
  const at = (z: number) => {
    const shifted = bias + (bias + z) / (1 - acceleration * (bias + z));
    return quantileSorted(sorted, normalShare(shifted));
  };
  const bounds = { low: at(-reach), high: at(reach) };
  return Number.isFinite(bounds.low) && Number.isFinite(bounds.high) ? bounds : null;
}

/**
 * The normal point times √(n/(n−1)), with Student's t of n − 1 degrees by its Cornish–Fisher
 * expansion, for few questions (Hesterberg 2015).
 */
function expanded(n: number): number {
  if (n < 2) return normal975;
  const [z, degrees] = [normal975, n - 1];
  const first = (z ** 3 + z) / (4 * degrees);
  const second = (5 * z ** 5 + 16 * z ** 3 + 3 * z) / (96 * degrees ** 2);
  return Math.sqrt(n / degrees) * (z + first + second);
}

/** z0; equal replicates count half. */
function biasOf(estimate: number, sorted: readonly number[]): number {
  let below = 0;
  for (const value of sorted) below += value < estimate ? 1 : value === estimate ? 0.5 : 0;
  const step = 1 / sorted.length;
  return probit(Math.min(Math.max(below * step, step), 1 - step));
}

/** a: skewness of the jackknife values, over 6. */
function accelerationOf(leftOut: Float64Array): number {
  const mean = leftOut.reduce((sum, value) => sum + value, 0) / leftOut.length;
  let squares = 0;
  let cubes = 0;
  for (const value of leftOut) {
    const away = mean - value;
    squares += away * away;
    cubes += away * away * away;
  }
  const acceleration = cubes / (6 * squares ** 1.5);
  return Number.isFinite(acceleration) ? acceleration : 0;
}

function normalShare(z: number): number {
  return Math.min(1, Math.max(0, 0.5 + 0.5 * errorFunction(z / Math.SQRT2)));
}
