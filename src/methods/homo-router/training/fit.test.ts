import { describe, expect, it } from "vitest";
import { rowsOf, rowTools } from "../../../testing/router/rows.ts";
import { type FitProgress, type FitRequest, fitRouter } from "./fit.ts";
import { defaultTrain } from "./predictor.ts";
import { defaultRefine } from "./refine.ts";

const request = (changes: Partial<FitRequest> = {}): FitRequest => ({
  rows: rowsOf(120),
  toolIds: rowTools,
  refine: defaultRefine,
  train: { ...defaultTrain, hidden: 8, epochs: 20, learningRate: 1e-2 },
  seed: 42,
  folds: 4,
  ...changes,
});

describe("fitting a router", { timeout: 60_000 }, () => {
  it("beats chance and every single tool on questions that were held out", () => {
    const { quality, questions, heldOut, predictor } = fitRouter(request());
    expect(questions).toHaveLength(120);
    expect(heldOut.every((row) => row.length === 3)).toBe(true);
    expect(predictor.outputs).toBe(3);
    expect(quality.pairAccuracy).toBeGreaterThan(0.8);
    const { fixed, random, oracle } = quality.yardsticks;
    expect(quality.accuracy).toBeGreaterThan(Math.max(random, ...fixed) + 0.1);
    expect(quality.accuracy).toBeLessThanOrEqual(oracle);
  });

  it("never lets a held-out question see its own label", () => {
    const noise = rowsOf(120).map((row, index) => {
      const coin = Math.imul(index + 1, 2654435761) >>> 31;
      return { ...row, scores: { none: coin, bm25: 1 - coin } };
    });
    const train = { ...defaultTrain, heads: "mlp" as const, epochs: 60, learningRate: 2e-2 };
    const { quality } = fitRouter(request({ rows: noise, toolIds: ["none", "bm25"], train }));
    expect(quality.topAccuracy).toBeLessThan(0.65);
  });

  it("tells of every epoch of every training", () => {
    const told: FitProgress[] = [];
    fitRouter(request(), { onProgress: (progress) => told.push(progress) });
    expect(told).toHaveLength(5 * 20);
    expect(told.at(-1)).toMatchObject({ training: 5, trainings: 5, epoch: 20, epochs: 20 });
  });

  it("names the rows it leaves out and trains on the others", () => {
    const rows = rowsOf(40);
    const bare = rowsOf(1).map((row) => ({ ...row, id: "bare", vector: null }));
    const fit = fitRouter(request({ rows: [...bare, ...rows] }));
    expect(fit.dropped).toEqual([{ id: "bare", reason: "no-vector" }]);
    expect(fit.questions).toHaveLength(40);
    expect(fit.refinements).toHaveLength(40);
  });

  it("gives the same router for the same seed", () => {
    const small = request({ rows: rowsOf(30) });
    expect(fitRouter(small)).toEqual(fitRouter(small));
  });

  it.each([
    ["no-rows", { rows: rowsOf(3) }],
    ["no-rows", { toolIds: [] }],
    ["no-rows", { toolIds: ["unheard-of"] }],
    ["folds", { folds: 1 }],
    ["k", { refine: { k: 0, alpha: 0.5 } }],
  ])("refuses: %s", (reason, changes) => {
    expect(() => fitRouter(request(changes))).toThrow(
      expect.objectContaining({ code: "router-data-invalid", params: { reason } }),
    );
  });
});
