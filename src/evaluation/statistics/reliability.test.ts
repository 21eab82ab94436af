import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { seededRandom } from "../../shared/random.ts";
import {
  amongHighest,
  auroc,
  aurocInterval,
  calibrationErrorByChance,
  expectedCalibrationError,
  type Judged,
  reliabilityBins,
} from "./reliability.ts";
import { wilson } from "./wilson.ts";

const items = fc.array(
  fc.record({
    score: fc.integer({ min: 0, max: 20 }).map((value) => value / 20),
    positive: fc.boolean(),
  }),
  { minLength: 1, maxLength: 40 },
);

/** Follows the definition, over every pair. */
function byPairs(all: readonly Judged[]): number {
  const pairs = all
    .filter(({ positive }) => positive)
    .flatMap((good) =>
      all.filter(({ positive }) => !positive).map((bad) => good.score - bad.score),
    );
  return pairs.reduce((sum, gap) => sum + (gap > 0 ? 1 : gap === 0 ? 0.5 : 0), 0) / pairs.length;
}

/** Calibrated scores; the true odds are `by` times theirs. */
function drawn(n: number, seed: number, by = 1): Judged[] {
  const random = seededRandom(seed);
  return Array.from({ length: n }, () => {
    const score = random();
    const odds = (by * score) / (1 - score);
    return { score, positive: random() < odds / (1 + odds) };
  });
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

  it("lies in its interval, which stays in [0, 1]", () => {
    fc.assert(
      fc.property(items, (all) => {
        const span = aurocInterval(all);
        if (span === null) {
          expect(byPairs(all)).toBeNaN();
          return;
        }
        expect(span.mean).toBeCloseTo(byPairs(all), 10);
        expect(span.low).toBeGreaterThanOrEqual(0);
        expect(span.high).toBeLessThanOrEqual(1);
        expect(span.low).toBeLessThanOrEqual(span.mean + 1e-12);
        expect(span.high).toBeGreaterThanOrEqual(span.mean - 1e-12);
      }),
    );
  });

  it("is wide where a few items are all in order", () => {
    const few = [0.1, 0.2, 0.8, 0.9].map((score) => ({ score, positive: score > 0.5 }));
    expect(aurocInterval(few)).toMatchObject({ mean: 1, high: 1 });
    expect(aurocInterval(few)?.low).toBeLessThan(0.5);
  });

  it("is held by its 95 % interval about as often as that says", () => {
    // AUROC of uniform, calibrated scores: 5/6.
    const held = Array.from({ length: 400 }, (_, seed) => aurocInterval(drawn(80, seed)));
    const covered = held.filter((span) => span !== null && span.low <= 5 / 6 && 5 / 6 <= span.high);
    expect(covered.length / 400).toBeGreaterThan(0.92);
    expect(covered.length / 400).toBeLessThan(0.985);
  });
});

describe("the bins of a reliability diagram", () => {
  it("hold every item once, in the bin of its score, and no bin is empty", () => {
    fc.assert(
      fc.property(items, fc.integer({ min: 1, max: 12 }), (all, count) => {
        const bins = reliabilityBins(all, count);
        expect(bins.reduce((sum, { n }) => sum + n, 0)).toBe(all.length);
        for (const { from, to, n, score, positive } of bins) {
          const own = all.filter(
            (one) =>
              Math.min(count - 1, Math.floor(one.score * count)) === Math.round(from * count),
          );
          expect(n).toBe(own.length);
          expect(n).toBeGreaterThan(0);
          expect(score).toBeCloseTo(own.reduce((sum, one) => sum + one.score, 0) / n, 10);
          expect(score).toBeGreaterThanOrEqual(from - 1e-9);
          expect(score).toBeLessThanOrEqual(to + 1e-9);
          expect(positive).toEqual(wilson(own.filter((one) => one.positive).length, n));
        }
      }),
    );
  });

  it("give the expected calibration error: the weighted distance of score and share", () => {
    fc.assert(
      fc.property(items, (all) => {
        const expected = reliabilityBins(all).reduce(
          (sum, { n, score, positive }) => sum + (n / all.length) * Math.abs(score - positive.mean),
          0,
        );
        expect(expectedCalibrationError(all)).toBeCloseTo(expected, 10);
      }),
    );
    expect(expectedCalibrationError([])).toBeNaN();
  });
});

describe("what the error would be by chance alone", () => {
  it("is passed by scores that mean what they say about as seldom as it should", () => {
    const passed = Array.from({ length: 200 }, (_, seed) => drawn(100, seed)).filter(
      (all, seed) => expectedCalibrationError(all) > calibrationErrorByChance(all, seed, 100),
    );
    expect(passed.length / 200).toBeLessThan(0.1);
  });

  it("is passed by scores that claim far too much", () => {
    const all = drawn(300, 1, 0.2);
    expect(expectedCalibrationError(all)).toBeGreaterThan(calibrationErrorByChance(all, 1));
  });

  it("is the same every time", () => {
    const all = drawn(50, 2);
    expect(calibrationErrorByChance(all, 7)).toBe(calibrationErrorByChance(all, 7));
  });
});

describe("the share of positives among the highest scores", () => {
  it("is that over all orders of equal scores", () => {
    fc.assert(
      fc.property(items, fc.integer({ min: 1, max: 100 }), (all, percent) => {
        const share = percent / 100;
        const count = Math.max(1, Math.ceil((percent * all.length) / 100));
        const sorted = all.toSorted((a, b) => b.score - a.score);
        const limit = sorted[count - 1]?.score ?? 0;
        const over = all.filter(({ score }) => score > limit);
        const tied = all.filter(({ score }) => score === limit);
        const good = (some: readonly Judged[]) => some.filter(({ positive }) => positive).length;
        const expected = good(over) + ((count - over.length) * good(tied)) / tied.length;
        const told = amongHighest(all)(share);
        expect(told.n).toBe(count);
        expect(told.mean).toBeCloseTo(expected / count, 10);
      }),
    );
  });

  it("of all of them is the share of all", () => {
    fc.assert(
      fc.property(items, (all) => {
        const right = all.filter(({ positive }) => positive).length;
        expect(amongHighest(all)(1).mean).toBeCloseTo(right / all.length, 10);
      }),
    );
  });
});
