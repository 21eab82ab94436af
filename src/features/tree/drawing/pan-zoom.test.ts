import { describe, expect, it } from "vitest";
import { wheelStep } from "./pan-zoom.ts";

const scale = (deltaY: number, deltaMode = 0) => 2 ** wheelStep({ deltaY, deltaMode });

describe("the wheel with Ctrl", () => {
  it("zooms by a step a notch, not all the way at once, and back by the same", () => {
    expect(scale(-120)).toBeCloseTo(1.32, 2);
    expect(scale(120)).toBeCloseTo(1 / scale(-120), 5);
    expect(scale(-3, 1)).toBeCloseTo(1.32, 2);
  });

  it("follows the small steps of a pinch", () => {
    expect(scale(-5)).toBeCloseTo(1.07, 2);
  });
});
