import { expect, it } from "vitest";
import { counterfactuals } from "../../folds/counterfactual.ts";
import { foldLedger } from "../../folds/ledger.ts";
import { foldTrace } from "../../folds/trace.ts";
import { fakeRun } from "../../testing/fake-run.ts";
import { addedUsd } from "./flip-cost.ts";

const price = {
  inputPerMillion: 1,
  outputPerMillion: 10,
  cachedInputPerMillion: null,
  source: "made up",
  asOf: "2026-01-01",
};
const ledger = foldLedger(fakeRun());
const { stageTiers } = foldTrace(fakeRun());
const added = (stage: "plan" | "solve", choice: "small" | "decide" | "large") =>
  addedUsd({ stage, choice }, ledger, stageTiers, counterfactuals(ledger, price));

it("is what the stage's words would cost at the large model's price, and nothing where it did it", () => {
  expect(stageTiers).toMatchObject({ plan: "large", solve: "small" });
  expect(added("solve", "large")).toBeGreaterThan(0);
  expect(added("plan", "large")).toBe(0);
  expect(added("solve", "small")).toBe(0);
});

it("is what was paid, the other way round", () => {
  expect(added("plan", "small")).toBeCloseTo(-ledger.byStage.plan.usd, 9);
});

it("is unknown where it would be decided, no price is known, or nobody did the stage", () => {
  expect(added("plan", "decide")).toBeNull();
  const unpriced = counterfactuals(ledger, null);
  expect(addedUsd({ stage: "solve", choice: "large" }, ledger, stageTiers, unpriced)).toBeNull();
  expect(addedUsd({ stage: "solve", choice: "large" }, ledger, {}, unpriced)).toBeNull();
});
