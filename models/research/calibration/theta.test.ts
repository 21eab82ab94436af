import { describe, expect, it } from "vitest";
import {
  bestTheta,
  calibrationError,
  effect,
  type Reading,
  recommendedTheta,
  reliability,
  spanIsRight,
  thetaRow,
} from "./theta.ts";

const reading = (confidence: number, right: boolean, span = "x"): Reading => ({
  query: "q",
  span,
  confidence,
  right,
  passageRight: null,
});

/** Right above 0.5, wrong below, ten of each. */
const sharp = [0.3, 0.7].flatMap((confidence) =>
  Array.from({ length: 10 }, () => reading(confidence, confidence > 0.5)),
);

describe("spanIsRight", () => {
  it.each([
    ["the Baltic", ["Baltic Sea"], true],
    ["Baltic Sea and more", ["Baltic Sea"], true],
    ["no", ["know"], false],
    ["", ["Baltic Sea"], false],
  ])("%s for %s: %s", (span, golds, right) => {
    expect(spanIsRight(span, golds)).toBe(right);
  });
});

describe("a threshold", () => {
  it("overrules above θ, not at it, and never with an empty span", () => {
    const row = thetaRow([reading(0.5, true), reading(0.6, true), reading(0.9, true, "")], 0.5);
    expect(row).toMatchObject({ above: 1, below: 1, precisionAbove: 1, shareAbove: 1 / 3 });
  });

  it("gains its share times how much righter than the planner the spans above it are", () => {
    for (const planner of [0.2, 0.5, 0.9]) {
      const { net } = effect(sharp, 0, planner);
      expect(net).toBeCloseTo(1 * (0.5 - planner), 10);
    }
    expect(effect([], 0, 0.5)).toEqual({ help: 0, harm: 0, net: 0, standardError: 0 });
  });

  it("is best between the wrong and the right spans, and the highest of equals", () => {
    expect(bestTheta(sharp, 0.5)).toBe(0.65);
    expect(recommendedTheta(sharp, 0.5)).toBe(0.65);
    expect(bestTheta(sharp, 1)).toBe(0.95);
  });
});

describe("reliability", () => {
  it("counts every span once, the surest too", () => {
    const bins = reliability([...sharp, reading(1, true), reading(0, false, "")]);
    expect(bins.reduce((sum, { n }) => sum + n, 0)).toBe(21);
    expect(bins[9]).toMatchObject({ n: 1, precision: 1 });
    expect(calibrationError(bins)).toBeCloseTo((20 * 0.3) / 21, 10);
  });
});
