import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fitLines, fitTail, isRightToLeft } from "./fit-text.ts";
import { fitView, isCut, smallestScale } from "./fit-view.ts";

const tenPixels = (text: string) => [...text].length * 10;
const texts = fc.string({ unit: "grapheme", maxLength: 300 });

describe("fitLines", () => {
  it("keeps to its lines and its width, whatever the text", () => {
    fc.assert(
      fc.property(texts, fc.integer({ min: 1, max: 4 }), (text, maxLines) => {
        const lines = fitLines(text, 120, maxLines, tenPixels);
        expect(lines.length).toBeLessThanOrEqual(maxLines);
        for (const line of lines) expect(tenPixels(line)).toBeLessThanOrEqual(120);
      }),
    );
  });

  it("loses no word while there is room", () => {
    expect(fitLines("one two three four", 90, 3, tenPixels)).toEqual(["one two", "three", "four"]);
  });

  it("ends in an ellipsis when there is none", () => {
    expect(fitLines("one two three four", 90, 2, tenPixels)).toEqual(["one two", "three fo…"]);
    expect(fitLines("Llanfairpwllgwyngyll", 90, 1, tenPixels)).toEqual(["Llanfair…"]);
  });
});

describe("fitTail", () => {
  it("keeps the newest words, within the width", () => {
    expect(fitTail("the river Danube", 90, tenPixels)).toBe("…r Danube");
    fc.assert(
      fc.property(texts, (text) => {
        expect(tenPixels(fitTail(text, 120, tenPixels))).toBeLessThanOrEqual(120);
      }),
    );
  });
});

describe("isRightToLeft", () => {
  it("goes by the first letter", () => {
    expect(isRightToLeft("מה בירת צרפת?")).toBe(true);
    expect(isRightToLeft("(٢) ما عاصمة فرنسا؟")).toBe(true);
    expect(isRightToLeft("Paris מה")).toBe(false);
    expect(isRightToLeft("123")).toBe(false);
  });
});

describe("fitView", () => {
  const viewport = { width: 1000, height: 400 };
  const box = (width: number, height: number) => ({ x: -20, y: -90, width, height });

  it("never enlarges, and begins at the edge", () => {
    expect(fitView(box(300, 200), viewport, null, "readable")).toEqual({ k: 1, x: 20, y: 90 });
  });

  it("shows the whole as long as that can be read, and else what can be read of it", () => {
    expect(fitView(box(1050, 200), viewport, null, "readable").k).toBeCloseTo(1000 / 1050, 12);
    const { k } = fitView(box(2000, 200), viewport, { x: 0, y: 0 }, "readable");
    expect(k).toBe(smallestScale.readable);
    expect(13 * k).toBeGreaterThanOrEqual(11);
  });

  it("is readable from its beginning where the whole would be cut off", () => {
    const long = fitView(box(300, 3000), viewport, null, "readable");
    expect(long.k).toBe(smallestScale.readable);
    expect([long.x, long.y]).toEqual([20 * long.k, 90 * long.k]);
  });

  it("shows all of a tree of sixty steps in a row where that is wanted", () => {
    const content = box(60 * 182, 200);
    const whole = fitView(content, viewport, { x: 5000, y: 0 }, "whole");
    expect(whole.k).toBeCloseTo(1000 / content.width, 12);
    expect(isCut(content, viewport, whole)).toBe(false);
    expect(isCut(content, viewport, fitView(content, viewport, null, "readable"))).toBe(true);
  });

  it("keeps what is open in sight where a finished tree is cut off", () => {
    const { k, x } = fitView(box(9000, 200), viewport, { x: 6000, y: 0 }, "readable");
    expect(6000 * k + x).toBeCloseTo(viewport.width / 2, 9);
  });

  it("keeps the growing end in sight without leaving the drawing", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1000, max: 9000 }), fc.nat(9000), (width, at) => {
        const focus = { x: Math.min(at, width - 20), y: 0 };
        const view = fitView(box(width, 200), viewport, focus, "readable");
        const seenAt = focus.x * view.k + view.x;
        expect(seenAt).toBeGreaterThanOrEqual(-1e-6);
        expect(seenAt).toBeLessThanOrEqual(viewport.width + 1e-6);
      }),
    );
  });
});
