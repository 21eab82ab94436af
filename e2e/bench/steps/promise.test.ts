import { describe, expect, it } from "vitest";
import { seededRandom } from "../../../src/shared/random.ts";
import { isAtMost, promiseOn } from "./promise.ts";

const random = seededRandom(5);
const drawn = (count: number, right: number) =>
  Array.from({ length: count }, () => Number(random() < right));

describe("a promise of at most so much worse", () => {
  it("is wrong in at most one of twenty trials where it is just not true", () => {
    const trials = Array.from({ length: 400 }, () =>
      isAtMost(
        0.05,
        drawn(100, 0.55).map((right) => (right === 1 ? 0.5 : -0.5)),
      ),
    );
    expect(trials.filter(Boolean).length / trials.length).toBeLessThanOrEqual(0.05);
  });

  it("is made where the cheap setting is clearly better, for its price, and holds", () => {
    const large = drawn(200, 0.3);
    const outcomes = drawn(200, 0.7).map((right, at) => [
      { right, usd: 0 },
      { right: large[at] ?? 0, usd: 0.001 },
    ]);
    const clear = promiseOn(
      outcomes.map((own) => own.slice(0, 1)),
      large,
      { epsilon: 0.05, splits: 40 },
    );
    expect(clear).toEqual({ possible: 1, broken: 0, usd: 0 });
  });

  it("is not made where the cheap setting is worse", () => {
    const outcomes = drawn(200, 0.3).map((right) => [{ right, usd: 0 }]);
    const { possible } = promiseOn(outcomes, drawn(200, 0.7), { epsilon: 0.05, splits: 40 });
    expect(possible).toBe(0);
  });
});
