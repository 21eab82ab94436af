import { describe, expect, it } from "vitest";
import { probabilityOf } from "../../../src/folds/verifier/trees.ts";
import { seededRandom } from "../../../src/shared/random.ts";
import { defaultBoosting, fitTrees, type Sample } from "./boost.ts";

function samples(truth: (row: readonly number[]) => number): Sample[] {
  const random = seededRandom(3);
  return Array.from({ length: 4000 }, () => {
    const row = [random(), random(), Math.floor(3 * random())];
    return { row, target: Number(random() < truth(row)) };
  });
}

describe("boosted trees", () => {
  it("find where two columns only count together", () => {
    const truth = ([a = 0, b = 0]: readonly number[]) => (a > 0.5 && b > 0.5 ? 0.9 : 0.2);
    const trees = fitTrees(["a", "b", "c"], samples(truth));
    expect(probabilityOf(trees, [0.8, 0.8, 1])).toBeCloseTo(0.9, 0);
    expect(probabilityOf(trees, [0.8, 0.2, 1])).toBeLessThan(0.3);
    expect(probabilityOf(trees, [0.2, 0.8, 1])).toBeLessThan(0.3);
  });

  it("give the mean where nothing tells the rows apart, and where leaves would be too small", () => {
    const drawn = samples(() => 0.3);
    const mean = drawn.reduce((sum, { target }) => sum + target, 0) / drawn.length;
    const none = fitTrees(
      ["a"],
      drawn.map(({ target }) => ({ row: [1], target })),
    );
    expect(probabilityOf(none, [1])).toBeCloseTo(mean, 5);
    const few = fitTrees(["a", "b", "c"], drawn, { ...defaultBoosting, least: 3000 });
    expect(probabilityOf(few, [0, 0, 0])).toBeCloseTo(mean, 5);
  });
});
