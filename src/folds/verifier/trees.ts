/** The trees are gradient-boosted, trained with LightGBM. */

export interface Tree {
  /** Entry n of all five lists belongs to split n; split 0 is the root. */
  column: readonly number[];
  /** Values ≤ threshold go left. */
  threshold: readonly number[];
  /** A child n ≥ 0 is split n, −1 − n is leaf n. */
  left: readonly number[];
  right: readonly number[];
  /** 1 sends a missing value left, 0 right. */
  missingLeft: readonly number[];
  /** Log-odds. */
  leaves: readonly number[];
}

export interface BoostedTrees {
  columns: readonly string[];
  trees: readonly Tree[];
  /** Maps the sum x of the trees to sigmoid(a · x + b). */
  calibration: { a: number; b: number };
}

/** Returns P(1), in (0, 1); null is a missing value. */
export function probabilityOf(
  { trees, calibration: { a, b } }: BoostedTrees,
  row: readonly (number | null)[],
): number {
  const sum = trees.reduce((total, tree) => total + leafOf(tree, row), 0);
  return 1 / (1 + Math.exp(-(a * sum + b)));
}

function leafOf(tree: Tree, row: readonly (number | null)[]): number {
  // A one-leaf tree has no split.
  let at = tree.column.length === 0 ? -1 : 0;
  while (at >= 0) {
    const value = row[tree.column[at] ?? -1] ?? null;
    const goesLeft =
      value === null ? tree.missingLeft[at] === 1 : value <= (tree.threshold[at] ?? Number.NaN);
    at = (goesLeft ? tree.left[at] : tree.right[at]) ?? -1;
  }
  return tree.leaves[-1 - at] ?? 0;
}
