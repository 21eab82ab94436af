import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { chooseOnline } from "../../../stages/dual-price.ts";
import {
  meetsScoreBound,
  problemOf,
  randomProblem,
  smallProblem,
} from "../../../testing/router/problems.ts";
import { bestPredicted } from "./assign.ts";
import { relaxationCurve } from "./curve.ts";
import { buildRelaxation, solveRelaxation } from "./lp-relaxation.ts";
import { bestReachable, outcomeOf, type PricedProblem } from "./problem.ts";

const relax = (problem: PricedProblem, pMin: number) =>
  solveRelaxation(buildRelaxation(problem), pMin);

describe("the LP relaxation", () => {
  it("leaves out tools that are dominated or below the line between two others", () => {
    const problem = problemOf([[0.2, 0.4, 0.9, 0.8]], [0, 5, 10, 12]);
    const { start, moves } = buildRelaxation(problem);
    expect(start).toEqual([0]);
    // 0.4 at 5 lies below the line from 0.2 at 0 to 0.9 at 10; 0.8 at 12 is worse and dearer.
    expect(moves.map(({ from, to }) => [from, to])).toEqual([[0, 2]]);
    expect(moves[0]?.gain).toBeCloseTo(0.7, 12);
  });

  it("begins with the best of the cheapest and never pays for nothing", () => {
    const { start, moves } = buildRelaxation(problemOf([[0.3, 0.6, 0.6]], [5, 5, 9]));
    expect(start).toEqual([1]);
    expect(moves).toEqual([]);
  });
});

describe("the relaxation", () => {
  it("is worked out by hand", () => {
    // Moves: question 1 gains 0.6 for 10 (0.06 a dollar), question 0 gains 0.2 for 10 (0.02).
    const problem = problemOf(
      [
        [0.5, 0.7],
        [0.2, 0.8],
      ],
      [0, 10],
    );
    const whole = relax(problem, 0.65);
    expect(whole?.lpUsd).toBeCloseTo(0.01, 9);
    expect(whole?.lambda).toBeCloseTo(0.06, 12);
    // Half of question 0's move is enough; rounded up, it is all of it.
    const split = relax(problem, 0.7);
    expect(split).toMatchObject({ assignment: [1, 1], usd: 0.02, split: 0 });
    expect(split?.lpUsd).toBeCloseTo(0.015, 8);
    expect(split?.lambda).toBeCloseTo(0.02, 12);
  });

  it("undoes moves that rounding up made needless", () => {
    // The steep small move comes first; the big one then makes it unnecessary.
    const problem = problemOf(
      [
        [0.5, 0.6, 0.6],
        [0, 0, 0.8],
      ],
      [0, 1, 10],
    );
    expect(buildRelaxation(problem).moves.map(({ question }) => question)).toEqual([0, 1]);
    expect(relax(problem, 0.62)).toMatchObject({ assignment: [0, 2], usd: 0.01 });
  });

  it("has none where no assignment keeps the bound", () => {
    expect(relax(problemOf([[0.5, 0.7]], [0, 10]), 0.71)).toBeNull();
  });

  it("keeps the bound, below its own rounding, for any problem", () => {
    fc.assert(
      fc.property(smallProblem, ({ problem, pMin }) => {
        const solved = relax(problem, pMin);
        expect(solved === null).toBe(bestReachable(problem.predicted) < pMin - 1e-9);
        if (solved === null) return;
        expect(solved.lpUsd).toBeLessThanOrEqual(solved.usd + 1e-9);
        expect(meetsScoreBound(problem, solved.assignment, pMin)).toBe(true);
      }),
    );
  });
});

describe("the online rule", () => {
  it("with λ = 0 is the best predicted, of equal ones the cheaper", () => {
    const problem = randomProblem(50, [0, 5, 10], 4);
    const online = problem.predicted.map((row) => chooseOnline(row, problem.prices, 0));
    expect(online).toEqual(bestPredicted(problem));
    expect(chooseOnline([0.5, 0.5, 0.4], [9, 1, 0], 0)).toBe(1);
  });

  it("with a dear λ takes the cheapest, with one between pays where it is worth it", () => {
    expect(chooseOnline([0.2, 0.9], [0, 10], 1)).toBe(0);
    expect(chooseOnline([0.2, 0.9], [0, 10], 0.05)).toBe(1);
    expect(chooseOnline([0.2, 0.6], [0, 10], 0.05)).toBe(0);
  });

  it("with the batch's λ keeps the batch's bound, at no more than one move above the relaxation", () => {
    fc.assert(
      fc.property(fc.integer(), fc.double({ min: 0.3, max: 0.6, noNaN: true }), (seed, pMin) => {
        const problem = randomProblem(40, [0, 4.37, 9.91], seed);
        const solved = relax(problem, pMin);
        if (solved === null) throw new Error("infeasible");
        const online = problem.predicted.map((row) =>
          chooseOnline(row, problem.prices, solved.lambda),
        );
        expect(meetsScoreBound(problem, online, pMin)).toBe(true);
        const usd = outcomeOf(problem, online, null).usd ?? Number.NaN;
        expect(usd).toBeLessThanOrEqual(solved.lpUsd + 9.91 / 1000 + 1e-9);
      }),
    );
  });

  it("takes the cheapest for every question where the bound asks for nothing", () => {
    const problem = randomProblem(40, [2, 5, 10], 6);
    const lambda = relax(problem, 0)?.lambda ?? Number.NaN;
    expect(Number.isFinite(lambda)).toBe(true);
    for (const row of problem.predicted) expect(chooseOnline(row, problem.prices, lambda)).toBe(0);
  });
});

describe("the curve", () => {
  const problem = randomProblem(120, [0, 5, 10], 9);
  const labels = problem.predicted.map((row) => row.map((score) => (score > 0.5 ? 1 : 0)));

  it("rises from the cheapest to the best reachable, in cost and in predicted score", () => {
    const curve = relaxationCurve(problem, labels, 21);
    if ("kind" in curve) throw new Error(curve.kind);
    const { points, range } = curve;
    expect(points).toHaveLength(21);
    expect(points[0]).toMatchObject({ pMin: range.cheapest, usd: 0, counts: [120, 0, 0] });
    expect(points.at(-1)?.pMin).toBeCloseTo(range.bestReachable, 12);
    for (const [index, point] of points.entries()) {
      const before = points[index - 1];
      expect(point.meanPredicted).toBeGreaterThanOrEqual(point.pMin - 1e-8);
      expect(point.boundUsdPerThousand).toBeLessThanOrEqual((point.usdPerThousand ?? 0) + 1e-9);
      if (before === undefined) continue;
      expect(point.boundUsdPerThousand).toBeGreaterThanOrEqual(before.boundUsdPerThousand);
      expect(point.lambda).toBeLessThanOrEqual(before.lambda);
    }
  });

  it("shows the single tools and the best predicted, with their true accuracy", () => {
    const curve = relaxationCurve(problem, labels, 2);
    if ("kind" in curve) throw new Error(curve.kind);
    expect(curve.references.map(({ strategy, toolId }) => [strategy, toolId])).toEqual([
      ["fixed", "t0"],
      ["fixed", "t1"],
      ["fixed", "t2"],
      ["best-predicted", null],
    ]);
    expect(curve.references.map(({ usdPerThousand }) => usdPerThousand).slice(0, 3)).toEqual([
      0, 5, 10,
    ]);
    const solved = labels.filter((row) => row[0] === 1).length / 120;
    expect(curve.references[0]?.accuracy).toBeCloseTo(solved, 12);
  });

  it("is one point where all tools cost the same, and refused where a price is unknown", () => {
    const equal = relaxationCurve({ ...problem, prices: [5, 5, 5] }, null, 21);
    if ("kind" in equal) throw new Error(equal.kind);
    expect(equal.points).toHaveLength(1);
    expect(equal.points[0]).toMatchObject({ usdPerThousand: 5, accuracy: null, lambda: 0 });
    expect(relaxationCurve({ ...problem, prices: [0, 5, null] }, null, 5)).toEqual({
      kind: "price-unknown",
      toolIds: ["t2"],
    });
  });
});
