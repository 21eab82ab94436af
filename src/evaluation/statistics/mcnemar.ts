import type { McNemar } from "../types.ts";

/** Exact test: the smaller count is binomial with 1/2. `midP` counts the observed outcome half. */
export function mcNemar(gained: number, lost: number): McNemar {
  const n = gained + lost;
  const least = Math.min(gained, lost);
  // Logarithms, as 2^-n is 0 from n = 1075 on; the tail is summed relative to its last term.
  let logObserved = -n * Math.LN2;
  for (let k = 1; k <= least; k += 1) logObserved += Math.log((n - k + 1) / k);
  let [term, tail] = [1, 1];
  for (let k = least; k > 0; k -= 1) {
    term *= k / (n - k + 1);
    tail += term;
  }
  const observed = Math.exp(logObserved);
  return {
    gained,
    lost,
    p: Math.min(1, 2 * observed * tail),
    midP: Math.min(1, 2 * observed * tail - observed),
  };
}
