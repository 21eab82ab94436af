import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { auroc, type Judged } from "./auroc.ts";

const items = fc.array(
  fc.record({ score: fc.integer({ min: 0, max: 9 }), positive: fc.boolean() }),
  { minLength: 2, maxLength: 30 },
);

/** By its definition: every pair of a positive and a negative. */
function byPairs(all: readonly Judged[]): number {
  const pairs = all
    .filter(({ positive }) => positive)
    .flatMap((good) =>
      all.filter(({ positive }) => !positive).map((bad) => good.score - bad.score),
    );
  return pairs.reduce((sum, gap) => sum + (gap > 0 ? 1 : gap === 0 ? 0.5 : 0), 0) / pairs.length;
}

describe("the area under the ROC curve", () => {
  it("is the share of pairs that are in order", () => {
    fc.assert(
      fc.property(items, (all) => {
        const area = auroc(all);
        const expected = byPairs(all);
        if (Number.isNaN(expected)) expect(area).toBeNaN();
        else expect(area).toBeCloseTo(expected, 10);
      }),
    );
  });
});
