import { describe, expect, it } from "vitest";
import { rowsOf, rowTools } from "../../../testing/router/rows.ts";
import { fitRouter } from "./fit.ts";
import { defaultTrain } from "./predictor.ts";
import { runTrials, type TrialProgress, type TrialRequest } from "./trials.ts";

const train = { ...defaultTrain, hidden: 4, epochs: 3, learningRate: 1e-2 };
const rows = rowsOf(30);

const request = (changes: Partial<TrialRequest> = {}): TrialRequest => ({
  rows,
  toolIds: rowTools,
  k: 2,
  alphas: [0.5, 1],
  train,
  seed: 42,
  folds: 3,
  testOn: null,
  ...changes,
});

describe("trials", () => {
  it("predicts what the fit of the same folds, seed and α held out", () => {
    const { trials, labels } = runTrials(request());
    const fitted = (alpha: number) =>
      fitRouter({ rows, toolIds: rowTools, refine: { k: 2, alpha }, train, seed: 42, folds: 3 });
    expect(labels).toEqual(fitted(1).labels);
    expect(trials).toEqual([
      { alpha: 0.5, predicted: fitted(0.5).heldOut },
      { alpha: 1, predicted: fitted(1).heldOut },
    ]);
  });

  it("learns from raw labels at α = 1, whatever the neighbours say", () => {
    const at = (k: number, alpha: number) => runTrials(request({ k, alphas: [alpha] })).trials;
    expect(at(1, 1)).toEqual(at(7, 1));
    expect(at(1, 0.5)).not.toEqual(at(7, 0.5));
  });

  const sets = (others: Partial<Record<"none" | "bm25" | "web", number>> = {}) =>
    rows.map((row, index) =>
      index < 10
        ? { ...row, set: "far", scores: { ...row.scores, ...others } }
        : { ...row, ...(index < 20 ? { set: "near" } : {}) },
    );

  it("never trains on the set that it is tested on", () => {
    const { questions, trainedOn, labels, trials } = runTrials(
      request({ rows: sets(), testOn: "far" }),
    );
    expect(questions.map(({ id }) => id)).toEqual(rows.slice(0, 10).map(({ id }) => id));
    expect(trainedOn).toBe(20);
    const other = runTrials(
      request({ rows: sets({ none: 0, bm25: 1, web: 0.25 }), testOn: "far" }),
    );
    expect(other.labels).not.toEqual(labels);
    expect(other.labels[3]).toEqual([0, 1, 0.25]);
    expect(other.trials).toEqual(trials);
  });

  it("counts trials, trainings and epochs", () => {
    const told: TrialProgress[] = [];
    runTrials(request(), { onProgress: (progress) => told.push(progress) });
    expect(told).toHaveLength(2 * 3 * 3);
    expect(told.at(-1)).toMatchObject({ trial: 2, trials: 2, training: 3, trainings: 3, epoch: 3 });
    told.length = 0;
    runTrials(request({ rows: sets(), testOn: "far" }), { onProgress: (one) => told.push(one) });
    expect(told).toHaveLength(2 * 3);
    expect(told.at(-1)).toMatchObject({ trial: 2, trainings: 1 });
  });

  it("stops", () => {
    const stopped = expect.objectContaining({ code: "stopped" });
    expect(() => runTrials(request(), { signal: { aborted: true } })).toThrow(stopped);
  });

  it.each([
    ["no-rows", { testOn: "unheard-of" }],
    ["no-rows", { rows: rows.map((row) => ({ ...row, set: "all" })), testOn: "all" }],
    ["no-rows", { rows: rowsOf(2) }],
    ["folds", { folds: 1 }],
    ["alpha", { alphas: [2] }],
  ])("refuses: %s", (reason, changes) => {
    expect(() => runTrials(request(changes))).toThrow(
      expect.objectContaining({ code: "router-data-invalid", params: { reason } }),
    );
  });
});
