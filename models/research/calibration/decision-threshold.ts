/**
 * The threshold above which the small model goes alone, and how well it separates right from wrong
 * runs.
 */

export interface DecisionRow {
  id: string;
  /** P(the small model can do it alone), in [0, 1]. */
  alone: number;
  right: boolean;
}

/**
 * Mean of the share of right runs at or above the threshold and of wrong runs below; 0.5 is chance.
 */
export function balancedAccuracy(rows: readonly DecisionRow[], threshold: number): number {
  const shareOf = (right: boolean) => {
    const own = rows.filter((row) => row.right === right);
    if (own.length === 0) return 0.5;
    return own.filter(({ alone }) => alone >= threshold === right).length / own.length;
  };
  return (shareOf(true) + shareOf(false)) / 2;
}

/** The most accurate midpoint between neighbouring values; the lowest among ties. */
export function bestThreshold(rows: readonly DecisionRow[]): number {
  const figures = [...new Set(rows.map(({ alone }) => alone))].sort((a, b) => a - b);
  const between = figures.map((figure, at) => (figure + (figures[at - 1] ?? 0)) / 2);
  return between.reduce(
    (best, one) => (balancedAccuracy(rows, one) > balancedAccuracy(rows, best) ? one : best),
    between[0] ?? 0.5,
  );
}

/**
 * Judges every row by a threshold independent of it: the given one, or the best of the other half.
 */
export function heldOut(rows: readonly DecisionRow[], given?: number): number {
  const sorted = [...rows].sort((a, b) => (a.id < b.id ? -1 : 1));
  const halves = [0, 1].map((half) => sorted.filter((_, at) => at % 2 === half));
  const judged = halves.flatMap((own, at) => {
    const threshold = given ?? bestThreshold(halves[1 - at] ?? []);
    return own.map(({ id, alone, right }) => ({ id, right, alone: alone >= threshold ? 1 : 0 }));
  });
  return balancedAccuracy(judged, 0.5);
}
