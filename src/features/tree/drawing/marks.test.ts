import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { statusGlyphs, workerPath } from "../../../ui-kit/glyphs.ts";
import { savedLengths, shares } from "../../meter/view/scales.ts";

describe("marks", () => {
  it("differ in shape, not only in colour", () => {
    expect(workerPath("small")).not.toBe(workerPath("large"));
    const drawn = Object.entries(statusGlyphs)
      .filter(([status]) => status !== "running")
      .map(([, glyph]) => `${glyph.ring} ${glyph.path}`);
    expect(new Set(drawn).size).toBe(drawn.length);
  });
});

describe("savedLengths", () => {
  const usd = fc.double({ min: 0, max: 1000, noNaN: true });

  it("fills the bar exactly, and says when more was spent than all-large", () => {
    fc.assert(
      fc.property(usd, usd, (spent, allLarge) => {
        const { spent: spentLength, saved, over } = savedLengths(spent, allLarge);
        expect(over).toBe(spent > allLarge);
        const whole = spent > 0 || allLarge > 0 ? 1 : 0;
        expect(spentLength + saved).toBeCloseTo(whole, 6);
      }),
    );
  });
});

describe("shares", () => {
  it("add up to one, or to nothing", () => {
    expect(shares([1, 2, 1])).toEqual([0.25, 0.5, 0.25]);
    expect(shares([0, 0])).toEqual([0, 0]);
    expect(shares([])).toEqual([]);
  });
});
