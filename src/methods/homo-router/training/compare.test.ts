import { describe, expect, it } from "vitest";
import { gainOver, minQuestionsForInterval } from "./compare.ts";

const rows = (count: number, row: (index: number) => number[]) =>
  Array.from({ length: count }, (_, index) => row(index));

describe("gainOver", () => {
  it("is the mean of paired differences with its standard error", () => {
    // Routing gains 1 on every fourth question: mean 0.25, variance 0.1875 · 40 / 39.
    const predicted = rows(40, (n) => (n % 4 === 0 ? [0, 1] : [1, 0]));
    const labels = rows(40, (n) => (n % 4 === 0 ? [0, 1] : [1, 1]));
    const gain = gainOver(predicted, labels, 0);
    expect(gain.mean).toBeCloseTo(0.25, 12);
    expect(gain.high - gain.mean).toBeCloseTo(1.96 * Math.sqrt(0.1875 / 39), 9);
    expect(gain).toMatchObject({ questions: 40, verdict: "better" });
  });

  it("takes the mean of tools that are predicted equally good", () => {
    const gain = gainOver([[0.5, 0.5]], [[0, 1]], 0);
    expect(gain.mean).toBeCloseTo(0.5, 12);
  });

  it.each([
    ["worse", rows(60, () => [1, 0]), rows(60, (n) => [n % 9 === 0 ? 1 : 0, 1]), 1],
    ["unclear", rows(60, () => [1, 0]), rows(60, (n) => [n % 2, (n + 1) % 2]), 1],
    ["unclear", rows(60, () => [1, 0]), rows(60, (n) => [n % 2, 1]), 0],
    [
      "too-few",
      rows(minQuestionsForInterval - 1, () => [1, 0]),
      rows(minQuestionsForInterval - 1, () => [1, 0]),
      1,
    ],
  ] as const)("tells %s", (verdict, predicted, labels, tool) => {
    expect(gainOver(predicted, labels, tool).verdict).toBe(verdict);
  });
});
