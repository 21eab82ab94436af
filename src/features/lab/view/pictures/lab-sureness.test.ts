import { describe, expect, it } from "vitest";
import type { SurenessSummary } from "../../../../evaluation/types.ts";
import { surenessLayout } from "./lab-sureness.ts";

const span = (mean: number, n = 10) => ({ mean, low: mean - 0.1, high: mean + 0.1, n });

const told: Pick<SurenessSummary, "bins" | "surest" | "right"> = {
  bins: [
    { from: 0, to: 0.1, n: 4, sure: 0.05, right: span(0.1) },
    { from: 0.8, to: 0.9, n: 16, sure: 0.85, right: span(0.7) },
  ],
  surest: [0.25, 0.5, 0.75, 1].map((share) => ({ share, right: span(1 - share / 2) })),
  right: span(0.5),
};

describe("how sure and how right, as two plots", () => {
  it("places a bin at its mean sureness and share right, with its count below", () => {
    const { reliability } = surenessLayout(told, 400);
    const [first, second] = reliability.places;
    expect(first?.x).toBeCloseTo(reliability.x(0.05), 10);
    expect(second?.y).toBeCloseTo(reliability.y(0.7), 10);
    expect(second?.bar.height).toBeCloseTo(4 * (first?.bar.height ?? 0), 10);
    for (const { bar } of reliability.places) {
      expect(bar.y + bar.height).toBeCloseTo(reliability.countsBase, 10);
      expect(bar.y).toBeGreaterThan(reliability.base);
    }
  });

  it.each([264, 400, 619])("stands one below the other where it is narrow: %d pixels", (width) => {
    const { reliability, selective, height } = surenessLayout(told, width);
    expect(selective.top).toBeGreaterThan(reliability.countsBase);
    expect(selective.right).toBeLessThanOrEqual(width);
    expect(height).toBeGreaterThan(selective.base);
  });

  it("stands side by side where there is room", () => {
    const { reliability, selective, height, width } = surenessLayout(told, 800);
    expect(selective.left).toBeGreaterThan(reliability.right);
    expect(selective.right).toBeLessThanOrEqual(width);
    expect(height).toBeGreaterThan(reliability.countsBase);
  });

  it("marks the surest half on the curve", () => {
    const { selective } = surenessLayout(told, 800);
    expect(selective.half).toEqual({ x: selective.x(0.5), y: selective.y(0.75) });
    expect(selective.allY).toBe(selective.y(0.5));
  });

  it("draws a single answer", () => {
    const one = surenessLayout(
      {
        bins: [{ from: 0.5, to: 0.6, n: 1, sure: 0.55, right: span(1, 1) }],
        surest: [{ share: 1, right: span(1, 1) }],
        right: span(1, 1),
      },
      300,
    );
    expect(one.selective.half).toBeNull();
    expect(JSON.stringify(one)).not.toMatch(/null,"y"|NaN/u);
  });
});
