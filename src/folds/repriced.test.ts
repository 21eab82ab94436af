import { expect, it } from "vitest";
import { costOf, isUsageKnown } from "../log/cost.ts";
import type { RunEvent } from "../log/events.ts";
import type { Price } from "../log/types.ts";
import { fakeLarge } from "../testing/fake-log.ts";
import { fakeRun } from "../testing/fake-run.ts";
import { foldLedger } from "./ledger.ts";
import { repriced } from "./repriced.ts";

const dear: Price = {
  inputPerMillion: 30,
  outputPerMillion: 600,
  cachedInputPerMillion: 3,
  source: "dear",
  asOf: "2026-11-26",
};

it("is the same run, with the calls of one tier at another price", () => {
  const events = fakeRun();
  const before = foldLedger(events);
  const after = foldLedger(repriced(events, "large", dear));
  const large = after.charges.filter(({ kind, tier }) => kind === "call" && tier === "large");
  expect(large.length).toBeGreaterThan(0);
  for (const { usage, cost } of large) {
    if (usage === null || !isUsageKnown(usage)) continue;
    expect(cost).toEqual({ usd: costOf(usage, dear), basis: "billed" });
  }
  expect(after.total.usd).toBeGreaterThan(before.total.usd);
  const free = { usd: 0, unknownUsdCalls: 0, estimatedUsd: 0, paidUsd: 0, unknownPaidCalls: 0 };
  expect({ ...after.total, ...free }).toEqual({ ...before.total, ...free });
  expect(after.charges.filter(({ tier }) => tier === "small")).toEqual(
    before.charges.filter(({ tier }) => tier === "small"),
  );
});

it("is the run itself at its own price", () => {
  const events = fakeRun();
  const { price } = fakeLarge;
  if (price === null) throw new Error("the fake run has a price");
  expect(repriced(events, "large", price)).toEqual(events);
});

it("estimates what was not told as it was estimated before, and leaves what was refused", () => {
  const start = fakeRun().find(
    (event) => event.type === "call-start" && event.model.tier === "large",
  );
  if (start?.type !== "call-start") throw new Error("the fake run asks the large model");
  const untold = { promptTokens: null, cachedTokens: null, generatedTokens: null };
  const error = (bytesSent: number, charged = true): RunEvent => ({
    seq: 2,
    atMs: 0,
    type: "call-error",
    call: start.call,
    error: { code: "remote-stream-cut", retryable: true, params: charged ? {} : { charged } },
    usage: untold,
    cost: { usd: 0, basis: "estimated" },
    bytesSent,
    totalMs: 1,
  });
  const delta: RunEvent = {
    seq: 1,
    atMs: 0,
    type: "call-delta",
    call: start.call,
    text: "12345678",
  };
  const costOfLast = (events: RunEvent[]) => {
    const last = repriced(events, "large", dear).at(-1);
    return last?.type === "call-error" ? last.cost : null;
  };
  const sent = start.messages.reduce((sum, { content }) => sum + content.length, 0);
  expect(costOfLast([start, delta, error(100)])).toEqual({
    usd: (Math.ceil(sent / 4) * 30 + 2 * 600) / 1e6,
    basis: "estimated",
  });
  expect(costOfLast([start, error(100, false)])).toEqual({ usd: 0, basis: "estimated" });
  expect(costOfLast([start, error(0)])).toEqual({ usd: 0, basis: "estimated" });
});
