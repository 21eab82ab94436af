import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { niceAxis } from "./lab-box.ts";
import { type ParetoMark, paretoLayout } from "./lab-pareto.ts";
import { roiLayout } from "./lab-roi.ts";
import { shapleyLayout } from "./lab-shapley.ts";
import { byValue, markBrushed, stripLayout } from "./lab-strip.ts";

const box = { width: 600, height: 360, left: 48, right: 16, top: 16, bottom: 40 };
const span = (mean: number, half: number) => ({ mean, low: mean - half, high: mean + half });

function expectHeld(values: readonly number[]): void {
  const axis = niceAxis(values, [0, 100]);
  for (const one of values) {
    expect(axis(one)).toBeGreaterThanOrEqual(-1e-6);
    expect(axis(one)).toBeLessThanOrEqual(100 + 1e-6);
  }
}

describe("niceAxis", () => {
  it("holds every value, and a single one too", () => {
    const value = fc.double({ min: -1e6, max: 1e6, noNaN: true });
    fc.assert(fc.property(fc.array(value, { minLength: 1 }), expectHeld), {
      examples: [[[-999_999.999_999_997_4, -999_999.999_999_999_1]]],
    });
    expect(niceAxis([0, 0], [0, 100], { from: 0 }).domain).toEqual([0, 1]);
  });

  it("holds values that differ by the last digits only", () => {
    const value = fc.double({ min: -1e9, max: 1e9, noNaN: true });
    const near = fc.double({ min: -1e-11, max: 1e-11, noNaN: true });
    fc.assert(
      fc.property(value, near, near, (base, one, other) => {
        expectHeld([base, base * (1 + one), base * (1 + other)]);
      }),
      { numRuns: 2000 },
    );
  });
});

describe("Figure 2", () => {
  const full = { quality: span(0.4, 0.1), base: span(0.3, 0.1), cost: 1200, roi: span(27, 9) };
  const layout = roiLayout(
    [
      { stage: "plan", ...full },
      { stage: "solve", ...full, cost: 2400, roi: span(-5, 9) },
      { stage: "summarise", quality: null, base: span(0.3, 0.1), cost: null, roi: null },
    ],
    { width: 600, left: 48, right: 16 },
  );
  const [plan, solve, summarise] = layout.columns;

  it("draws bars from 0, so that lengths can be compared", () => {
    const { bottom } = layout.bands.cost;
    expect((plan?.cost?.y ?? 0) + (plan?.cost?.height ?? 0)).toBe(bottom);
    expect(solve?.cost?.height).toBeCloseTo(2 * (plan?.cost?.height ?? 0));
    expect((plan?.quality?.height ?? 0) / (plan?.base?.height ?? 1)).toBeCloseTo(4 / 3);
  });

  it("puts harm below the zero line, and no point where ROI is not known", () => {
    expect(plan?.roi?.y).toBeLessThan(layout.zero);
    expect(solve?.roi?.y).toBeGreaterThan(layout.zero);
    expect(summarise).toMatchObject({ roi: null, cost: null, quality: null });
    expect(layout.line.match(/[ML]/gu)).toEqual(["M", "L"]);
  });

  it("keeps the bands apart", () => {
    const { roi, quality, cost } = layout.bands;
    expect(roi.bottom).toBeLessThan(quality.top);
    expect(quality.bottom).toBeLessThan(cost.top);
    expect(cost.bottom).toBeLessThan(layout.height);
  });
});

describe("Pareto", () => {
  const mark = (id: string, cost: number | null, mean: number, onFront: boolean): ParetoMark => ({
    id,
    cost,
    quality: span(mean, 0.05),
    onFront,
  });
  const label = { width: 50, height: 16 };

  it("draws the front as stairs that end at the right edge", () => {
    const marks = [mark("a", 0, 0.2, true), mark("b", 5, 0.1, false), mark("c", 10, 0.4, true)];
    const { front, places } = paretoLayout(marks, box, label);
    const [a, , c] = places;
    const corners = [...front.matchAll(/([\d.]+),([\d.]+)/gu)].map(([, x, y]) => [
      Number(x),
      Number(y),
    ]);
    const end = box.width - box.right;
    const expected = [
      [a?.x, a?.y],
      [c?.x, a?.y],
      [c?.x, c?.y],
      [end, c?.y],
      [end, c?.y],
    ];
    for (const [index, [x = 0, y = 0]] of expected.entries()) {
      expect(corners[index]?.[0]).toBeCloseTo(x, 2);
      expect(corners[index]?.[1]).toBeCloseTo(y, 2);
    }
  });

  it("sets those of unknown cost aside, never at 0", () => {
    const { places, unknownFrom, front } = paretoLayout(
      [mark("a", 3, 0.2, true), mark("b", null, 0.9, false)],
      box,
      label,
    );
    expect(unknownFrom).not.toBeNull();
    expect(places[1]?.x).toBeGreaterThan(unknownFrom ?? 1e9);
    expect(front).not.toContain(`${places[1]?.x}`);
  });

  it("keeps names off each other and off the marks, while there is room", () => {
    const eight = Array.from({ length: 8 }, (_, index) =>
      mark(`c${index}`, 500 + index * 6, 0.4 + index * 0.004, false),
    );
    const { places } = paretoLayout(eight, box, label);
    for (const one of places) {
      expect(one.label.y).toBeGreaterThan(0);
      for (const other of places) {
        if (one === other) continue;
        const apart =
          Math.abs(one.label.y - other.label.y) >= label.height ||
          one.label.anchor !== other.label.anchor ||
          Math.abs(one.label.x - other.label.x) >= label.width;
        expect(apart).toBe(true);
      }
    }
  });
});

describe("Shapley", () => {
  it("lets a bar begin at 0, to either side", () => {
    const { rows, axes } = shapleyLayout(
      [
        { stage: "plan", gain: span(0.1, 0.02), cost: span(300, 20) },
        { stage: "solve", gain: span(-0.05, 0.02), cost: null },
      ],
      { quality: [100, 300], cost: [340, 540] },
    );
    expect(rows[0]?.quality.x).toBeCloseTo(axes.quality(0));
    expect((rows[1]?.quality.x ?? 0) + (rows[1]?.quality.width ?? 0)).toBeCloseTo(axes.quality(0));
    expect(rows[1]?.cost).toBeNull();
  });
});

describe("the strip of questions", () => {
  const dots = (values: number[], right: number[]) => ({
    values: Float64Array.from(values),
    right: Uint8Array.from(right),
  });
  const count = (path: string) => path.split("h0").length - 1;

  it("has a dot a question, and counts those it cannot place", () => {
    const { rightPath, wrongPath, unknown } = stripLayout(
      dots([1, 2, 2, Number.NaN], [1, 0, 1, 1]),
      box,
    );
    expect([count(rightPath), count(wrongPath), unknown]).toEqual([2, 1, 1]);
  });

  it("stays inside its box, however many stand at one value", () => {
    const many = Array.from({ length: 10_000 }, (_, index) => index % 2);
    const { rightPath, wrongPath } = stripLayout(dots(many, many), box);
    expect(count(rightPath) + count(wrongPath)).toBe(10_000);
    const ys = [...`${rightPath}${wrongPath}`.matchAll(/,([\d.]+)h/gu)].map(([, y]) => Number(y));
    expect(Math.min(...ys)).toBeGreaterThanOrEqual(box.top);
    expect(Math.max(...ys)).toBeLessThanOrEqual(box.height - box.bottom);
  });

  it("is brushed by value, both ends in", () => {
    const value = fc.oneof(fc.integer({ min: 0, max: 20 }), fc.constant(Number.NaN));
    fc.assert(
      fc.property(fc.array(value), fc.nat(20), fc.nat(20), (values, one, other) => {
        const range = [Math.min(one, other), Math.max(one, other)] as const;
        const marked = markBrushed(byValue(Float64Array.from(values)), range, values.length);
        const expected = values.map((each) => (each >= range[0] && each <= range[1] ? 1 : 0));
        expect([...marked]).toEqual(expected);
      }),
    );
  });
});
