/** The threshold from which on the small model goes alone, and how well it tells the runs apart that were right. */

export interface DecisionRow {
  /** The question's. */
  id: string;
  /** In [0, 1]: that the small model can do it alone. */
  alone: number;
  /** Whether it could. */
  right: boolean;
}

/** The mean of the shares of right runs at or above the threshold and of wrong ones below; 0.5 is chance. */
export function balancedAccuracy(rows: readonly DecisionRow[], threshold: number): number {
  const shareOf = (right: boolean) => {
    const own = rows.filter((row) => row.right === right);
    if (own.length === 0) return 0.5;
    return own.filter(({ alone }) => alone >= threshold === right).length / own.length;
  };
  return (shareOf(true) + shareOf(false)) / 2;
}

/** Between two neighbouring figures, where the accuracy is best; the lowest of equals. */
export function bestThreshold(rows: readonly DecisionRow[]): number {
  const figures = [...new Set(rows.map(({ alone }) => alone))].sort((a, b) => a - b);
  const between = figures.map((figure, at) => (figure + (figures[at - 1] ?? 0)) / 2);
  return between.reduce(
    (best, one) => (balancedAccuracy(rows, one) > balancedAccuracy(rows, best) ? one : best),
    between[0] ?? 0.5,
  );
}

/** Every row judged by a threshold that it had no part in: a given one, or the best of the other half. */
export function heldOut(rows: readonly DecisionRow[], given?: number): number {
  const sorted = [...rows].sort((a, b) => (a.id < b.id ? -1 : 1));
  const halves = [0, 1].map((half) => sorted.filter((_, at) => at % 2 === half));
  const judged = halves.flatMap((own, at) => {
    const threshold = given ?? bestThreshold(halves[1 - at] ?? []);
    return own.map(({ id, alone, right }) => ({ id, right, alone: alone >= threshold ? 1 : 0 }));
  });
  return balancedAccuracy(judged, 0.5);
}
