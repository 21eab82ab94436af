import { describe, expect, it } from "vitest";
import { curveScale } from "./curve-scale.ts";

const box = { width: 400, height: 200, left: 40, right: 10, top: 10, bottom: 30 };

describe("curveScale", () => {
  it("keeps every point inside, dearer to the right and better above", () => {
    const scale = curveScale(box, [0, 7.3], [0.41, 0.62]);
    for (const usd of [0, 7.3]) {
      expect(scale.x(usd)).toBeGreaterThanOrEqual(40);
      expect(scale.x(usd)).toBeLessThanOrEqual(390);
    }
    expect(scale.y(0.62)).toBeLessThan(scale.y(0.41));
    expect(scale.y(0.62)).toBeGreaterThanOrEqual(10);
    expect(scale.y(0.41)).toBeLessThanOrEqual(170);
    expect(
      scale.path([
        [0, 0.5],
        [5, 0.6],
      ]),
    ).toMatch(/^M40,[\d.]+L[\d.]+,[\d.]+$/u);
  });

  it("stays finite where nothing costs and nothing differs", () => {
    const scale = curveScale(box, [0], [1]);
    expect(Number.isFinite(scale.x(0)) && Number.isFinite(scale.y(1))).toBe(true);
    expect(scale.yTicks.length).toBeGreaterThan(1);
    expect(Math.max(...scale.yTicks)).toBeLessThanOrEqual(1);
  });
});
