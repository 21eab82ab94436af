import { describe, expect, it } from "vitest";
import { labResultOf, worldBatch } from "../../testing/lab/stage-world.ts";
import type { LabResult, Spent } from "../types.ts";
import { analyse } from "./analyse.ts";
import { costOfBar } from "./roi.ts";

const by = { metric: "coverEm", cost: "largeTokens" } as const;
const none: Spent = { calls: 1, largeCalls: 0, tokens: 9, largeTokens: 0, usd: 0, seconds: 1 };
const large: Spent = { ...none, largeCalls: 2, tokens: 700, largeTokens: 600, usd: 0.25 };

describe("Figure 2's bar of cost", () => {
  it("is of one interaction, as its caption says, while ROI is by the question", () => {
    const results = Array.from({ length: 40 }, (_, at) => at).flatMap((at) => [
      labResultOf(`q${at}`, "SSS", at % 2),
      labResultOf(`q${at}`, "SLS", 1, [none, large, none]),
    ]);
    const [row] = analyse(worldBatch, results, by).roi;
    if (row === undefined) throw new Error("no row");
    expect(row.cost).toEqual({ largeTokens: 600, usd: 0.25, largeCalls: 2 });
    expect(costOfBar(row.cost, "largeTokens")).toBe(300);
    expect(costOfBar(row.cost, "usd")).toBe(0.125);
    expect(costOfBar(row.cost, "largeCalls")).toBe(2);
    expect(row.roi.largeTokens?.mean).toBeCloseTo((1 / 600) * 1000, 10);
  });

  it("is none where no call was made, or a figure is not known", () => {
    const unknown = { largeTokens: null, usd: 1, largeCalls: 0 };
    expect(costOfBar(unknown, "largeTokens")).toBeNull();
    expect(costOfBar(unknown, "usd")).toBeNull();
  });
});

describe("a return of reading that has planning in it", () => {
  const rois = (reader: LabResult) => {
    const results = [labResultOf("q", "SSS", 0), labResultOf("q", "LSS", 1, [large]), reader];
    return analyse(worldBatch, results, by).roi.map(({ stage, mixed }) => [stage, mixed]);
  };

  it("is marked where the large model planned, or where nothing tells", () => {
    const apart = labResultOf("q", "SLS", 1, [none, large]);
    const { rolesApart: _apart, ...old } = apart;
    expect(rois(apart)).toEqual([
      ["plan", false],
      ["solve", false],
    ]);
    const mixed = [
      ["plan", false],
      ["solve", true],
    ];
    expect(rois(old)).toEqual(mixed);
    expect(rois(labResultOf("q", "SLS", 1, [large, large]))).toEqual(mixed);
  });
});
