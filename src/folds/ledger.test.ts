import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { costOf, moneyOf } from "../log/cost.ts";
import type { Charge, RunEvent } from "../log/events.ts";
import { openRunFile, writeRunFile } from "../log/file.ts";
import type { Price, Stage } from "../log/types.ts";
import { FakeLog, fakeLarge, fakeQuestion } from "../testing/fake-log.ts";
import { fakeRun } from "../testing/fake-run.ts";
import { counterfactuals } from "./counterfactual.ts";
import { addEntries, emptyEntry, foldLedger, sumCharges } from "./ledger.ts";

/** GPT-3.5-turbo at the paper's price per thousand tokens: 0.001 and 0.002. */
const paperPrice: Price = {
  inputPerMillion: 1,
  outputPerMillion: 2,
  cachedInputPerMillion: null,
  source: "CoopLLM §5.1",
  asOf: "2024-01-01",
};

/** CoopLLM Table 2: row, input tokens, output tokens, dollars. */
const printed: [string, number, number, number][] = [
  ["SearChain GPT", 1567, 1071, 0.00371],
  ["LaLM+SmLM 7B", 675, 502, 0.00168],
  ["LaLM+SmLM 13B", 692, 574, 0.00184],
  ["LaLM+SmLM 33B", 625, 432, 0.00149],
  ["CoopLLM 7B", 677, 506, 0.00169],
  ["CoopLLM 13B", 685, 442, 0.00157],
  ["CoopLLM 33B", 681, 490, 0.00166],
  ["w/oLabel 7B", 671, 509, 0.00169],
  ["w/oLabel 13B", 629, 455, 0.00154],
  ["w/oLabel 33B", 612, 329, 0.00127],
  ["w/oRewriter 7B", 663, 468, 0.0016],
  ["w/oRewriter 13B", 678, 482, 0.00164],
  ["w/oRewriter 33B", 667, 457, 0.00158],
  ["w/oDecision 7B", 873, 523, 0.00192],
  ["w/oDecision 13B", 897, 556, 0.00201],
  ["w/oDecision 33B", 848, 561, 0.00197],
];

describe("the sixteen printed costs", () => {
  it.each(printed)("%s", (_row, promptTokens, generatedTokens, usd) => {
    const cost = costOf({ promptTokens, cachedTokens: null, generatedTokens }, paperPrice);
    expect(Math.abs((cost ?? 0) - usd)).toBeLessThanOrEqual(0.000005 + 1e-12);
  });
});

describe("cost", () => {
  it("is unknown, not zero, when tokens or price are not told", () => {
    expect(
      costOf({ promptTokens: null, cachedTokens: null, generatedTokens: 5 }, paperPrice),
    ).toBeNull();
    const usage = { promptTokens: 1, cachedTokens: null, generatedTokens: 1 };
    expect(moneyOf(usage, null, "billed")).toEqual({ usd: null, basis: "billed" });
    expect(moneyOf(usage, null, "local")).toEqual({ usd: 0, basis: "local" });
  });

  it("prices cached prompt tokens apart", () => {
    const price = { ...paperPrice, cachedInputPerMillion: 0.1 };
    const usage = { promptTokens: 1_000_000, cachedTokens: 400_000, generatedTokens: 0 };
    expect(costOf(usage, price)).toBeCloseTo(0.64, 10);
  });
});

const charge = fc.record({
  kind: fc.constantFrom("call", "retrieval", "reading"),
  call: fc.option(fc.string({ minLength: 1 }), { nil: null }),
  stage: fc.constantFrom<Stage>("plan", "solve", "summarise"),
  purpose: fc.constantFrom("plan", "read", "decide", "summarise"),
  node: fc.option(fc.constantFrom("node-1", "node-2"), { nil: null }),
  model: fc.constantFrom(
    { engine: "a", model: "s", tier: "small", destination: "device", price: null },
    { engine: "b", model: "l", tier: "large", destination: "https://x.example", price: null },
  ),
  tier: fc.constantFrom("small", "large"),
  usage: fc.record({
    promptTokens: fc.option(fc.nat(5000), { nil: null }),
    cachedTokens: fc.option(fc.nat(500), { nil: null }),
    generatedTokens: fc.option(fc.nat(500), { nil: null }),
  }),
  cost: fc.record({
    usd: fc.option(fc.integer({ min: 0, max: 1000 }), { nil: null }),
    basis: fc.constantFrom("billed", "estimated", "local"),
  }),
  seconds: fc.nat(100),
  bytesSent: fc.nat(10_000),
}) satisfies fc.Arbitrary<Charge>;

describe("the ledger", () => {
  it("has the same total by stage, by model and by single charge", () => {
    fc.assert(
      fc.property(fc.array(charge), (charges) => {
        const ledger = sumCharges(charges);
        const stages = Object.values(ledger.byStage).reduce(addEntries, emptyEntry);
        const models = [...ledger.byModel.values()].reduce(addEntries, emptyEntry);
        const singles = charges
          .map((one) => sumCharges([one]).total)
          .reduce(addEntries, emptyEntry);
        expect(stages).toEqual(ledger.total);
        expect(models).toEqual(ledger.total);
        expect(addEntries(ledger.byTier.small, ledger.byTier.large)).toEqual(ledger.total);
        expect(singles).toEqual(ledger.total);
        const left = [...ledger.bytesByDestination.values()].reduce((sum, n) => sum + n, 0);
        expect(left).toBe(ledger.total.bytesSent);
      }),
    );
  });

  it("is empty for an empty log and ignores the end of a call it never saw begin", () => {
    const orphan = { type: "call-end", call: "x", seq: 0, atMs: 0 } as RunEvent;
    expect(foldLedger([]).total).toEqual(emptyEntry);
    expect(foldLedger([orphan]).total).toEqual(emptyEntry);
  });
});

it("counts the least that it can have been where a server reported less, also in an opened log", () => {
  const log = new FakeLog();
  log.start(fakeQuestion);
  const usage = { promptTokens: 900, cachedTokens: 0, generatedTokens: 20 };
  const [prompt, output, totalMs] = ["p", "o", 10];
  log.call({ stage: "plan", purpose: "plan", model: fakeLarge, prompt, output, usage, totalMs });
  const reported = { promptTokens: 1, cachedTokens: 1, generatedTokens: 1 };
  const events = log.events.map((one) => (one.type === "call-end" ? { ...one, reported } : one));
  const opened = openRunFile(writeRunFile(events));
  expect(opened).toEqual(events);
  expect(foldLedger(opened).total).toMatchObject({ promptTokens: 900, understatedCalls: 1 });
  expect(foldLedger(log.events).total).toMatchObject({ promptTokens: 900, understatedCalls: 0 });
});

describe("counterfactuals", () => {
  const model = {
    engine: "a",
    model: "s",
    tier: "small",
    destination: "device",
    price: null,
  } as const;
  const local = (stage: Stage, purpose: "plan" | "read" | "decide", prompt: number): Charge => ({
    kind: "call",
    call: "c",
    stage,
    purpose,
    node: null,
    model,
    tier: "small",
    usage: { promptTokens: prompt, cachedTokens: 0, generatedTokens: 0 },
    cost: { usd: 0, basis: "local" },
    seconds: 1,
    bytesSent: 0,
  });

  it("re-prices local tokens as large ones and leaves the decision's own call out", () => {
    const ledger = sumCharges([
      local("plan", "decide", 999),
      local("plan", "plan", 1000),
      local("solve", "read", 2000),
    ]);
    const other = counterfactuals(ledger, paperPrice);
    expect(other.allLargeUsd).toBeCloseTo(0.003, 10);
    expect(other.withoutDecisionUsd).toBeCloseTo(0.001, 10);
    expect(other.savedUsd).toBeCloseTo(0.003, 10);
    expect(other.allSmallUsd).toBe(0);
  });

  it("gives no provider's cached rate for what the device had kept of a prompt", () => {
    const kept = local("solve", "read", 2000);
    const usage = { promptTokens: 2000, cachedTokens: 1900, generatedTokens: 0 };
    const price = { ...paperPrice, cachedInputPerMillion: 0 };
    const cached = counterfactuals(sumCharges([{ ...kept, usage }]), price);
    const plain = counterfactuals(sumCharges([kept]), price);
    expect(cached.allLargeUsd).toBe(plain.allLargeUsd);
    expect(cached.allLargeUsd).toBeGreaterThan(0);
  });

  it("without Decision leaves gates, proxies and claims to whom they were given", () => {
    const spend = (stage: Stage, purpose: "judge" | "proxy" | "claims" | "answer"): Charge => ({
      ...local(stage, "read", 1000),
      purpose,
    });
    const asked = [
      spend("plan", "proxy"),
      spend("plan", "judge"),
      spend("plan", "claims"),
      spend("solve", "answer"),
      spend("summarise", "answer"),
    ];
    const other = counterfactuals(sumCharges(asked), paperPrice);
    expect(other.withoutDecisionUsd).toBeCloseTo(0.001, 10);
    expect(other.allLargeUsd).toBeCloseTo(0.005, 10);
    expect(other.decided).toBe(false);
    const decided = sumCharges([...asked, local("summarise", "decide", 9)]);
    expect(counterfactuals(decided, paperPrice)).toMatchObject({ decided: true });
  });

  it("prices what the encoder read for an answer, not what it only ranked", () => {
    const base = { seq: 0, atMs: 0, stage: "solve", node: "node-1", by: "encoder" } as const;
    const said = { kind: "none", span: "", confidence: 1, noAnswer: 1, relevance: 0 } as const;
    const event = (use: "read" | "rank"): RunEvent => ({
      ...base,
      type: "reading",
      use,
      question: "Q?",
      readings: ["a", "b"].map((passageId) => ({ ...said, passageId })),
      kept: ["a"],
      tokens: 2000,
      totalMs: 500,
    });
    const ledger = foldLedger([event("read"), event("rank")]);
    // One of two passages was kept.
    expect(counterfactuals(ledger, paperPrice).allLargeUsd).toBeCloseTo(0.001, 10);
    expect(ledger.total).toMatchObject({ readings: 2, readingSeconds: 1, promptTokens: 0 });
  });

  it("keeps what search services charge, whoever does the rest", () => {
    const tool = {
      id: "g",
      title: "G",
      destination: "https://g.example",
      usdPerThousand: 5,
      visibility: "private" as const,
    };
    const search = (usd: number | null): Charge => ({
      ...local("solve", "read", 0),
      kind: "retrieval",
      call: null,
      purpose: null,
      model: null,
      tier: null,
      tool,
      usage: null,
      cost: { usd, basis: "estimated" },
      bytesSent: 11,
    });
    const ledger = sumCharges([local("solve", "read", 1000), search(0.005)]);
    expect(ledger.bytesByDestination).toEqual(new Map([["https://g.example", 11]]));
    expect(ledger.total).toMatchObject({
      usd: 0.005,
      estimatedUsd: 0.005,
      retrievals: 1,
      calls: 1,
    });
    const other = counterfactuals(ledger, paperPrice);
    expect(other.allLargeUsd).toBeCloseTo(0.006, 10);
    expect(other.allSmallUsd).toBeCloseTo(0.005, 10);
    expect(other.savedUsd).toBeCloseTo(0.001, 10);
    expect(counterfactuals(sumCharges([search(null)]), paperPrice)).toMatchObject({
      allLargeUsd: null,
      allSmallUsd: null,
      savedUsd: null,
    });
  });

  it("is unknown without a price", () => {
    const other = counterfactuals(sumCharges([local("plan", "plan", 10)]), null);
    expect(other.allLargeUsd).toBeNull();
    expect(other.savedUsd).toBeNull();
  });
});

describe("a call that a cap held back", () => {
  it("was never made, so it counts nowhere", () => {
    const first = fakeRun().find(({ type }) => type === "call-start");
    if (first?.type !== "call-start") throw new Error("The fake run makes a call.");
    const error = { code: "spending-cap-reached" as const, retryable: false, params: {} };
    const refused: RunEvent = {
      seq: 1,
      atMs: 1,
      type: "call-error",
      call: first.call,
      error,
      usage: { promptTokens: null, cachedTokens: null, generatedTokens: null },
      cost: { usd: 0, basis: "estimated" },
      bytesSent: 0,
      totalMs: 0,
    };
    expect(foldLedger([first, refused]).charges).toEqual([]);
    const broken = { ...refused, error: { ...error, code: "remote-stream-cut" as const } };
    expect(foldLedger([first, broken]).total).toMatchObject({ calls: 1, untoldCalls: 1 });
  });
});
