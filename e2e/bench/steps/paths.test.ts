import { describe, expect, it } from "vitest";
import { atBudget, oracle } from "./deferral.ts";
import {
  priceOf,
  type Question,
  type Run,
  setups,
  start,
  statesWithin,
  withSetup,
} from "./paths.ts";

/** A plan costs 4, a reading 2, a conclusion 1. */
const question: Question = {
  id: "q",
  set: "set",
  words: 5,
  steps: 2,
  unsolved: 0,
  runs: Object.fromEntries(
    setups.map((setup): [string, Run] => {
      const [plan = 0, solve = 0, summarise = 0] = [...setup].map((one) => Number(one === "L"));
      return [
        setup,
        {
          right: Number(setup === "SLL" || setup === "LLL"),
          sure: 0.5,
          answer: setup,
          found: 2,
          usd: { plan: 4 * plan, solve: 2 * solve, summarise: summarise },
        },
      ];
    }),
  ),
};

describe("what another setup costs", () => {
  it("is its stages, less those whose inputs were paid for", () => {
    expect(priceOf(question, start, "LLL")).toBe(7);
    expect(priceOf(question, withSetup(start, "SLS"), "SLL")).toBe(1);
    expect(priceOf(question, withSetup(start, "LSS"), "LLL")).toBe(3);
    // A conclusion over other readings is another call.
    expect(priceOf(question, withSetup(start, "SSL"), "SLL")).toBe(3);
    expect(priceOf(question, withSetup(start, "SLS"), "LLS")).toBe(6);
  });

  it("has every state once", () => {
    expect(statesWithin(2)).toHaveLength(1 + 7 + 21);
    expect(new Set(statesWithin(3).map(String)).size).toBe(1 + 7 + 21 + 35);
  });
});

describe("a deferral curve", () => {
  it("is read at exactly a budget between two settings, and flat beyond the last", () => {
    const outcomes = [
      [
        { right: 0, usd: 0 },
        { right: 1, usd: 2 },
      ],
      [
        { right: 1, usd: 0 },
        { right: 1, usd: 4 },
      ],
    ];
    expect(atBudget(outcomes, 1.5)).toEqual([
      { right: 0.5, usd: 1 },
      { right: 1, usd: 2 },
    ]);
    expect(atBudget(outcomes, 99)).toEqual(outcomes.map(([, last]) => last));
  });

  it("has the cheapest right setup as its oracle", () => {
    expect(oracle([question])).toEqual([
      [
        { right: 0, usd: 0 },
        { right: 1, usd: 3 },
      ],
    ]);
  });
});
