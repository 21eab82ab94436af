import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bruteForce, randomProblem, smallProblem } from "../../../testing/router/problems.ts";
import { buildRelaxation, solveRelaxation } from "./lp-relaxation.ts";
import { costStep, viableColumns } from "./presolve.ts";
import { scoreAt, scoreTarget } from "./problem.ts";

describe("the step of costs", () => {
  it.each([
    [[0, 5, 10], 5],
    [[0, 4.37, 9.91], 0.01],
    [[0, 4.4, 9.9], 1.1],
    [[2.5, 7.5], 2.5],
    [[0, 0], 0],
    [[], 0],
    [[0, 1 / 3, 1], 0],
  ])("of %o is %d", (prices, step) => {
    expect(costStep(prices)).toBeCloseTo(step, 12);
  });
});

describe("columns that are left out", () => {
  it("are most of them, in a large problem", () => {
    const problem = randomProblem(1000, [0, 5, 10], 7);
    const relaxed = solveRelaxation(buildRelaxation(problem), 0.6);
    if (relaxed === null) throw new Error("no assignment");
    const { assignment, lambda } = relaxed;
    const tried = viableColumns(problem, { assignment, lambda, pMin: 0.6 }, 5);
    expect(tried.filter(Boolean).length).toBeLessThan(1500);
    expect(assignment.every((tool, question) => tried[3 * question + tool])).toBe(true);
    expect(viableColumns(problem, { assignment, lambda: 0, pMin: 0.6 }, 5).every(Boolean)).toBe(
      true,
    );
  });

  it("are in no assignment that is cheaper than the known one, whatever the multiplier", () => {
    const factor = fc.double({ min: 0.1, max: 10, noNaN: true });
    fc.assert(
      fc.property(smallProblem, factor, ({ problem, pMin }, times) => {
        const relaxed = solveRelaxation(buildRelaxation(problem), pMin);
        const best = bruteForce(problem, pMin);
        if (relaxed === null || best === null) return;
        const { assignment, usd } = relaxed;
        const known = { assignment, lambda: relaxed.lambda * times, pMin };
        const tried = viableColumns(problem, known, costStep(problem.prices));
        const left = bruteForceOf(tried);
        // Without a cheaper one the known one stays; else a cheapest is still among the columns.
        expect(left).toBeCloseTo(Math.min(usd, best), 9);

        function bruteForceOf(columns: readonly boolean[]): number {
          const { predicted, prices } = problem;
          let found = usd;
          for (let code = 0; code < prices.length ** predicted.length; code += 1) {
            const tools = predicted.map(
              (_, n) => Math.floor(code / prices.length ** n) % prices.length,
            );
            if (!tools.every((tool, n) => columns[n * prices.length + tool])) continue;
            const sum = tools.reduce((all, tool, n) => all + scoreAt(predicted, n, tool), 0);
            if (sum < scoreTarget(predicted.length, pMin)) continue;
            found = Math.min(
              found,
              tools.reduce((all, tool) => all + (prices[tool] ?? 0), 0) / 1000,
            );
          }
          return found;
        }
      }),
    );
  });
});
