import { describe, expect, it } from "vitest";
import { labResultOf, worldBatch } from "../../testing/lab/stage-world.ts";
import type { LabResult } from "../types.ts";
import { analyse } from "./analyse.ts";

const by = { metric: "right", cost: "usd" } as const;

function told(rows: readonly (readonly [right: number, sure: number | null | undefined])[]) {
  return rows.map(([right, sure], at) =>
    labResultOf(`q${at}`, "SSS", right, [], sure === undefined ? {} : { sure }),
  );
}

const sureness = (results: readonly LabResult[]) => analyse(worldBatch, results, by).sureness;

describe("how sure, how right", () => {
  it("is of the answers that tell both, of each configuration by itself", () => {
    const rows = told([
      [1, 0.95],
      [1, 0.85],
      [0, 0.15],
      [0, 0.05],
      [1, null],
      [0, undefined],
    ]);
    const failed = labResultOf("q9", "SSS", 0, [], { outcome: "failed", sure: 0.9 });
    const unscored = labResultOf("q10", "SSS", 0, [], { sure: 0.9 });
    const nothing = { ...unscored, metrics: { ...unscored.metrics, right: null } };
    const [only, ...others] = sureness([...rows, failed, nothing]);
    expect(others).toEqual([]);
    expect(only).toMatchObject({
      id: "SSS",
      n: 4,
      right: { mean: 0.5, n: 4 },
      auroc: { mean: 1, n: 4 },
    });
    expect(only?.sure).toBeCloseTo(0.5, 10);
    expect(only?.gap?.mean).toBeCloseTo(0, 10);
    expect(only?.bins.map(({ n, right }) => [n, right.mean])).toEqual([
      [1, 0],
      [1, 0],
      [1, 1],
      [1, 1],
    ]);
    expect(only?.calibrationError).toBeCloseTo(0.1, 10);
    expect(only?.surest.at(-1)).toMatchObject({ share: 1, right: { mean: 0.5, n: 4 } });
    expect(only?.surest.find(({ share }) => share === 0.5)?.right).toMatchObject({ mean: 1, n: 2 });
  });

  it("tells no area where all are right", () => {
    const [only] = sureness(told(Array.from({ length: 8 }, () => [1, 0.6])));
    expect(only).toMatchObject({ auroc: null, right: { mean: 1 } });
    expect(only?.gap?.mean).toBeCloseTo(-0.4, 10);
  });

  it("is nothing for results of earlier versions", () => {
    expect(sureness(told([[1, undefined]]))).toEqual([]);
  });

  it("finds what claims too much beyond chance", () => {
    const rows = Array.from({ length: 100 }, (_, at) => [at % 5 === 0 ? 1 : 0, 0.8] as const);
    const [only] = sureness(told(rows));
    expect(only?.calibrationError).toBeCloseTo(0.6, 10);
    expect(only?.calibrationErrorByChance).toBeLessThan(0.15);
    expect(only?.gap?.low).toBeGreaterThan(0.4);
  });
});
