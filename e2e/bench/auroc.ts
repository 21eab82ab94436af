/** How well scores tell two kinds apart. */

export interface Judged {
  score: number;
  positive: boolean;
}

/**
 * Area under the ROC curve, in [0, 1]: how often a positive has the higher score of a pair,
 * equal scores counting half. NaN when one of the kinds is missing.
 */
export function auroc(items: readonly Judged[]): number {
  const sorted = items.toSorted((a, b) => a.score - b.score);
  const positives = sorted.filter(({ positive }) => positive).length;
  const negatives = sorted.length - positives;
  let rankSum = 0;
  let from = 0;
  while (from < sorted.length) {
    let to = from;
    while (to < sorted.length && sorted[to]?.score === sorted[from]?.score) to += 1;
    // Equal scores share the mean of their ranks, which count from 1.
    const meanRank = (from + 1 + to) / 2;
    rankSum += meanRank * sorted.slice(from, to).filter(({ positive }) => positive).length;
    from = to;
  }
  return (rankSum - (positives * (positives + 1)) / 2) / (positives * negatives);
}
