import { describe, expect, it } from "vitest";
import type { RunEvent } from "../../log/events.ts";
import type { PlanChoice, Price } from "../../log/types.ts";
import { defaultRunSettings } from "../../session/presets.ts";
import { type RunSummary, runSummary } from "../../storage/runs.ts";
import { fakeRun } from "../../testing/fake-run.ts";
import { summaryOf } from "../runs/run-recorder.ts";
import { estimateRun, predictFlip, type SimilarityKey } from "./estimate.ts";

const price: Price = {
  inputPerMillion: 1,
  outputPerMillion: 10,
  cachedInputPerMillion: null,
  source: "made up",
  asOf: "2026-01-01",
};
const like: SimilarityKey = { settings: defaultRunSettings, small: "s", large: null, price };

function row(plan: PlanChoice, planUsd: number | null, planSeconds: number): RunSummary {
  const idle = {
    choice: "small" as const,
    usd: 0,
    seconds: 1,
    promptTokens: 0,
    generatedTokens: 0,
  };
  return {
    id: "r",
    question: "q",
    title: null,
    begunEpochMs: 0,
    savedEpochMs: 0,
    method: defaultRunSettings.method,
    library: "l",
    small: "s",
    large: plan === "large" ? "big" : null,
    outcome: "answered",
    short: "",
    steps: 1,
    usd: planUsd,
    seconds: planSeconds + 2,
    events: 1,
    size: 1,
    continues: null,
    deletedEpochMs: null,
    stages: {
      plan: {
        choice: plan,
        usd: planUsd,
        seconds: planSeconds,
        promptTokens: 1000,
        generatedTokens: 100,
      },
      solve: idle,
      summarise: idle,
    },
  };
}

const small = [row("small", 0, 1), row("small", 0, 2), row("small", 0, 3)];
const large = [row("large", 0.01, 5), row("large", 0.02, 6), row("large", 0.03, 7)];

describe("the interval before a run", () => {
  it("is where runs like it lay", () => {
    const { runs, usd, seconds } = estimateRun([...large, ...small], like);
    expect(runs).toBe(3);
    expect(usd).toEqual({ low: 0, middle: 0, high: 0 });
    expect(seconds).toEqual({ low: 3, middle: 4, high: 5 });
  });

  it("is unknown after two runs, and where others were done", () => {
    expect(estimateRun(small.slice(1), like)).toEqual({ runs: 2, usd: null, seconds: null });
    const elsewhere = { ...like, small: "another" };
    expect(estimateRun(small, elsewhere).runs).toBe(0);
    expect(estimateRun(large, like).runs).toBe(0);
  });

  it("knows no money where one run's is unknown, but its time", () => {
    const settings = { ...defaultRunSettings, plan: "large" as const };
    const rows = [...large, row("large", null, 6)];
    const estimate = estimateRun(rows, { ...like, settings, large: "big" });
    expect(estimate.usd).toBeNull();
    expect(estimate.seconds?.middle).toBeCloseTo(8);
  });
});

describe("flipping a switch", () => {
  it("is predicted from what each of the two took", () => {
    const flip = predictFlip([...small, ...large], like, "plan", "large");
    expect(flip.repriced).toBe(false);
    expect(flip.usd?.middle).toBeCloseTo(0.02);
    expect(flip.seconds).toMatchObject({ middle: 4 });
    const settings = { ...defaultRunSettings, plan: "large" as const };
    const back = predictFlip([...small, ...large], { ...like, settings }, "plan", "small");
    expect(back.usd?.middle).toBeCloseTo(-0.02);
    expect(back.seconds?.middle).toBeCloseTo(-4);
  });

  it("prices the words of earlier runs where the large model never did it, and knows no time", () => {
    const flip = predictFlip(small, like, "plan", "large");
    expect(flip.usd?.middle).toBeCloseTo(0.002);
    expect(flip.repriced).toBe(true);
    expect(flip.seconds).toBeNull();
    expect(predictFlip(small, { ...like, price: null }, "plan", "large").usd).toBeNull();
    expect(predictFlip(small, like, "plan", "decide").usd).toBeNull();
  });
});

describe("the row of a run", () => {
  const times = { begunEpochMs: 1, savedEpochMs: 2 };
  it("tells its stages, whose parts are the whole, and is read back as it was written", () => {
    const made = summaryOf(fakeRun(), times, 1);
    expect(runSummary.parse(made)).toEqual(made);
    const { plan, solve, summarise } = made?.stages ?? {};
    const sum = (plan?.usd ?? 0) + (solve?.usd ?? 0) + (summarise?.usd ?? 0);
    expect(sum).toBeCloseTo(made?.usd ?? Number.NaN, 9);
    expect(plan?.promptTokens).toBeGreaterThan(0);
  });

  it("tells none of a run that was stopped", () => {
    const events: RunEvent[] = fakeRun().map((event) =>
      event.type === "run-end" ? { ...event, outcome: "stopped" } : event,
    );
    expect(summaryOf(events, times, 1)?.stages).toBeUndefined();
  });
});
