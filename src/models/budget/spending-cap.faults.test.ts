import "fake-indexeddb/auto";
import { describe, expect, it } from "vitest";
import { costOf } from "../../log/cost.ts";
import { AppError } from "../../log/errors.ts";
import type { Price, Usage } from "../../log/types.ts";
import type { ChatEnd, ChatModel, ChatPart, ChatRequest, SearchTool } from "../../runtime/ports.ts";
import { openDatabase } from "../../storage/database.ts";
import { databaseLedger } from "../../storage/spending.ts";
import { mostNano, toNano } from "./nano-usd.ts";
import {
  memoryLedger,
  questionBudget,
  type SpendingCaps,
  type SpendingLedger,
  worstCaseUsd,
} from "./spending-cap.ts";

const price: Price = {
  inputPerMillion: 2.5,
  outputPerMillion: 10,
  cachedInputPerMillion: 1.25,
  source: "test",
  asOf: "2026-11-21",
};
const request: ChatRequest = {
  messages: [{ role: "user", content: "What is the capital of France?" }],
  fixedPrefixMessages: 0,
  maxTokens: 100,
  stop: [],
  temperature: 0,
  purpose: "plan",
};
const day = "2026-11-21";
const noCaps: SpendingCaps = { perQuestionUsd: null, perDayUsd: null };
const worst = toNano(worstCaseUsd(request, price));
const usageOf = (promptTokens: number | null, generatedTokens: number | null): Usage => {
  return { promptTokens, cachedTokens: null, generatedTokens };
};

function end(usage: Usage, changes: Partial<ChatEnd> = {}): ChatEnd {
  return {
    ...{ type: "end", text: "a", finish: "stop", usage, logprobs: null, choiceProbabilities: null },
    ...{ constrained: false, bytesSent: 1, bytesReceived: 1 },
    ...{ queueMs: 0, firstTokenMs: null, totalMs: 0 },
    ...changes,
  };
}

function modelThat(parts: readonly (ChatPart | AppError)[], cost: Price | null = price) {
  const calls = { count: 0 };
  const model: ChatModel = {
    ref: { engine: "remote", model: "m", tier: "large", destination: "x", price: cost },
    async *generate() {
      calls.count += 1;
      for (const part of parts) {
        if (part instanceof AppError) throw part;
        yield part;
      }
    },
  };
  return { model, calls };
}

async function drain(model: ChatModel, signal = new AbortController().signal) {
  const parts: ChatPart[] = [];
  try {
    for await (const part of model.generate(request, signal)) parts.push(part);
    return { parts, error: null };
  } catch (thrown) {
    if (thrown instanceof AppError) return { parts, error: thrown };
    throw thrown;
  }
}

async function chargedFor(parts: readonly (ChatPart | AppError)[]): Promise<number> {
  const ledger = memoryLedger();
  const caps = { perQuestionUsd: null, perDayUsd: 1_000_000 };
  await drain(questionBudget(caps, ledger, () => day).cap(modelThat(parts).model));
  return ledger.spentNanoUsd(day);
}

describe("a server's figures", () => {
  const delta: ChatPart = { type: "delta", text: "a" };
  const much = toNano(costOf(usageOf(1_000_000, 1_000_000), price) ?? 0);

  it.each([
    ["{0, 0} tells nothing", [end(usageOf(0, 0))], worst],
    ["no tokens for text that came tell nothing", [end(usageOf(20, 0))], worst],
    ["negative tokens tell nothing", [end(usageOf(-20, 10))], worst],
    ["broken tokens tell nothing", [end(usageOf(Number.NaN, 10))], worst],
    ["an untold usage is the worst", [end(usageOf(null, null))], worst],
    ["more than can be counted stays that", [end(usageOf(9e15, 9e15))], mostNano],
    ["of two ends the larger holds", [end(usageOf(1e6, 1e6)), end(usageOf(0, 0))], much],
    ["whichever comes first", [end(usageOf(0, 0)), end(usageOf(1e6, 1e6))], much],
    [
      "an answer that broke off is not free, whatever the error says",
      [delta, new AppError("remote-server-error", { charged: false })],
      worst,
    ],
    [
      "nor is one that was told",
      [end(usageOf(1, 1)), new AppError("remote-server-error", { charged: false })],
      worst,
    ],
    [
      "a stopped answer may go on at the server",
      [end(usageOf(20, 1), { finish: "stopped" })],
      worst,
    ],
    [
      "what was stopped before it was sent is free",
      [end(usageOf(0, 0), { finish: "stopped", bytesSent: 0, text: "" })],
      0,
    ],
  ])("%s", async (_title, parts, charge) => {
    expect(await chargedFor(parts)).toBe(charge);
  });

  it("of 9e15 tokens close the day over the real store, instead of emptying it", async () => {
    const ledger = databaseLedger(() => openDatabase("huge"));
    const caps = { perQuestionUsd: null, perDayUsd: 10 };
    const ask = (usage: Usage) =>
      drain(questionBudget(caps, ledger, () => day).cap(modelThat([end(usage)]).model));
    await ask(usageOf(9e15, 9e15));
    expect(await ledger.spentNanoUsd(day)).toBe(mostNano);
    expect((await ask(usageOf(20, 10))).error).toMatchObject({ code: "spending-cap-reached" });
    expect(await ledger.spentNanoUsd(day)).toBe(mostNano);
  });
});

describe("a price that cannot be one", () => {
  it.each([
    { ...price, inputPerMillion: -1000 },
    { ...price, outputPerMillion: Number.NaN },
    { ...price, cachedInputPerMillion: Number.NEGATIVE_INFINITY },
    { ...price, outputPerMillion: Number.POSITIVE_INFINITY },
  ])("is unknown: $inputPerMillion, $outputPerMillion, $cachedInputPerMillion", async (odd) => {
    expect(costOf(usageOf(20, 10), odd)).toBeNull();
    const { model, calls } = modelThat([end(usageOf(20, 10))], odd);
    const caps = { perQuestionUsd: null, perDayUsd: 1 };
    const ledger = memoryLedger();
    const { error } = await drain(questionBudget(caps, ledger, () => day).cap(model));
    expect(error).toMatchObject({ code: "price-unknown-under-cap" });
    expect(calls.count).toBe(0);
    expect(await ledger.spentNanoUsd(day)).toBe(0);
  });

  it("does not let cached tokens cost more than was set aside", () => {
    const odd = { ...price, cachedInputPerMillion: 100 };
    expect(worstCaseUsd(request, odd)).toBeGreaterThan(worstCaseUsd(request, price) * 10);
  });

  it.each([-3, Number.NaN])("nor does a search that tells %d requests", async (requests) => {
    const ledger = memoryLedger();
    const tool: SearchTool = {
      ref: {
        id: "t",
        title: "T",
        destination: "https://t.example",
        usdPerThousand: 5,
        visibility: "private",
      },
      mostRequests: 3,
      search: async () => {
        return { passages: [], requests, bytesSent: 1, bytesReceived: 1, cached: false };
      },
    };
    const budget = questionBudget({ perQuestionUsd: null, perDayUsd: 1 }, ledger, () => day);
    await budget.capTool(tool).search({ text: "a", k: 3 }, new AbortController().signal);
    expect(await ledger.spentNanoUsd(day)).toBe(15_000_000);
  });
});

describe("a ledger that fails", () => {
  const broken: SpendingLedger = {
    spentNanoUsd: () => Promise.reject(new AppError("storage-unavailable")),
    update: () =>
      Promise.reject(new AppError("storage-unavailable", { cause: "failed" }, { retryable: true })),
  };
  const silent: SpendingLedger = {
    spentNanoUsd: () => new Promise(() => undefined),
    update: () => new Promise(() => undefined),
  };
  const answered = [end(usageOf(20, 10))];

  it.each([
    ["broken", broken],
    ["silent", silent],
  ])(
    "without a cap for the day a %s one is neither needed nor waited for",
    async (_name, ledger) => {
      for (const perQuestionUsd of [null, 1]) {
        const { model } = modelThat(answered);
        const budget = questionBudget({ ...noCaps, perQuestionUsd }, ledger, () => day);
        expect((await drain(budget.cap(model))).error).toBeNull();
        expect(budget.spentUsd()).toBeCloseTo(0.00015, 9);
      }
    },
  );

  it("under a cap for the day refuses before the call, says why, and that it cost nothing", async () => {
    const { model, calls } = modelThat(answered);
    const budget = questionBudget({ perQuestionUsd: 1, perDayUsd: 1 }, broken, () => day);
    expect((await drain(budget.cap(model))).error).toMatchObject({
      code: "storage-unavailable",
      retryable: true,
      params: { cause: "failed", charged: false },
    });
    expect(calls.count).toBe(0);
    expect(budget.spentUsd()).toBe(0);
  });

  it("does not take an answer away that is paid for", async () => {
    let updates = 0;
    const dying: SpendingLedger = {
      ...broken,
      update: async (...given) => {
        updates += 1;
        if (updates > 1) await broken.update(...given);
      },
    };
    const { model } = modelThat(answered);
    const budget = questionBudget({ perQuestionUsd: null, perDayUsd: 1 }, dying, () => day);
    expect(await drain(budget.cap(model))).toMatchObject({ error: null, parts: answered });
  });

  it("what is free needs no room and no record", async () => {
    const nothing = { inputPerMillion: 0, outputPerMillion: 0, cachedInputPerMillion: null };
    const free = { ...price, ...nothing, free: true };
    const { model } = modelThat(answered, free);
    const budget = questionBudget({ perQuestionUsd: 0, perDayUsd: 0 }, silent, () => day);
    expect((await drain(budget.cap(model))).error).toBeNull();
  });

  it("can be stopped while it keeps silent, and what it sets aside late is given back", async () => {
    const ledger = memoryLedger();
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const slow: SpendingLedger = {
      ...ledger,
      update: async (...given) => {
        await held;
        await ledger.update(...given);
      },
    };
    const controller = new AbortController();
    const { model, calls } = modelThat(answered);
    const budget = questionBudget({ perQuestionUsd: null, perDayUsd: 1 }, slow, () => day);
    const asked = drain(budget.cap(model), controller.signal);
    controller.abort();
    expect((await asked).parts).toMatchObject([{ type: "end", finish: "stopped", bytesSent: 0 }]);
    release();
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(calls.count).toBe(0);
    expect(await ledger.spentNanoUsd(day)).toBe(0);
    expect(budget.spentUsd()).toBe(0);
  });
});

it("a call that the day refused costs the batch around it nothing", async () => {
  const paid = memoryLedger();
  const { model } = modelThat([end(usageOf(20, 10))]);
  const today = questionBudget({ perQuestionUsd: null, perDayUsd: 0 }, memoryLedger(), () => day);
  const batch = questionBudget({ perQuestionUsd: null, perDayUsd: 1 }, paid, () => "batch");
  const { error } = await drain(batch.cap(today.cap(model)));
  expect(error).toMatchObject({ code: "spending-cap-reached" });
  expect(await paid.spentNanoUsd("batch")).toBe(0);
});
