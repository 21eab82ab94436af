import { describe, expect, it } from "vitest";
import { stages } from "../../log/types.ts";
import { allSmallSettings } from "../../methods/coop-llm/presets.ts";
import {
  exampleWorld,
  labResultOf,
  sampleWorld,
  worldBatch,
} from "../../testing/lab/stage-world.ts";
import { tunedVariants } from "../combinations.ts";
import type { LabBatch, LabResult } from "../types.ts";
import { analyse } from "./analyse.ts";

const by = { metric: "coverEm", cost: "largeTokens" } as const;
const large = { calls: 1, largeCalls: 1, tokens: 700, largeTokens: 500, usd: 0.001, seconds: 2 };

function twoConfigurations(base: readonly number[], better: readonly number[]): LabResult[] {
  return base.flatMap((score, at) => [
    labResultOf(`q${at}`, "SSS", score),
    labResultOf(`q${at}`, "LSS", better[at] ?? 0, [large]),
  ]);
}

const repeat = (pattern: readonly number[], times: number) =>
  Array.from({ length: times }, () => pattern).flat();

describe("fine-tuning", () => {
  const settings = allSmallSettings;
  const configurations = tunedVariants(settings, stages, { small: "base-lm", encoder: null });
  const batch: LabBatch = { ...worldBatch, configurations };
  const scored = (id: string, scores: readonly number[]) =>
    scores.map((score, at) => labResultOf(`q${at}`, id, score));
  const base = scored("base", repeat([1, 0, 0, 0], 10));
  const tuned = scored("tuned", repeat([0, 1, 1, 0], 10));

  it("is judged on the same questions, each way of asking against its own base", () => {
    const both = [...scored("base-large", [0, 0]), ...scored("tuned-large", [1, 0])];
    const { tuning } = analyse(batch, [...base, ...tuned, ...both], by);
    expect(tuning).toMatchObject([
      { base: "base", with: "tuned", n: 40, mcnemar: { gained: 20, lost: 10 } },
      { base: "base-large", with: "tuned-large", n: 2, verdict: "undecided" },
    ]);
    expect(tuning[0]?.gain.mean).toBeCloseTo(0.25, 10);
  });

  it("counts only what both answered, and says nothing of what was not run", () => {
    const { tuning } = analyse(batch, [...base, ...tuned.slice(0, 12)], by);
    expect(tuning).toMatchObject([{ with: "tuned", n: 12 }]);
    expect(analyse(batch, base, by).tuning).toEqual([]);
    expect(analyse(worldBatch, twoConfigurations([0, 1], [1, 1]), by).tuning).toEqual([]);
  });
});

describe("ROI", () => {
  it("is the relative improvement for the large model's cost in that stage", () => {
    const results = twoConfigurations(repeat([1, 0, 0, 0], 20), repeat([1, 1, 0, 0], 20));
    const [roi] = analyse(worldBatch, results, by).roi;
    expect(roi).toMatchObject({
      stage: "plan",
      base: "SSS",
      with: "LSS",
      n: 80,
      verdict: "pays",
      more: 0,
    });
    expect(roi?.gain.mean).toBeCloseTo(0.25, 10);
    expect(roi?.improvement?.mean).toBeCloseTo(1, 10);
    expect(roi?.cost).toMatchObject({ largeTokens: 500, largeCalls: 1 });
    expect(roi?.cost.usd).toBeCloseTo(0.001, 10);
    expect(roi?.roi.largeTokens?.mean).toBeCloseTo(2, 10);
    expect(roi?.roi.usd?.mean).toBeCloseTo(1000, 6);
    expect(roi?.roi.largeCalls?.mean).toBeCloseTo(1, 10);
    expect(roi?.mcnemar).toMatchObject({ gained: 20, lost: 0 });
  });

  it("is not told over nothing, for nothing, or for an unknown cost", () => {
    const zero = analyse(worldBatch, twoConfigurations([0, 0, 0, 0], [1, 0, 1, 0]), by).roi[0];
    expect(zero?.gain.mean).toBe(0.5);
    expect([zero?.improvement, zero?.roi.largeTokens]).toEqual([null, null]);
    const free = repeat([1, 0], 10).flatMap((score, at) => [
      labResultOf(`q${at}`, "SSS", score),
      labResultOf(`q${at}`, "LSS", 1, [{ ...large, largeTokens: 0, usd: null }]),
    ]);
    const [roi] = analyse(worldBatch, free, by).roi;
    expect(roi?.cost).toMatchObject({ largeTokens: 0, usd: null });
    expect([roi?.roi.largeTokens, roi?.roi.usd]).toEqual([null, null]);
    expect(roi?.roi.largeCalls).not.toBeNull();
  });

  it("decides nothing that the exact test does not, and says how many more questions it takes", () => {
    const few = analyse(
      worldBatch,
      twoConfigurations(
        repeat([1, 0], 20),
        [0, 1, 0, 1, ...repeat([1, 0], 18)].map((score, at) => (at < 4 ? 1 : score)),
      ),
      by,
    ).roi[0];
    expect(few?.verdict).toBe("undecided");
    expect(few?.gain.low).toBeLessThanOrEqual(0);
    expect(few?.roi.largeTokens?.low).toBeLessThanOrEqual(0);
    expect(few?.more).toBeGreaterThan(0);
    const same = analyse(worldBatch, twoConfigurations([1, 0, 1, 0], [1, 0, 1, 0]), by).roi[0];
    expect(same).toMatchObject({ verdict: "undecided", more: null });
    expect(same?.gain.high).toBeGreaterThan(0.3);
  });
});

describe("a whole batch", () => {
  const results = sampleWorld(exampleWorld, 300, 5);
  const analysis = analyse(worldBatch, results, by);

  it("has Shapley shares that add up to what all-large brings and costs", () => {
    const mean = (id: string) => analysis.pareto.find((point) => point.id === id);
    const shares = analysis.verdicts?.stages ?? [];
    const [quality, cost] = [
      shares.reduce((sum, share) => sum + share.gain.mean, 0),
      shares.reduce((sum, share) => sum + (share.cost?.mean ?? Number.NaN), 0),
    ];
    expect(quality).toBeCloseTo(
      (mean("LLL")?.quality.mean ?? 0) - (mean("SSS")?.quality.mean ?? 0),
      10,
    );
    expect(cost).toBeCloseTo((mean("LLL")?.cost ?? 0) - (mean("SSS")?.cost ?? 0), 6);
  });

  it("gives the same figures, in whatever order the results come", () => {
    expect(analyse(worldBatch, [...results].reverse(), by)).toEqual(analysis);
  });

  it("advises one configuration, with its quality and cost beside every gain", () => {
    expect(analysis.advice.map(({ stage }) => stage).sort()).toEqual([
      "plan",
      "solve",
      "summarise",
    ]);
    expect(analysis.advice[0]).toMatchObject({ kind: "use-large" });
    for (const { gain, quality, share } of analysis.advice) {
      expect([gain, quality, share]).not.toContain(null);
      expect(share).toBeGreaterThan(0);
    }
  });

  it("keeps failed answers, other batches and unknown costs out of the means, and counts them", () => {
    const [first, ...rest] = results.filter(({ configuration }) => configuration === "SSS");
    if (first === undefined) throw new Error("no results");
    const spoilt = [
      { ...first, outcome: "failed" as const, error: "remote-server" },
      ...rest,
      { ...first, batch: "another", question: "elsewhere" },
    ].map((result) => ({ ...result, total: { ...result.total, usd: null }, paidUsd: null }));
    const [summary] = analyse(worldBatch, spoilt, by).summaries;
    expect(summary).toMatchObject({ n: 300, failed: 1, paidUsd: null });
    expect(summary?.metrics.coverEm?.n).toBe(299);
    expect(summary?.costs.usd).toBeNull();
    expect(summary?.costs.tokens).not.toBeNull();
  });
});

describe("advice", () => {
  const kinds = (results: readonly LabResult[], batch: LabBatch = worldBatch) =>
    analyse(batch, results, by).advice.map(({ kind, configuration, stage }) => [
      kind,
      configuration,
      stage,
    ]);

  it("has nothing to say without results", () => {
    expect(kinds([])).toEqual([["nothing-yet", null, null]]);
    expect(analyse(worldBatch, [], by)).toMatchObject({
      questions: 0,
      roi: [],
      verdicts: null,
      pareto: [],
    });
  });

  it("recommends what pays, refuses what harms, and leaves the rest undecided", () => {
    const [wrongs, rights] = [repeat([0, 1], 30), repeat([1, 1], 30)];
    expect(kinds(twoConfigurations(wrongs, rights))).toEqual([["use-large", "LSS", "plan"]]);
    expect(kinds(twoConfigurations(rights, wrongs))).toEqual([["use-small", "SSS", "plan"]]);
    expect(kinds(twoConfigurations(wrongs, wrongs))).toEqual([["undecided", "SSS", "plan"]]);
  });

  it("recommends nothing while a cost is unknown", () => {
    const results = twoConfigurations(repeat([0, 1], 30), repeat([1, 1], 30)).map((result) =>
      result.configuration === "SSS"
        ? result
        : { ...result, total: { ...result.total, [by.cost]: null } },
    );
    expect(kinds(results)).toEqual([["cost-unknown", null, null]]);
  });

  it("compares configurations that are no combinations with the first", () => {
    const [a, b] = worldBatch.configurations;
    if (a === undefined || b === undefined) throw new Error("no configurations");
    const batch = {
      ...worldBatch,
      configurations: [
        { ...a, id: "vanilla" },
        { ...b, id: "history" },
      ],
    };
    const results = repeat([0, 1], 30).flatMap((score, at) => [
      labResultOf(`q${at}`, "vanilla", score),
      labResultOf(`q${at}`, "history", 1),
    ]);
    expect(kinds(results, batch)).toEqual([["compare", "history", null]]);
  });
});

it("analyses 10,000 results with 1,000 resamples in a moment", () => {
  const results = sampleWorld(exampleWorld, 1250, 1);
  analyse(worldBatch, results, by);
  const before = process.cpuUsage();
  analyse(worldBatch, results, by);
  // Target: 300 ms on a free core; the bound allows for a busy test machine.
  expect(process.cpuUsage(before).user / 1000).toBeLessThan(5000);
});
