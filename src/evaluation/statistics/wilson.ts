/** Wilson's interval is valid for few questions and near 0 and 1. */
import type { Interval } from "../types.ts";
import { normal975 } from "./bca.ts";

/** `n` must be > 0. */
export function wilson(right: number, n: number): Interval {
  const z = normal975 ** 2;
  const mean = right / n;
  const middle = (right + z / 2) / (n + z);
  const half = (normal975 / (n + z)) * Math.sqrt((right * (n - right)) / n + z / 4);
  return { mean, low: Math.max(0, middle - half), high: Math.min(1, middle + half), n };
}
