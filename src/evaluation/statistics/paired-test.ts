import { errorFunction } from "simple-statistics";

/**
 * A two-sided t-test by Wallace's (1959) normal approximation; the sign test if all differences are
 * equal.
 */
export function pairedTest(mean: number, deviation: number, n: number): number {
  if (mean === 0 || n === 0) return 1;
  if (!(deviation > 0)) return Math.min(1, 2 * 0.5 ** n);
  const degrees = n - 1;
  const t = mean / (deviation / Math.sqrt(n));
  const z =
    Math.sqrt(degrees * Math.log1p(t ** 2 / degrees)) * ((8 * degrees + 1) / (8 * degrees + 3));
  return Math.max(0, 1 - errorFunction(z / Math.SQRT2));
}
