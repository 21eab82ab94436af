/** Several tests at once: Holm's (1979) step-down correction of their p-values. */

/**
 * The p-values as they stand when all of them are asked at once, in the order given. Rejecting
 * where one is below α keeps the chance of any false rejection at α, however the tests hang
 * together. The smallest is multiplied by their number, the next by one less, …; none comes out
 * below one that is smaller than it.
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
