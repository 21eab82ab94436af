import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { costOf } from "../../log/cost.ts";
import { AppError } from "../../log/errors.ts";
import type { Price, ToolRef, Usage } from "../../log/types.ts";
import type { ChatEnd, ChatModel, ChatRequest, SearchTool } from "../../runtime/ports.ts";
import {
  memoryLedger,
  mostPromptTokens,
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
const never = new AbortController().signal;
const today = () => "2026-11-21";
const noCaps: SpendingCaps = { perQuestionUsd: null, perDayUsd: null };

type Behaviour = { usage: Usage } | { error: AppError };

function modelThat(behave: () => Behaviour, cost: Price | null = price): ChatModel {
  return {
    ref: { engine: "remote", model: "m", tier: "large", destination: "x", price: cost },
    async *generate() {
      const behaviour = behave();
      const isRefused = "error" in behaviour && behaviour.error.params["charged"] === false;
      if (!isRefused) yield { type: "delta", text: "a" };
      await Promise.resolve();
      if ("error" in behaviour) throw behaviour.error;
      yield endWith(behaviour.usage);
    },
  };
}

it("a question that goes on has what it spent before", async () => {
  const caps = { perQuestionUsd: 0.01, perDayUsd: null };
  const budget = questionBudget(caps, memoryLedger(), today, 0.0099);
  expect(budget.spentUsd()).toBe(0.0099);
  const model = budget.cap(
    modelThat(() => ({ usage: { promptTokens: 9, cachedTokens: 0, generatedTokens: 1 } })),
  );
  await expect(model.generate(request, never)[Symbol.asyncIterator]().next()).rejects.toMatchObject(
    {
      code: "spending-cap-reached",
    },
  );
});

function endWith(usage: Usage): ChatEnd {
  return {
    type: "end",
    text: "a",
    finish: "stop",
    usage,
    logprobs: null,
    choiceProbabilities: null,
    constrained: false,
    bytesSent: 1,
    bytesReceived: 1,
    queueMs: 0,
    firstTokenMs: null,
    totalMs: 0,
  };
}

async function drain(model: ChatModel, asked: ChatRequest = request): Promise<AppError | null> {
  try {
    for await (const part of model.generate(asked, never)) void part;
    return null;
  } catch (thrown) {
    if (thrown instanceof AppError) return thrown;
    throw thrown;
  }
}

const told: Usage = { promptTokens: 20, cachedTokens: null, generatedTokens: 10 };
const untold: Usage = { promptTokens: null, cachedTokens: null, generatedTokens: null };
const worst = worstCaseUsd(request, price);

describe("spending cap", () => {
  it("refuses before the call, and says what it would have cost", async () => {
    let calls = 0;
    const model = modelThat(() => {
      calls += 1;
      return { usage: told };
    });
    const caps = { perQuestionUsd: worst * 1.5, perDayUsd: null };
    const budget = questionBudget(caps, memoryLedger(), today);
    const capped = budget.cap(model);
    expect(await drain(capped)).toBeNull();
    expect(budget.spentUsd()).toBeCloseTo(costOf(told, price) ?? 0, 9);
    expect(await drain(capped)).toBeNull();
    const error = await drain(capped, { ...request, maxTokens: 1000 });
    expect(error).toMatchObject({
      code: "spending-cap-reached",
      params: { period: "question", cap: caps.perQuestionUsd },
    });
    expect(error?.params["wouldCost"]).toBeCloseTo(
      worstCaseUsd({ ...request, maxTokens: 1000 }, price),
      8,
    );
    expect(calls).toBe(2);
  });

  it("cuts an answer that goes on beyond its limit where the rest of the cap ends", async () => {
    let written = 0;
    const endless: ChatModel = {
      ...modelThat(() => ({ usage: told })),
      async *generate() {
        for (; written < 10_000; written += 1) yield { type: "delta", text: "and so forth " };
        yield endWith(told);
      },
    };
    const cap = worst * 3.5;
    const budget = questionBudget({ perQuestionUsd: cap, perDayUsd: null }, memoryLedger(), today);
    expect(await drain(budget.cap(endless))).toMatchObject({
      code: "remote-answer-too-large",
      params: { bound: "cap" },
    });
    // A token has at most two words, so the text read is no more than the cap pays for.
    const leastUsd = ((written * 13) / 6) * (price.outputPerMillion / 1e6);
    expect(leastUsd).toBeGreaterThan(worst * 2);
    expect(leastUsd).toBeLessThanOrEqual(cap);
    expect(budget.spentUsd()).toBeGreaterThanOrEqual(leastUsd);
  });

  it("keeps one day over all questions, and begins anew the next", async () => {
    const ledger = memoryLedger();
    let day = "2026-11-21";
    const caps = { perQuestionUsd: null, perDayUsd: worst * 1.2 };
    const ask = (usage: Usage) =>
      drain(questionBudget(caps, ledger, () => day).cap(modelThat(() => ({ usage }))));
    expect(await ask(untold)).toBeNull();
    expect(await ask(told)).toMatchObject({ params: { period: "day" } });
    day = "2026-11-22";
    expect(await ask(told)).toBeNull();
  });

  it("charges nothing for what was refused, and the worst for what was lost", async () => {
    const refused = new AppError("remote-unauthorised", { charged: false });
    const lost = new AppError("remote-stream-cut", { charged: null });
    const budget = questionBudget(noCaps, memoryLedger(), today);
    await drain(budget.cap(modelThat(() => ({ error: refused }))));
    expect(budget.spentUsd()).toBe(0);
    await drain(budget.cap(modelThat(() => ({ error: lost }))));
    expect(budget.spentUsd()).toBeCloseTo(worst, 8);
  });

  it("charges the worst when the caller breaks off", async () => {
    const budget = questionBudget(noCaps, memoryLedger(), today);
    const capped = budget.cap(modelThat(() => ({ usage: told })));
    for await (const part of capped.generate(request, never)) if (part.type === "delta") break;
    expect(budget.spentUsd()).toBeCloseTo(worst, 8);
  });

  it("refuses a model of unknown price under a cap, and lets it pass without", async () => {
    const model = modelThat(() => ({ usage: told }), null);
    const capped = { perQuestionUsd: 1, perDayUsd: null };
    expect(await drain(questionBudget(capped, memoryLedger(), today).cap(model))).toMatchObject({
      code: "price-unknown-under-cap",
    });
    expect(await drain(questionBudget(noCaps, memoryLedger(), today).cap(model))).toBeNull();
  });

  it("counts the room for hidden reasoning", async () => {
    const caps = { perQuestionUsd: worst * 1.01, perDayUsd: null };
    const model = modelThat(() => ({ usage: told }));
    const options = { reasoningTokens: 1000 };
    const budget = questionBudget(caps, memoryLedger(), today);
    expect(await drain(budget.cap(model, options))).toMatchObject({ code: "spending-cap-reached" });
    expect(budget.spentUsd()).toBe(0);
  });

  it("lets a model cost nothing under a cap of nothing", async () => {
    const nothing = { inputPerMillion: 0, outputPerMillion: 0, cachedInputPerMillion: null };
    const free = { ...price, ...nothing, free: true };
    const caps = { perQuestionUsd: 0, perDayUsd: 0 };
    const model = modelThat(() => ({ usage: told }), free);
    expect(await drain(questionBudget(caps, memoryLedger(), today).cap(model))).toBeNull();
  });

  it("takes nobody's word but the person's that what is not on this machine is free", async () => {
    const zero = { ...price, inputPerMillion: 0, outputPerMillion: 0, cachedInputPerMillion: null };
    const at = (destination: string): ChatModel => {
      const model = modelThat(() => ({ usage: told }), zero);
      return { ...model, ref: { ...model.ref, destination } };
    };
    const under = (caps: SpendingCaps, destination: string) =>
      drain(questionBudget(caps, memoryLedger(), today).cap(at(destination)));
    const capped = { perQuestionUsd: null, perDayUsd: 1 };
    expect(await under(capped, "https://api.example.com")).toMatchObject({
      code: "price-unknown-under-cap",
      params: { price: 0, charged: false },
    });
    expect(await under(capped, "http://localhost:8080")).toBeNull();
    expect(await under(noCaps, "https://api.example.com")).toBeNull();
  });

  it("never lets more tokens than bytes be expected", () => {
    void fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (content) => {
        const bytes = new TextEncoder().encode(content).byteLength;
        const asked = { ...request, messages: [{ role: "user" as const, content }] };
        expect(mostPromptTokens(asked)).toBeGreaterThan(bytes);
      }),
    );
  });
});

describe("search services under a cap", () => {
  const usdPerThousand = 5;
  const query = { text: "a", k: 3 };

  function toolThat(outcome: () => number | AppError, usd: number | null = usdPerThousand) {
    const ref: ToolRef = {
      id: "t",
      title: "T",
      destination: "https://t.example",
      usdPerThousand: usd,
      visibility: "private",
    };
    const tool: SearchTool = {
      ref,
      mostRequests: 3,
      async search() {
        await Promise.resolve();
        const requests = outcome();
        if (requests instanceof AppError) throw requests;
        return { passages: [], requests, bytesSent: 1, bytesReceived: 1, cached: requests === 0 };
      },
    };
    return tool;
  }
  const searched = (tool: SearchTool) =>
    tool.search(query, never).then(
      () => null,
      (error: unknown) => (error instanceof AppError ? error : Promise.reject(error)),
    );

  it("set the worst aside, pay what was charged, and refuse what may not fit", async () => {
    const budget = questionBudget({ perQuestionUsd: 0.02, perDayUsd: null }, memoryLedger(), today);
    let searches = 0;
    const tool = budget.capTool(toolThat(() => (searches++ === 0 ? 1 : 0)));
    expect(await searched(tool)).toBeNull();
    expect(budget.spentUsd()).toBeCloseTo(0.005, 9);
    expect(await searched(tool)).toBeNull();
    expect(budget.spentUsd()).toBeCloseTo(0.005, 9);
    const dear = budget.capTool(toolThat(() => 1, 10));
    expect(await searched(dear)).toMatchObject({
      code: "spending-cap-reached",
      params: { period: "question", cap: 0.02 },
    });
    expect(searches).toBe(2);
  });

  it("share question and day with the large model", async () => {
    const ledger = memoryLedger();
    const caps = { perQuestionUsd: null, perDayUsd: 0.015 + worst / 2 };
    const first = questionBudget(caps, ledger, today);
    expect(await searched(first.capTool(toolThat(() => 3)))).toBeNull();
    const next = questionBudget(caps, ledger, today);
    const model = modelThat(() => ({ usage: told }));
    expect(await drain(next.cap(model))).toMatchObject({ params: { period: "day" } });
    expect(await searched(next.capTool(toolThat(() => 1)))).toMatchObject({
      code: "spending-cap-reached",
    });
  });

  it("are charged what a failure says, and the worst where it says nothing", async () => {
    const failed = new AppError("tool-bad-response", { requests: 2 });
    const stopped = new AppError("stopped");
    const budget = questionBudget(noCaps, memoryLedger(), today);
    await searched(budget.capTool(toolThat(() => failed)));
    expect(budget.spentUsd()).toBeCloseTo(0.01, 9);
    await searched(budget.capTool(toolThat(() => stopped)));
    expect(budget.spentUsd()).toBeCloseTo(0.025, 9);
  });

  it("need a price under a cap; without one, or for nothing, they pass", async () => {
    const capped = { perQuestionUsd: null, perDayUsd: 0 };
    const under = questionBudget(capped, memoryLedger(), today);
    expect(await searched(under.capTool(toolThat(() => 1, null)))).toMatchObject({
      code: "price-unknown-under-cap",
      params: { tool: "T" },
    });
    expect(await searched(under.capTool(toolThat(() => 1, 0)))).toBeNull();
    const free = questionBudget(noCaps, memoryLedger(), today);
    expect(await searched(free.capTool(toolThat(() => 1, null)))).toBeNull();
  });
});

describe("whatever is asked, in whatever order, side by side", () => {
  const call = fc.record({
    maxTokens: fc.integer({ min: 1, max: 400 }),
    share: fc.double({ min: 0, max: 1, noNaN: true }),
    outcome: fc.constantFrom("told", "untold", "lost", "refused", "left"),
    question: fc.integer({ min: 0, max: 2 }),
    pause: fc.integer({ min: 0, max: 3 }),
  });
  const caps = fc.record({
    perQuestionUsd: fc.option(fc.double({ min: 0, max: 0.02, noNaN: true })),
    perDayUsd: fc.option(fc.double({ min: 0, max: 0.03, noNaN: true })),
  });

  it("the true cost never crosses a cap", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(call, { maxLength: 30 }), caps, async (calls, limits) => {
        const ledger = slowLedger();
        const trueUsd = [0, 0, 0];
        const budgets = trueUsd.map(() => questionBudget(limits, ledger, today));
        await Promise.all(
          calls.map(async ({ maxTokens, share, outcome, question, pause }) => {
            for (let step = 0; step < pause; step++) await Promise.resolve();
            const asked = { ...request, maxTokens };
            const usage: Usage = {
              promptTokens: Math.floor(mostPromptTokens(asked) * share),
              cachedTokens: null,
              generatedTokens: Math.floor(maxTokens * share),
            };
            const model = modelThat(() => {
              if (outcome !== "refused") {
                trueUsd[question] = (trueUsd[question] ?? 0) + (costOf(usage, price) ?? 0);
              }
              if (outcome === "refused") {
                return { error: new AppError("remote-rate-limited", { charged: false }) };
              }
              if (outcome === "lost") return { error: new AppError("remote-stream-cut") };
              return { usage: outcome === "told" ? usage : untold };
            });
            const capped = budgets[question]?.cap(model);
            if (capped === undefined) return;
            if (outcome === "left") {
              await leave(capped, asked);
            } else {
              await drain(capped, asked);
            }
          }),
        );
        const dayUsd = trueUsd.reduce((sum, usd) => sum + usd, 0);
        const spentUsd = (await ledger.spentNanoUsd(today())) / 1e9;
        const rounding = 1e-12;
        for (const [question, usd] of trueUsd.entries()) {
          expect(usd).toBeLessThanOrEqual((limits.perQuestionUsd ?? Infinity) + rounding);
          expect(usd).toBeLessThanOrEqual((budgets[question]?.spentUsd() ?? 0) + rounding);
        }
        expect(dayUsd).toBeLessThanOrEqual((limits.perDayUsd ?? Infinity) + rounding);
        expect(dayUsd).toBeLessThanOrEqual(spentUsd + rounding);
        expect(spentUsd).toBeLessThanOrEqual((limits.perDayUsd ?? Infinity) + rounding);
      }),
      { numRuns: 500 },
    );
  });

  async function leave(model: ChatModel, asked: ChatRequest): Promise<void> {
    try {
      for await (const part of model.generate(asked, never)) if (part.type === "delta") return;
    } catch (thrown) {
      if (!(thrown instanceof AppError)) throw thrown;
    }
  }

  function slowLedger(): SpendingLedger {
    const inner = memoryLedger();
    return {
      spentNanoUsd: inner.spentNanoUsd,
      async update(day, change) {
        await Promise.resolve();
        await Promise.resolve();
        await inner.update(day, change);
        await Promise.resolve();
      },
    };
  }
});
