/** Oracles: SciPy 1.17 (binomtest, bootstrap with method BCa), computed once and copied here. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { estimate, identityStatistic, sampleOf, widenedIfConstant } from "./estimate.ts";
import { mcNemar } from "./mcnemar.ts";
import { bestUnder, onFront } from "./pareto.ts";
import { drawResamples, resampledMeans } from "./resample.ts";
import { questionsMissing } from "./sample-size.ts";
import { shapleyWeights } from "./shapley.ts";
import { wilson } from "./wilson.ts";

const skewed = [
  0.2, 0.5, 3.1, 0.9, 1.4, 0.1, 7.5, 2.2, 0.6, 1.1, 0.4, 4.8, 0.3, 1.9, 0.7, 2.7, 0.2, 1.0, 5.2,
  0.8,
];
const below = [1, 0, 1, 1, 0, 1, 1, 0, 1, 0, 1, 1, 0, 1, 1, 0, 0, 1, 1, 0.5];

describe("the paired bootstrap", () => {
  it("draws as many questions as there are, the same for the same seed", () => {
    const { counts } = drawResamples(7, 5, 1);
    for (let round = 0; round < 5; round += 1) {
      expect(counts.slice(round * 7, round * 7 + 7).reduce((sum, one) => sum + one, 0)).toBe(7);
    }
    expect(drawResamples(7, 5, 1).counts).toEqual(counts);
    expect(drawResamples(7, 5, 2).counts).not.toEqual(counts);
  });

  it("averages every column over the same resamples, whatever is missing and however many there are", () => {
    const value = fc.oneof(fc.double({ min: -5, max: 5, noNaN: true }), fc.constant(Number.NaN));
    fc.assert(
      fc.property(
        fc.array(fc.array(value, { minLength: 6, maxLength: 6 }), { maxLength: 9 }),
        (rows) => {
          const resamples = drawResamples(6, 3, 9);
          const means = resampledMeans(
            resamples,
            rows.map((row) => Float64Array.from(row)),
          );
          rows.forEach((row, column) => {
            for (let round = 0; round < 3; round += 1) {
              const drawn = row.flatMap((one, at) =>
                Number.isNaN(one)
                  ? []
                  : new Array<number>(resamples.counts[round * 6 + at] ?? 0).fill(one),
              );
              const mean = drawn.reduce((sum, one) => sum + one, 0) / drawn.length;
              const found = means[column]?.[round] ?? 0;
              expect(Number.isNaN(found)).toBe(drawn.length === 0);
              if (drawn.length > 0) expect(found).toBeCloseTo(mean, 10);
            }
          });
        },
      ),
    );
  });

  it("gives SciPy's BCa interval of a mean, a little wider for 20 questions", () => {
    const sample = sampleOf(drawResamples(20, 20_000, 3), [Float64Array.from(skewed)]);
    const interval = estimate(sample, identityStatistic);
    expect(interval?.mean).toBeCloseTo(1.78, 10);
    expect(interval?.low).toBeGreaterThan(1.0);
    expect(interval?.low).toBeLessThan(1.125);
    expect(interval?.high).toBeGreaterThan(2.9);
    expect(interval?.high).toBeLessThan(3.2);
  });

  it("gives SciPy's interval of a ratio, likewise", () => {
    const columns = [skewed, below].map((one) => Float64Array.from(one));
    const interval = estimate(
      sampleOf(drawResamples(20, 20_000, 3), columns),
      ([a = 0, b = 0]) => a / b,
    );
    expect(interval?.mean).toBeCloseTo(2.848, 3);
    expect(interval?.low).toBeGreaterThan(1.4);
    expect(interval?.low).toBeLessThan(1.67);
    expect(interval?.high).toBeGreaterThan(4.7);
    expect(interval?.high).toBeLessThan(5.4);
  });

  it("gives no interval to a ratio whose denominator may be 0", () => {
    const resamples = drawResamples(20, 500, 3);
    const ratio = (denominators: number[]) =>
      estimate(
        sampleOf(
          resamples,
          [skewed, denominators].map((one) => Float64Array.from(one)),
        ),
        ([a = 0, b = 0]) => a / b,
      );
    expect(ratio(skewed.map(() => 0))).toBeNull();
    expect(ratio(skewed.map((_, at) => (at === 0 ? 1 : 0)))).toBeNull();
  });

  it("does not take a constant for certainty: 0 of 10 may be up to 30.8 %", () => {
    const none = { mean: 0, low: 0, high: 0, n: 10 };
    expect(widenedIfConstant(none, [0, 1]).high).toBeCloseTo(0.30849710781876294, 10);
    expect(widenedIfConstant(none, [-1, 1]).low).toBeCloseTo(-0.30849710781876294, 10);
    const certain = { mean: 0.5, low: 0.4, high: 0.6, n: 10 };
    expect(widenedIfConstant(certain, [0, 1])).toEqual(certain);
  });
});

it.each([
  [5, 0, 0.0625, 0.03125],
  [12, 3, 0.03515625, 0.02127075195312501],
  [700, 600, 0.0060157938610449395, 0.005543558709501235],
  [0, 0, 1, 1],
])("McNemar of %i gained and %i lost", (gained, lost, p, midP) => {
  const test = mcNemar(gained, lost);
  expect(test.p).toBeCloseTo(p, 10);
  expect(test.midP).toBeCloseTo(midP, 10);
  expect(mcNemar(lost, gained).p).toBeCloseTo(p, 10);
});

it.each([
  [7, 10, 0.39677814746114526, 0.892208732593699],
  [0, 20, 0, 0.16112515805281935],
  [57, 110, 0.4257793754404014, 0.6093572087305745],
])("Wilson's interval of %i in %i", (right, n, low, high) => {
  expect(wilson(right, n).low).toBeCloseTo(low, 6);
  expect(wilson(right, n).high).toBeCloseTo(high, 6);
});

describe("Shapley values", () => {
  const value = (worths: readonly number[], stage: number) =>
    shapleyWeights([2, 2, 2], { stage, model: 1 }).reduce(
      (sum, weight, at) => sum + weight * (worths[at] ?? 0),
      0,
    );

  it("share out exactly what all-large brings", () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 8, maxLength: 8 }),
        (worths) => {
          const shared = [0, 1, 2].reduce((sum, stage) => sum + value(worths, stage), 0);
          expect(shared).toBeCloseTo((worths[7] ?? 0) - (worths[0] ?? 0), 10);
        },
      ),
    );
  });

  it("halve what two stages bring only together, and give nothing to one that does nothing", () => {
    const together = [0, 0, 0, 1, 0, 0, 0, 1];
    expect([0, 1, 2].map((stage) => value(together, stage))).toEqual([0.5, 0.5, 0]);
  });
});

it("the Pareto front keeps equals and leaves out the unknown", () => {
  const points = [
    { cost: 0, quality: 0.3 },
    { cost: 1, quality: 0.5 },
    { cost: 1, quality: 0.5 },
    { cost: 2, quality: 0.5 },
    { cost: null, quality: 0.9 },
    { cost: 3, quality: 0.6 },
  ];
  expect(onFront(points)).toEqual([true, true, true, false, false, true]);
});

it("the best under a budget is the best that can be paid, and the cheaper of equals", () => {
  const point = (cost: number | null, mean: number) => ({ cost, quality: { mean } });
  const points = [point(2, 0.5), point(1, 0.5), point(0, 0.3), point(null, 0.9), point(3, 0.6)];
  expect(bestUnder(points, 2.5)).toEqual(point(1, 0.5));
  expect(bestUnder(points, 3)).toEqual(point(3, 0.6));
  expect(bestUnder(points, -1)).toBeNull();
});

it("the missing questions follow from difference and spread", () => {
  // (1.96 + 0.84)² · 0.5² / 0.1² = 196.2
  expect(questionsMissing(0.1, 0.5, 100)).toBe(97);
  expect(questionsMissing(0, 0.5, 100)).toBeNull();
  expect(questionsMissing(0.1, 0.5, 500)).toBe(1);
});
