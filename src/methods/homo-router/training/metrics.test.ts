import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  bestPredictedAccuracy,
  klDivergence,
  meanAbsoluteError,
  pairAccuracy,
  topAccuracy,
  yardsticks,
} from "./metrics.ts";

const score = fc.double({ min: 0, max: 1, noNaN: true });
const matrix = fc.array(fc.array(score, { minLength: 3, maxLength: 3 }), {
  minLength: 1,
  maxLength: 8,
});

describe("J", () => {
  it("is the divergence of the two softmaxes, the predicted one first", () => {
    // softmax(1, 0) = (0.7311, 0.2689); against (0.5, 0.5) that is ln 2 minus its entropy of
    // 0.5822.
    expect(klDivergence([[1, 0]], [[0, 0]])).toBeCloseTo(0.11094, 5);
    expect(klDivergence([[0, 0]], [[1, 0]])).toBeCloseTo(0.12011, 5);
    expect(
      klDivergence(
        [
          [1, 0],
          [0.3, 0.3],
        ],
        [
          [0, 0],
          [0.9, 0.9],
        ],
      ),
    ).toBeCloseTo(0.11094 / 2, 5);
  });

  it("is never below 0, and 0 only for the same differences", () => {
    fc.assert(
      fc.property(matrix, (rows) => {
        expect(klDivergence(rows, rows)).toBeCloseTo(0, 12);
        const other = rows.map((row) => row.toReversed());
        expect(klDivergence(rows, other)).toBeGreaterThanOrEqual(-1e-15);
      }),
    );
  });
});

describe("rank accuracy", () => {
  it("counts the pairs whose true scores differ, ties of the guess by half", () => {
    const labels = [
      [1, 0, 0],
      [0.2, 0.5, 0.9],
    ];
    // First row: pairs 01 and 02 count, both right. Second: 01 right, 02 tied, 12 wrong.
    const predicted = [
      [0.9, 0.1, 0.8],
      [0.4, 0.6, 0.4],
    ];
    expect(pairAccuracy(predicted, labels)).toBeCloseTo(3.5 / 5, 12);
    expect(pairAccuracy([[0.9, 0.1, 0.8]], [[1, 1, 1]])).toBeNull();
  });

  it("is 1 for the truth, 0 for its reverse, half for guessing nothing", () => {
    fc.assert(
      fc.property(matrix, (labels) => {
        const negated = labels.map((row) => row.map((value) => -value));
        const flat = labels.map((row) => row.map(() => 0.5));
        if (pairAccuracy(labels, labels) === null) return;
        expect(pairAccuracy(labels, labels)).toBe(1);
        expect(pairAccuracy(negated, labels)).toBe(0);
        expect(pairAccuracy(flat, labels)).toBe(0.5);
      }),
    );
  });

  it("of the top alone lets any of the best tools count", () => {
    expect(topAccuracy([[0.9, 0.1]], [[1, 1]])).toBe(1);
    expect(topAccuracy([[0.9, 0.1]], [[0, 1]])).toBe(0);
    expect(topAccuracy([[0.5, 0.5]], [[0, 1]])).toBe(0.5);
    expect(
      topAccuracy(
        [
          [0.9, 0.1],
          [0.1, 0.9],
        ],
        [
          [1, 0],
          [1, 0],
        ],
      ),
    ).toBe(0.5);
  });
});

describe("the yardsticks", () => {
  const labels = [
    [1, 0, 0.5],
    [0, 1, 0.5],
  ];

  it("are chance, each tool alone, and the best of each question", () => {
    expect(yardsticks(labels)).toEqual({ random: 0.5, fixed: [0.5, 0.5, 0.5], oracle: 1 });
  });

  it("go with the accuracy of the best predicted, ties meeting in the middle", () => {
    expect(
      bestPredictedAccuracy(
        [
          [0.9, 0.1, 0.2],
          [0.9, 0.1, 0.2],
        ],
        labels,
      ),
    ).toBe(0.5);
    expect(
      bestPredictedAccuracy(
        [
          [0.9, 0.1, 0.9],
          [0.1, 0.9, 0.2],
        ],
        labels,
      ),
    ).toBe(0.875);
  });

  it("go with the mean distance of the scores", () => {
    expect(
      meanAbsoluteError(
        [
          [0.5, 0.5, 0.5],
          [0, 1, 1],
        ],
        labels,
      ),
    ).toBeCloseTo(1.5 / 6, 12);
  });
});
