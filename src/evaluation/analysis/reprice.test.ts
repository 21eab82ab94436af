import { expect, it } from "vitest";
import { foldLedger } from "../../folds/ledger.ts";
import { repriced } from "../../folds/repriced.ts";
import { type Price, stages } from "../../log/types.ts";
import { fakeRun } from "../../testing/fake-run.ts";
import { measure } from "./measure.ts";
import { isSplit, repricedResult } from "./reprice.ts";

const dear: Price = {
  inputPerMillion: 30,
  outputPerMillion: 600,
  cachedInputPerMillion: null,
  source: "dear",
  asOf: "2026-11-26",
};
const events = fakeRun();
const row = { id: "q", question: "Q?", answers: ["ouguiya"] };
const result = {
  ...measure(row, events, { namedOptions: () => [], isOfWrongKind: () => false }),
  batch: "b",
  question: "q",
  configuration: "LLL",
  paidUsd: 0.5,
};

it("changes the money of a result, and nothing else", () => {
  const { total, byStage } = foldLedger(repriced(events, "large", dear));
  const after = repricedResult(result, events, dear);
  expect(after.total.usd).toBe(total.usd);
  expect(after.byStage.plan.usd).toBe(byStage.plan.usd);
  expect(after.total.usd).not.toBe(result.total.usd);
  const { usd: _before, ...rest } = result.total;
  expect(after.total).toMatchObject(rest);
  expect({ ...after, total: 0, byStage: 0 }).toEqual({ ...result, total: 0, byStage: 0 });
});

const { total: whole, byStage: parts, ...others } = result;
const { large: _split, ...unsplit } = whole;
const earlier = {
  ...others,
  total: unsplit,
  byStage: Object.fromEntries(
    Object.entries(parts).map(([stage, { large: _use, ...spent }]) => [stage, spent]),
  ) as typeof parts,
};

it("needs no log where the result tells what was read and what was written", () => {
  expect(isSplit(result)).toBe(true);
  const after = repricedResult(result, null, dear);
  const byLog = repricedResult(earlier, events, dear);
  expect(after.total.usd).toBeCloseTo(byLog.total.usd ?? Number.NaN, 12);
  for (const stage of stages) {
    expect(after.byStage[stage].usd).toBeCloseTo(byLog.byStage[stage].usd ?? Number.NaN, 12);
  }
});

it("is unknown without a log, but for what asked no large model", () => {
  expect(result.total.largeCalls).toBeGreaterThan(0);
  expect(isSplit(earlier)).toBe(false);
  expect(repricedResult(earlier, null, dear).total.usd).toBeNull();
  const small = { ...result, total: { ...result.total, largeCalls: 0 } };
  expect(repricedResult(small, null, dear)).toBe(small);
});
