import { describe, expect, it } from "vitest";
import { rectOf } from "./lab-labels.ts";
import { keyLayout, keySample, letterWidth, type NamedMark, policyLayout } from "./lab-policy.ts";

const box = { width: 700, height: 420, left: 48, right: 20, top: 34, bottom: 46 };
const size = { width: 47, height: 15 };
const span = (mean: number) => ({ mean, low: mean - 0.06, high: mean + 0.06 });
const mark = (cost: number, mean: number) => ({ cost, right: span(mean) });
const named = (id: string, cost: number, mean: number): NamedMark => ({
  id,
  size,
  ...mark(cost, mean),
});

/** As of a report in which the large model is often worse. */
const eight = [
  named("SSS", 0, 0.79),
  named("LLL", 1.83, 0.53),
  named("SSL", 0.19, 0.76),
  named("SLS", 0.36, 0.74),
  named("LSS", 0.45, 0.66),
  named("SLL", 0.56, 0.72),
  named("LSL", 0.66, 0.61),
  named("LLS", 1.61, 0.52),
];
const curves = {
  learned: [mark(0, 0.79), mark(0.05, 0.78), mark(0.11, 0.81)],
  cascade: [mark(0, 0.79), mark(0.9, 0.72), mark(1.8, 0.53)],
  oracle: [mark(0, 0.79), mark(0.06, 0.91)],
};

describe.each([312, 700, 860])("what asking would buy, %i pixels wide", (width) => {
  const own = { ...box, width };
  const layout = policyLayout({ named: eight, ...curves }, own);

  it("keeps every point, interval and name inside", () => {
    const dots = [...layout.learned.dots, ...layout.cascade.dots, ...layout.named];
    for (const { x, y } of dots) {
      expect(x).toBeGreaterThanOrEqual(own.left);
      expect(x).toBeLessThanOrEqual(width - own.right);
      expect(y).toBeGreaterThanOrEqual(own.top - 1e-6);
      expect(y).toBeLessThanOrEqual(own.height - own.bottom);
    }
    for (const { label } of layout.named) {
      const { left, right } = rectOf(label, size);
      expect(left).toBeGreaterThanOrEqual(0);
      expect(right).toBeLessThanOrEqual(width);
    }
  });

  it("lays no name over another", () => {
    const rects = layout.named.map(({ label }) => rectOf(label, size));
    for (const [at, a] of rects.entries()) {
      for (const b of rects.slice(at + 1)) {
        const apart =
          a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top;
        expect(apart).toBe(true);
      }
    }
  });

  it("leads from a point to its name wherever that stands elsewhere", () => {
    for (const { x, y, label, leader } of layout.named) {
      const { left, right, top, bottom } = rectOf(label, size);
      const away = Math.hypot(Math.max(left - x, 0, x - right), Math.max(top - y, 0, y - bottom));
      expect(leader === "").toBe(away <= 14);
    }
  });

  it("lets no two figures under the cost axis touch", () => {
    const places = layout.x.ticks.map((tick) => layout.x(tick));
    expect(layout.x.ticks[0]).toBe(0);
    for (const [at, place] of places.slice(1).entries()) {
      expect(place - (places[at] ?? 0)).toBeGreaterThanOrEqual(50);
    }
  });
});

describe("names in a crowd", () => {
  it("find a free place, however many points stand at one", () => {
    const crowd = Array.from({ length: 16 }, (_, at) => named(`c${at}`, 1 + at / 100, 0.5));
    const { named: places } = policyLayout(
      { named: crowd, learned: [], cascade: [], oracle: [] },
      { ...box, width: 312 },
    );
    const rects = places.map(({ label }) => rectOf(label, size));
    for (const [at, a] of rects.entries()) {
      for (const b of rects.slice(at + 1)) {
        expect(
          a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top,
        ).toBe(true);
      }
    }
  });
});

describe("the cost axis", () => {
  it("is rooted only where the learned curve would have no room", () => {
    const { learned, cascade, oracle } = curves;
    const cramped = policyLayout({ named: eight, learned, cascade, oracle }, box);
    expect(cramped.isRooted).toBe(true);
    const room = policyLayout(
      { named: eight, learned: [mark(0, 0.79), mark(1.5, 0.81)], cascade, oracle },
      box,
    );
    expect(room.isRooted).toBe(false);
    expect(room.x(1) - room.x(0.5)).toBeCloseTo(room.x(1.5) - room.x(1));
  });

  it("stands where nothing costs anything", () => {
    const { x } = policyLayout(
      { named: [named("a", 0, 0.5)], learned: [], cascade: [], oracle: [] },
      box,
    );
    expect(x(0)).toBe(box.left);
    expect(x.domain).toEqual([0, 1]);
  });
});

describe("the key", () => {
  it("breaks before the picture ends", () => {
    const entries = ["learned policy, with its band", "plain cascade", "oracle", "setup"].map(
      (text) => ({ id: text, text }),
    );
    const { entries: placed, height } = keyLayout(entries, 312);
    for (const { x, text } of placed) {
      expect(x + keySample + 8 + text.length * letterWidth).toBeLessThanOrEqual(312);
    }
    expect(new Set(placed.map(({ y }) => y)).size).toBeGreaterThan(1);
    expect(height).toBeGreaterThan(placed.at(-1)?.y ?? 0);
    expect(keyLayout(entries, 2000).height).toBeLessThan(height);
  });
});
