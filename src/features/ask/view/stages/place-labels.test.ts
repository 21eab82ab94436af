import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { placeLabels } from "./place-labels.ts";

const frame = { x: 44, y: 0, width: 336, height: 92 };
const label = { width: 64, height: 14 };
const at = { x: 44, y: 22 };

describe("a label", () => {
  it("goes where no line runs under it", () => {
    const lines = [
      { from: at, to: { x: 130, y: 60 } },
      { from: at, to: { x: 120, y: 30 } },
    ];
    const [box] = placeLabels([{ at, ...label }], { points: [at], lines, frame });
    for (const { from, to } of lines) {
      for (let along = 0; along <= 1; along += 0.01) {
        const x = from.x + (to.x - from.x) * along;
        const y = from.y + (to.y - from.y) * along;
        const under =
          box !== undefined && x > box.x && x < box.x + 64 && y > box.y && y < box.y + 14;
        expect(under).toBe(false);
      }
    }
  });

  it("stands clear of the one before it, and never outside the frame", () => {
    const point = fc.record({
      x: fc.integer({ min: 44, max: 380 }),
      y: fc.integer({ min: 18, max: 92 }),
    });
    fc.assert(
      fc.property(point, point, (one, two) => {
        const labels = [
          { at: one, ...label },
          { at: two, ...label },
        ];
        const [first, second] = placeLabels(labels, { points: [one, two], lines: [], frame });
        if (first === undefined || second === undefined) return false;
        const apart =
          Math.abs(first.x - second.x) >= label.width ||
          Math.abs(first.y - second.y) >= label.height;
        const inside = [first, second].every(
          ({ x, y }) => x >= 44 && x + 64 <= 380 && y >= 0 && y + 14 <= 92,
        );
        return apart && inside;
      }),
      {
        examples: [
          [
            { x: 238, y: 72 },
            { x: 293, y: 90 },
          ],
        ],
        numRuns: 1000,
      },
    );
  });
});
