/**
 * Holm's (1979) step-down correction, in the given order. It bounds the chance of any false
 * rejection by α, however the tests depend on each other.
 */
export function holm(pValues: readonly number[]): number[] {
  const ranked = pValues.map((p, at) => ({ p, at })).sort((a, b) => a.p - b.p);
  const adjusted = new Array<number>(pValues.length).fill(1);
  let least = 0;
  for (const [rank, { p, at }] of ranked.entries()) {
    least = Math.min(1, Math.max(least, p * (ranked.length - rank)));
    adjusted[at] = least;
  }
  return adjusted;
}
