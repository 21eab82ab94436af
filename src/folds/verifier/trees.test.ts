import { describe, expect, it } from "vitest";
import { type BoostedTrees, probabilityOf } from "./trees.ts";

/** x₀ ≤ 0.5 ? −1 : (x₁ ≤ 2 ? 1 : 3), and a one-leaf tree. */
const two: BoostedTrees = {
  columns: ["x0", "x1"],
  trees: [
    {
      column: [0, 1],
      threshold: [0.5, 2],
      left: [-1, -2],
      right: [1, -3],
      missingLeft: [0, 1],
      leaves: [-1, 1, 3],
    },
    { column: [], threshold: [], left: [], right: [], missingLeft: [], leaves: [0.25] },
  ],
  calibration: { a: 2, b: -0.5 },
};

const sigmoid = (x: number) => 1 / (1 + Math.exp(-x));

describe("the sum of the trees, calibrated", () => {
  it.each([
    ["left at the threshold", [0.5, 9], -1],
    ["right, then left", [0.6, 2], 1],
    ["right, then right", [0.6, 2.1], 3],
    ["where a missing first value goes", [null, 2.1], 3],
    ["where a missing second value goes", [1, null], 1],
  ])("goes %s", (_where, row, leaf) => {
    expect(probabilityOf(two, row)).toBeCloseTo(sigmoid(2 * (leaf + 0.25) - 0.5), 12);
  });
});
