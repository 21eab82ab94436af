import { describe, expect, it } from "vitest";
import { generatedLab } from "../../testing/lab/generated-lab.ts";
import { type Column, labColumns, noResult, unscoredCode } from "./columns.ts";
import { cellOutcome, gridRows } from "./grid.ts";

const column = (right: number[], cost: number[]): Column => ({
  right: Uint8Array.from(right),
  metric: Float64Array.from(right),
  cost: Float64Array.from(cost),
  results: right.map(() => null),
});
const columns = [
  column([1, 1, 0, noResult, unscoredCode], [1, 5, 0, Number.NaN, 9]),
  column([1, 0, 0, 1, unscoredCode], [1, 5, 2, 3, Number.NaN]),
  column([1, 0, 0, 1, unscoredCode], [0, 5, 2, 0, Number.NaN]),
];
const rows = (choice: Partial<Parameters<typeof gridRows>[2]>) =>
  gridRows(columns, [4, 0, 1, 2, 3], { sort: "order", onlyDiffering: false, ...choice });

describe("the rows of the grid", () => {
  it("are sorted, and keep the questions' order where they are alike", () => {
    expect(rows({})).toEqual([4, 0, 1, 2, 3]);
    expect(rows({ sort: "right" })).toEqual([0, 3, 1, 4, 2]);
    expect(rows({ sort: "disagreement" })).toEqual([1, 4, 0, 2, 3]);
    expect(rows({ sort: "cost" })).toEqual([1, 4, 2, 3, 0]);
  });

  it("are those on which setups differ; no result is no difference", () => {
    expect(rows({ onlyDiffering: true })).toEqual([1]);
  });
});

describe("a cell", () => {
  const { batch, results } = generatedLab(1);
  const [first] = results;
  if (first === undefined) throw new Error("there is a result");
  const outcome = (changes: Partial<typeof first>) => {
    const { byConfiguration } = labColumns(batch, [{ ...first, ...changes }], "f1", "usd");
    const own = byConfiguration.get(first.configuration);
    return own === undefined ? null : cellOutcome(own, 0);
  };
  const right = (value: number | null) => ({ metrics: { ...first.metrics, right: value } });

  it("is right, right by luck, wrong, failed or not scored", () => {
    expect(outcome({ ...right(1), found: "found" })).toBe("right");
    expect(outcome({ ...right(1), wrongKind: true })).toBe("lucky");
    expect(outcome({ ...right(0), wrongKind: true })).toBe("wrong");
    expect(outcome(right(null))).toBe("unscored");
    expect(outcome({ outcome: "failed", error: "internal" })).toBe("failed");
    expect(cellOutcome(column([noResult], [0]), 0)).toBe("none");
  });
});
