import { describe, expect, it } from "vitest";
import { crosses, labelBeside, type Rect, rectOf, withLabels } from "./lab-labels.ts";

const box = { width: 400, height: 300, left: 40, right: 20, top: 30, bottom: 40 };
const size = { width: 50, height: 16 };

const rect = (left: number, top: number, right: number, bottom: number): Rect => {
  return { left, top, right, bottom };
};
const line = (...[x1, y1, x2, y2]: [number, number, number, number]) => {
  return [
    { x: x1, y: y1 },
    { x: x2, y: y2 },
  ] as const;
};

describe("a line and a rectangle", () => {
  it.each([
    ["through it", line(0, 0, 100, 100), true],
    ["ends in it", line(0, 0, 50, 50), true],
    ["lies in it", line(45, 45, 55, 55), true],
    ["stops before it", line(0, 0, 30, 30), false],
    ["passes by a corner", line(0, 70, 70, 140), false],
    ["upright through it", line(50, 0, 50, 200), true],
    ["upright beside it", line(30, 0, 30, 200), false],
    ["lying under it", line(0, 70, 200, 70), false],
  ])("%s", (_, one, expected) => {
    expect(crosses(one, rect(40, 40, 60, 60))).toBe(expected);
  });
});

describe("names beside marks", () => {
  it("stand to the right where nothing is in the way", () => {
    expect(labelBeside({ x: 100, y: 100 }, box, size, { rects: [], lines: [] })).toEqual({
      x: 112,
      y: 100,
      anchor: "start",
    });
  });

  it("leave a line free that runs to the right", () => {
    const lines = [line(150, 100, 300, 100)];
    const label = labelBeside({ x: 150, y: 100 }, box, size, { rects: [], lines });
    expect(crosses(lines[0] ?? line(0, 0, 0, 0), rectOf(label, size))).toBe(false);
    expect(label.anchor).toBe("end");
  });

  it("stay near their mark rather than free of every line", () => {
    // A fan of lines over everything in reach except for one place far above.
    const lines = [line(0, 95, 400, 95), line(0, 110, 400, 110), line(0, 80, 400, 80)];
    const label = labelBeside({ x: 100, y: 100 }, box, size, { rects: [], lines });
    expect(Math.abs(label.y - 100)).toBeLessThanOrEqual(2 * size.height);
  });

  it("cover no mark and no other name, at any width", () => {
    for (const width of [300, 400, 900]) {
      const marks = [60, 70, 80, 90, 200, 210, 250, 260].map((x, at) => {
        return { id: String(at), x, y: 60 + 12 * at };
      });
      const placed = withLabels(marks, { ...box, width }, size, [line(60, 60, 260, 144)]);
      const rects = placed.map(({ label }) => rectOf(label, size));
      for (const [at, one] of rects.entries()) {
        for (const other of rects.slice(at + 1)) {
          const isApart =
            one.right <= other.left ||
            other.right <= one.left ||
            one.bottom <= other.top ||
            other.bottom <= one.top;
          expect(isApart).toBe(true);
        }
        expect(
          marks.some(({ x, y }) => x > one.left && x < one.right && y > one.top && y < one.bottom),
        ).toBe(false);
      }
    }
  });
});
