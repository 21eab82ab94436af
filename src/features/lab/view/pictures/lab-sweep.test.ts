import { describe, expect, it } from "vitest";
import { sweepLayout } from "./lab-sweep.ts";

const room = { width: 600, left: 60, right: 12 };
const point = (value: number, mean: number, cost: number | null = 100 * value) => ({
  value,
  quality: { mean, low: mean - 0.1, high: mean + 0.1 },
  cost,
});

describe("a number varied", () => {
  it("stands in the order of its values, as far apart as they are", () => {
    const { places } = sweepLayout([point(1, 0.5), point(0, 0.2), point(0.25, 0.4)], room);
    expect(places.map(({ value }) => value)).toEqual([0, 0.25, 1]);
    const [first, second, last] = places.map(({ x }) => x);
    expect(((second ?? 0) - (first ?? 0)) / ((last ?? 0) - (first ?? 0))).toBeCloseTo(0.25);
    expect(first).toBeGreaterThan(room.left);
    expect(last).toBeLessThan(room.width - room.right);
  });

  it("has every interval in its band, and the cost in the band below", () => {
    const { quality, cost, base, height, places } = sweepLayout(
      [point(1, 0.5), point(2, 0.9), point(3, 0.1)],
      room,
    );
    for (const { y, whisker, costY } of places) {
      const ends = [...whisker.matchAll(/,([\d.]+)h/gu)].map(([, at]) => Number(at));
      for (const at of [y, ...ends]) {
        expect(at).toBeGreaterThanOrEqual(quality.top);
        expect(at).toBeLessThanOrEqual(quality.bottom);
      }
      expect(costY).toBeGreaterThan(quality.bottom);
    }
    expect([base, cost?.line.match(/[ML]/gu)?.length]).toEqual([cost?.bottom, 3]);
    expect(height).toBeGreaterThan(base);
  });

  it("has no band for a cost that nobody knows, and no point for one that is not known", () => {
    const { cost, base, quality } = sweepLayout([point(1, 0.5, null), point(2, 0.4, null)], room);
    expect([cost, base]).toEqual([null, quality.bottom]);
    const partly = sweepLayout([point(1, 0.5, null), point(2, 0.4)], room);
    expect(partly.places.map(({ costY }) => costY === null)).toEqual([true, false]);
  });

  it("leaves out the names of values that would touch, and sets one alone in the middle", () => {
    const close = sweepLayout([point(1, 0.5), point(2, 0.5), point(100, 0.5)], room);
    expect(close.places.map(({ named }) => named)).toEqual([true, false, true]);
    expect(sweepLayout([point(7, 0.5)], room).places[0]?.x).toBe(324);
  });
});
