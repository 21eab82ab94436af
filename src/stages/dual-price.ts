/** Replaces the batch's bound on the mean score by its dual price (HomoRouter §3.3). */

const equalWithin = 1e-12;

/**
 * Picks the highest p − λ·C. Ties go to the higher p (at λ the last question of the batch's
 * relaxation ties, and that is rounded up), then to the cheaper tool: λ = 0 is Best-Predicted.
 * Prices are in US dollars per 1,000 requests; null is dearest. −1 for no tools.
 */
export function chooseOnline(
  scores: readonly number[],
  prices: readonly (number | null)[],
  lambda: number,
): number {
  const price = (tool: number) => prices[tool] ?? Number.MAX_VALUE;
  const worth = (tool: number) => (scores[tool] ?? 0) - lambda * price(tool);
  let best = scores.length === 0 ? -1 : 0;
  for (let tool = 1; tool < scores.length; tool += 1) {
    const ahead =
      compare(worth(tool), worth(best)) ||
      compare(scores[tool] ?? 0, scores[best] ?? 0) ||
      compare(price(best), price(tool));
    if (ahead > 0) best = tool;
  }
  return best;
}

function compare(a: number, b: number): number {
  return Math.abs(a - b) <= equalWithin ? 0 : a - b;
}
