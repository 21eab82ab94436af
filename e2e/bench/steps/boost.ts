/** Fits the gradient-boosted trees that `folds/verifier/trees.ts` walks, on binned columns. */
import type { BoostedTrees, Tree } from "../../../src/folds/verifier/trees.ts";
import { seededRandom } from "../../../src/shared/random.ts";

export interface Boosting {
  trees: number;
  rate: number;
  leaves: number;
  /** Rows in a leaf. */
  least: number;
  l2: number;
  columnShare: number;
  seed: number;
}

/** A question gives many rows, so a leaf needs many. */
export const defaultBoosting: Boosting = {
  trees: 80,
  rate: 0.06,
  leaves: 6,
  least: 200,
  l2: 20,
  columnShare: 0.6,
  seed: 1,
};

export interface Sample {
  row: readonly number[];
  /** In [0, 1]; a probability where the label is itself an estimate. */
  target: number;
}

const mostBins = 32;

interface Binned {
  thresholds: readonly number[];
  /** The bin of each sample: value ≤ thresholds[bin], or the last one. */
  bins: Uint8Array;
}

interface Leaf {
  members: Int32Array;
  split: Split | null;
}

interface Split {
  column: number;
  bin: number;
  gain: number;
}

export function fitTrees(
  columns: readonly string[],
  samples: readonly Sample[],
  settings: Boosting = defaultBoosting,
): BoostedTrees {
  const random = seededRandom(settings.seed);
  const binned = columns.map((_, at) => binnedColumn(samples.map(({ row }) => row[at] ?? 0)));
  const mean = samples.reduce((sum, { target }) => sum + target, 0) / samples.length;
  const inside = Math.min(1 - 1e-3, Math.max(1e-3, mean));
  const start = Math.log(inside / (1 - inside));
  const scores = new Float64Array(samples.length).fill(start);
  const targets = Float64Array.from(samples, ({ target }) => target);
  const trees: Tree[] = [];
  for (let round = 0; round < settings.trees; round += 1) {
    const chosen = columns.flatMap((_, at) => (random() < settings.columnShare ? [at] : []));
    trees.push(grown(binned, chosen, targets, scores, settings));
  }
  return { columns, trees, calibration: { a: 1, b: start } };
}

function binnedColumn(values: readonly number[]): Binned {
  const sorted = [...new Set(values)].sort((a, b) => a - b);
  const every = Math.max(1, sorted.length / mostBins);
  const thresholds: number[] = [];
  for (let at = every; at < sorted.length; at += every) {
    const [low = 0, high = 0] = [sorted[Math.ceil(at) - 1], sorted[Math.ceil(at)]];
    thresholds.push((low + high) / 2);
  }
  const bins = Uint8Array.from(values, (value) => {
    let bin = 0;
    while (bin < thresholds.length && value > (thresholds[bin] ?? 0)) bin += 1;
    return bin;
  });
  return { thresholds, bins };
}

/** Leaf-wise; moves `scores` by what its leaves say. */
function grown(
  binned: readonly Binned[],
  chosen: readonly number[],
  targets: Float64Array,
  scores: Float64Array,
  settings: Boosting,
): Tree {
  const gradients = scores.map((score, at) => (targets[at] ?? 0) - sigmoid(score));
  const hessians = scores.map((score) => sigmoid(score) * (1 - sigmoid(score)));
  const leafOf = (members: Int32Array): Leaf => ({
    members,
    split: bestSplit(members, binned, chosen, gradients, hessians, settings),
  });
  const tree = {
    column: [] as number[],
    threshold: [] as number[],
    left: [] as number[],
    right: [] as number[],
    missingLeft: [] as number[],
    leaves: [] as number[],
  };
  const leaves = [leafOf(Int32Array.from(targets, (_, at) => at))];
  /** Where each leaf hangs: its parent split and side. */
  const hangs: ({ split: number; side: "left" | "right" } | null)[] = [null];
  while (leaves.length < settings.leaves) {
    const at = leaves.reduce(
      (best, { split }, index) =>
        split !== null && split.gain > (leaves[best]?.split?.gain ?? 0) ? index : best,
      0,
    );
    const leaf = leaves[at];
    if (leaf === undefined || leaf.split === null) break;
    const { column, bin } = leaf.split;
    const own = binned[column];
    const node = tree.column.length;
    tree.column.push(column);
    tree.threshold.push(own?.thresholds[bin] ?? 0);
    tree.missingLeft.push(1);
    tree.left.push(0);
    tree.right.push(0);
    const hang = hangs[at] ?? null;
    if (hang !== null) tree[hang.side][hang.split] = node;
    const isLeft = (member: number) => (own?.bins[member] ?? 0) <= bin;
    leaves[at] = leafOf(leaf.members.filter(isLeft));
    hangs[at] = { split: node, side: "left" };
    leaves.push(leafOf(leaf.members.filter((member) => !isLeft(member))));
    hangs.push({ split: node, side: "right" });
  }
  for (const [at, { members }] of leaves.entries()) {
    let [gradient, hessian] = [0, settings.l2];
    for (const member of members) {
      gradient += gradients[member] ?? 0;
      hessian += hessians[member] ?? 0;
    }
    const value = (settings.rate * gradient) / hessian;
    for (const member of members) scores[member] = (scores[member] ?? 0) + value;
    const hang = hangs[at] ?? null;
    if (hang !== null) tree[hang.side][hang.split] = -1 - tree.leaves.length;
    tree.leaves.push(value);
  }
  return tree;
}

function bestSplit(
  members: Int32Array,
  binned: readonly Binned[],
  chosen: readonly number[],
  gradients: Float64Array,
  hessians: Float64Array,
  { least, l2 }: Boosting,
): Split | null {
  if (members.length < 2 * least) return null;
  let best: Split | null = null;
  for (const column of chosen) {
    const own = binned[column];
    if (own === undefined) continue;
    const bins = own.thresholds.length + 1;
    const [sums, weights, counts] = [
      new Float64Array(bins),
      new Float64Array(bins),
      new Int32Array(bins),
    ];
    let [sum, weight] = [0, 0];
    for (const member of members) {
      const bin = own.bins[member] ?? 0;
      const [gradient, hessian] = [gradients[member] ?? 0, hessians[member] ?? 0];
      sums[bin] = (sums[bin] ?? 0) + gradient;
      weights[bin] = (weights[bin] ?? 0) + hessian;
      counts[bin] = (counts[bin] ?? 0) + 1;
      sum += gradient;
      weight += hessian;
    }
    let [left, leftWeight, leftCount] = [0, 0, 0];
    for (let bin = 0; bin < bins - 1; bin += 1) {
      left += sums[bin] ?? 0;
      leftWeight += weights[bin] ?? 0;
      leftCount += counts[bin] ?? 0;
      if (leftCount < least || members.length - leftCount < least) continue;
      const gain =
        left ** 2 / (leftWeight + l2) +
        (sum - left) ** 2 / (weight - leftWeight + l2) -
        sum ** 2 / (weight + l2);
      if (gain > (best?.gain ?? 0)) best = { column, bin, gain };
    }
  }
  return best;
}

function sigmoid(x: number): number {
  return 1 / (1 + Math.exp(-x));
}
