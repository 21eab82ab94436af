import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  bruteForce,
  meetsScoreBound,
  problemOf,
  randomProblem,
  smallProblem,
} from "../../../testing/router/problems.ts";
import { bestPredicted, costSaving, fixedTool } from "./assign.ts";
import { outcomeOf, type RoutingProblem } from "./problem.ts";

const three = problemOf(
  [
    [0.9, 0.9, 0.9],
    [0.8, 0.85, 0.9],
    [0.1, 0.3, 0.9],
  ],
  [0, 5, 10],
);

describe("the strategies without a bound", () => {
  it("fix one tool, or take the best predicted and of equal ones the cheaper", () => {
    expect(fixedTool(three, 1)).toEqual([1, 1, 1]);
    expect(bestPredicted(three)).toEqual([0, 2, 2]);
    const dearFirst = problemOf([[0.5, 0.5]], [10, 5]);
    expect(bestPredicted(dearFirst)).toEqual([1]);
    expect(bestPredicted({ ...dearFirst, prices: [10, null] })).toEqual([0]);
  });

  it("come to their cost and accuracy, and to no cost where a price is unknown", () => {
    const labels = [
      [1, 0, 0],
      [0, 0, 1],
      [0, 0, 0.5],
    ];
    const best = outcomeOf(three, bestPredicted(three), labels);
    expect(best).toMatchObject({ usd: 0.02, accuracy: 2.5 / 3, counts: [1, 0, 2] });
    expect(best.usdPerThousand).toBeCloseTo(20 / 3, 12);
    expect(best.meanPredicted).toBeCloseTo(0.9, 12);
    const unknown = { ...three, prices: [0, 5, null] };
    expect(outcomeOf(unknown, [0, 1, 2], labels).usd).toBeNull();
    expect(outcomeOf(unknown, [0, 1, 1], null)).toMatchObject({ usd: 0.01, accuracy: null });
  });
});

describe("the cost-saving assignment", { timeout: 60_000 }, () => {
  it("pays only where the bound asks for it", () => {
    expect(costSaving(three, 0.5)).toMatchObject({
      status: "optimal",
      assignment: [0, 0, 0],
      usd: 0,
    });
    expect(costSaving(three, 0.86)).toMatchObject({ assignment: [0, 0, 2], usd: 0.01 });
    expect(costSaving(three, 0.88)).toMatchObject({ assignment: [0, 1, 2], usd: 0.015 });
    expect(costSaving(three, 0.9)).toMatchObject({ assignment: [0, 2, 2], usd: 0.02 });
  });

  it("costs what trying everything finds, for any small problem", () => {
    fc.assert(
      fc.property(smallProblem, ({ problem, pMin }) => {
        const expected = bruteForce(problem, pMin);
        const solved = costSaving(problem, pMin);
        if (expected === null) {
          expect(solved.status).toBe("infeasible");
          return;
        }
        if (solved.status !== "optimal") throw new Error(solved.status);
        expect(solved.usd).toBeCloseTo(expected, 8);
        expect(solved.lpUsd).toBeLessThanOrEqual(expected + 1e-9);
        expect(meetsScoreBound(problem, solved.assignment, pMin)).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  // Optima proven by HiGHS with a relative gap of 0.
  it.each([
    [[0, 5, 10], 0.55, 0.835],
    [[0, 5, 10], 0.65, 2.495],
    [[0, 4.37, 9.91], 0.55, 0.73681],
    [[0, 4.37, 9.91], 0.6, 1.37146],
    [[0, 4.37, 9.91], 0.65, 2.30785],
    [[0, 4.37, 9.91], 0.7, 3.84937],
  ])(
    "for 1,000 questions, %o and %d, costs what an integer programme proved",
    (prices, pMin, usd) => {
      const problem = randomProblem(1000, prices, 7);
      const solved = costSaving(problem, pMin);
      if (solved.status !== "optimal") throw new Error(solved.status);
      expect(solved.usd).toBeCloseTo(usd, 9);
      expect(solved.lpUsd).toBeLessThanOrEqual(solved.usd);
      expect(meetsScoreBound(problem, solved.assignment, pMin)).toBe(true);
    },
  );

  it("is found for six tools whose prices share no step", () => {
    const problem = randomProblem(40, [0, 0.913, 2.517, 4.37, 7.003, 9.9117], 1);
    expect(costSaving(problem, 0.8)).toMatchObject({
      status: "optimal",
      usd: expect.closeTo(0.0865124, 9),
    });
  });

  it("says what can be reached when the bound cannot, and falls back to the best predicted", () => {
    const solved = costSaving(three, 0.95);
    expect(solved).toMatchObject({
      status: "infeasible",
      assignment: bestPredicted(three),
      usd: 0.02,
      lambda: 0,
    });
    expect(solved.status === "infeasible" && solved.bestReachable).toBeCloseTo(0.9, 12);
  });

  it("can keep the very bound that is best reachable", () => {
    const problem = randomProblem(40, [0, 5, 10], 3);
    const failed = costSaving(problem, 2);
    if (failed.status !== "infeasible") throw new Error(failed.status);
    const solved = costSaving(problem, failed.bestReachable);
    expect(solved).toMatchObject({ status: "optimal", usd: failed.usd });
  });

  it("of equally dear tools takes those that keep the bound, and of free ones all that it likes", () => {
    const equal = costSaving(
      problemOf(
        [
          [0.2, 0.9],
          [0.9, 0.2],
        ],
        [5, 5],
      ),
      0.9,
    );
    expect(equal).toMatchObject({ status: "optimal", assignment: [1, 0], usd: 0.01, lambda: 0 });
    const free = costSaving(
      problemOf(
        [
          [0.2, 0.9],
          [0.9, 0.2],
        ],
        [0, 0],
      ),
      0.9,
    );
    expect(free).toMatchObject({ status: "optimal", assignment: [1, 0], usd: 0 });
  });

  it("works for a single question and a single tool", () => {
    expect(costSaving(problemOf([[0.3, 0.8]], [0, 5]), 0.5)).toMatchObject({ assignment: [1] });
    expect(costSaving(problemOf([[0.3]], [7]), 0.1)).toMatchObject({ assignment: [0], usd: 0.007 });
  });

  it.each<[string, RoutingProblem, number, object]>([
    ["no questions", { ...three, predicted: [] }, 0.5, { kind: "no-questions" }],
    ["no tools", { toolIds: [], predicted: [[]], prices: [] }, 0.5, { kind: "no-tools" }],
    [
      "a score that is no number",
      {
        ...three,
        predicted: [
          [0.1, 0.2, 0.3],
          [0.1, Number.NaN, 0.3],
        ],
      },
      0.5,
      { kind: "not-a-number", question: 1, toolId: "t1" },
    ],
    [
      "a row that is too short",
      { ...three, predicted: [[0.1, 0.2]] },
      0.5,
      { kind: "lengths-differ", question: 0 },
    ],
    [
      "unknown prices, which are not nothing",
      { ...three, prices: [0, null, null] },
      0.5,
      { kind: "price-unknown", toolIds: ["t1", "t2"] },
    ],
    [
      "a price below nothing",
      { ...three, prices: [0, -1, 5] },
      0.5,
      { kind: "price-invalid", toolId: "t1" },
    ],
    ["a bound that is no number", three, Number.NaN, { kind: "bound-invalid" }],
  ])("is refused, and explained, for %s", (_what, problem, pMin, fault) => {
    expect(costSaving(problem, pMin)).toEqual({ status: "refused", fault });
  });
});
