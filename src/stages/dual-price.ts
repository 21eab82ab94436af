/**
 * Chooses the tool for one question: the batch's dual price represents its bound (HomoRouter §3.3,
 * methods.md §1.5). Shared by runs, Best-Predicted and its tests.
 */

/** Values closer than this are equal. */
const equalWithin = 1e-12;

/**
 * Index of the tool with the highest p − λ·C. Ties go to the higher p: λ is the worth of the last
 * move that the batch's relaxation took, so that very question ties, and the relaxation is rounded
 * up. Then to the cheaper tool, so λ = 0 is the paper's Best-Predicted; then to the first. `scores`
 * and `prices` are in tool order, prices in US dollars per 1,000 requests; null is unknown, dearer
 * than any other. −1 for no tools.
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
