import { expect, it } from "vitest";
import { labResultOf } from "../../testing/lab/stage-world.ts";
import type { Spent } from "../types.ts";
import { repricedResult } from "./reprice.ts";
import { splitResult, writtenShares } from "./written-share.ts";

const price = {
  inputPerMillion: 1,
  outputPerMillion: 10,
  cachedInputPerMillion: null,
  source: "fake",
  asOf: "2026-11-26",
};
const spent = (largeTokens: number): Spent => ({
  calls: 1,
  largeCalls: largeTokens === 0 ? 0 : 1,
  tokens: 1000,
  largeTokens,
  usd: 0,
  seconds: 1,
});

const result = labResultOf("q", "LSL", 1, [spent(1000), spent(0), spent(500)]);

it("prices results that tell one sum of tokens, by the share that was written", () => {
  const shares = { "LSL plan": 0.1, "": 0.2 };
  const priced = repricedResult(splitResult(result, shares), null, price);
  // 900 read and 100 written; 400 read and 100 written.
  expect(priced.byStage.plan.usd).toBeCloseTo((900 + 1000) / 1e6, 12);
  expect(priced.byStage.summarise.usd).toBeCloseTo((400 + 1000) / 1e6, 12);
  expect(priced.total.usd).toBeCloseTo((1300 + 2000) / 1e6, 12);
  expect(priced.byStage.solve.usd).toBe(0);
});

it("leaves money unknown where no log tells a share", () => {
  expect(writtenShares([])).toBeNull();
  expect(repricedResult(splitResult(result, null), null, price).total.usd).toBeNull();
});
