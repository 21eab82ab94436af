import fc from "fast-check";
import {
  meanScore,
  type PricedProblem,
  type RoutingProblem,
  scoreAt,
  scoreTarget,
} from "../../methods/homo-router/training/problem.ts";
import { seededRandom } from "../../shared/random.ts";

export function problemOf(
  predicted: readonly (readonly number[])[],
  prices: readonly number[],
): PricedProblem {
  return { toolIds: prices.map((_, tool) => `t${tool}`), predicted, prices };
}

/** Scores rise slightly with the price. */
export function randomProblem(
  questions: number,
  prices: readonly number[],
  seed: number,
): PricedProblem {
  const random = seededRandom(seed);
  const predicted = Array.from({ length: questions }, () =>
    prices.map((_, tool) => Math.min(1, 0.9 * random() + 0.05 * tool)),
  );
  return problemOf(predicted, prices);
}

/** Values are coarse, so that ties are common. */
export const smallProblem: fc.Arbitrary<{ problem: PricedProblem; pMin: number }> = fc
  .integer({ min: 1, max: 3 })
  .chain((tools) =>
    fc.record({
      predicted: fc.array(
        fc.array(
          fc.oneof(
            fc.integer({ min: 0, max: 20 }).map((twentieth) => twentieth / 20),
            fc.double({ min: 0, max: 1, noNaN: true }),
          ),
          { minLength: tools, maxLength: tools },
        ),
        { minLength: 1, maxLength: 6 },
      ),
      prices: fc.array(
        fc.oneof(
          fc.integer({ min: 0, max: 10 }),
          fc.integer({ min: 0, max: 1000 }).map((cents) => cents / 100),
        ),
        { minLength: tools, maxLength: tools },
      ),
      pMin: fc.integer({ min: 0, max: 40 }).map((fortieth) => fortieth / 40),
    }),
  )
  .map(({ predicted, prices, pMin }) => ({ problem: problemOf(predicted, prices), pMin }));

/** Null if none meets the bound. */
export function bruteForce(problem: RoutingProblem, pMin: number): number | null {
  const { predicted, prices } = problem;
  let best: number | null = null;
  for (let code = 0; code < prices.length ** predicted.length; code += 1) {
    const assignment = predicted.map(
      (_, n) => Math.floor(code / prices.length ** n) % prices.length,
    );
    const sum = assignment.reduce((all, tool, n) => all + scoreAt(predicted, n, tool), 0);
    if (sum < scoreTarget(predicted.length, pMin)) continue;
    const usd = assignment.reduce((all, tool) => all + (prices[tool] ?? 0), 0) / 1000;
    if (best === null || usd < best) best = usd;
  }
  return best;
}

export function meetsScoreBound(
  problem: RoutingProblem,
  assignment: readonly number[],
  pMin: number,
) {
  return meanScore(problem.predicted, assignment) >= pMin - 1e-8;
}
