import { describe, expect, it } from "vitest";
import type { ChatMessage, Usage } from "../../log/types.ts";
import { collect, played } from "../../testing/engines/remote/played.ts";
import { memoryLedger, questionBudget } from "../budget/spending-cap.ts";
import { flooredUsage, SentPrompts } from "./usage-floor.ts";

const sentence = "Which river runs through the capital of the country that borders the sea? ";
const messages: ChatMessage[] = [{ role: "user", content: sentence.repeat(8) }];
const leastRead = Math.floor((sentence.length * 8) / 6);
const answer = "The Danube runs through Vienna. ".repeat(6);
const leastWritten = Math.floor(answer.length / 6);

const sse = (usage: unknown, delta: Record<string, string>) => {
  const parts = [
    { choices: [{ index: 0, delta }] },
    { choices: [{ index: 0, delta: {}, finish_reason: "stop" }] },
    { choices: [], usage },
  ];
  const body = parts.map((part) => `data: ${JSON.stringify(part)}\n\n`).join("");
  return { status: 200, type: "text/event-stream", body: `${body}data: [DONE]\n\n` };
};

async function told(usage: unknown, delta: Record<string, string> = { content: answer }) {
  const { model } = played([sse(usage, delta)]);
  return (await collect(model, { messages, fixedPrefixMessages: 0 })).end;
}

describe("a server that tells less than was sent", () => {
  it("is charged for the words that went there and came back", async () => {
    expect(await told({ prompt_tokens: 1, completion_tokens: 1 })).toMatchObject({
      usage: { promptTokens: leastRead, cachedTokens: null, generatedTokens: leastWritten },
      reported: { promptTokens: 1, cachedTokens: null, generatedTokens: 1 },
    });
  });

  it("is charged for thoughts that it sends, too", async () => {
    const { usage } = await told(
      { prompt_tokens: 300, completion_tokens: 2 },
      { reasoning_content: answer, content: "Vienna" },
    );
    expect(usage.generatedTokens).toBe(Math.floor((answer.length + 6) / 6));
  });

  it("has cached nothing that it had not been sent before", async () => {
    const all = {
      prompt_tokens: 150,
      completion_tokens: 50,
      prompt_tokens_details: { cached_tokens: 150 },
    };
    const { usage, reported } = await told(all);
    expect(usage.cachedTokens).toBe(150 - leastRead);
    expect(reported?.cachedTokens).toBe(150);
  });
});

it("a server that tells no less is believed to the token", async () => {
  const end = await told({ prompt_tokens: 150, completion_tokens: 50 });
  expect(end.usage).toEqual({ promptTokens: 150, cachedTokens: null, generatedTokens: 50 });
  expect(end).not.toHaveProperty("reported");
});

it("what is not told stays so", () => {
  const usage: Usage = { promptTokens: null, cachedTokens: null, generatedTokens: null };
  const much = { sentBytes: 6000, freshBytes: 6000, receivedBytes: 600, listedTokens: 100 };
  expect(flooredUsage(usage, much)).toEqual({ usage });
});

it("a row of one sign may be one token, and tokens told one by one are counted", () => {
  const usage: Usage = { promptTokens: 10, cachedTokens: 0, generatedTokens: 1 };
  const sent = { sentBytes: 60, freshBytes: 60, receivedBytes: 6 };
  expect(flooredUsage(usage, { ...sent, listedTokens: 1 })).toEqual({ usage });
  expect(flooredUsage(usage, { ...sent, listedTokens: 5 }).usage.generatedTokens).toBe(5);
});

describe("what may be cached", () => {
  const prompt = (...contents: string[]) => ({
    messages: contents.map((content) => ({ role: "user" as const, content })),
    fixedPrefixMessages: 1,
  });

  it("is what is the same in every call, and what an earlier prompt began with", () => {
    const sent = new SentPrompts();
    expect(sent.send("a", prompt("fixed", "one"))).toEqual({ sentBytes: 8, freshBytes: 3 });
    expect(sent.send("a", prompt("fixed", "one", "two"))).toEqual({ sentBytes: 11, freshBytes: 3 });
    expect(sent.send("a", prompt("fixed", "one"))).toEqual({ sentBytes: 8, freshBytes: 0 });
    expect(sent.send("b", prompt("fixed", "one"))).toEqual({ sentBytes: 8, freshBytes: 3 });
  });
});

it.each([
  ["one token each way", { prompt_tokens: 1, completion_tokens: 1 }],
  [
    "all of it cached",
    { prompt_tokens: 150, completion_tokens: 1, prompt_tokens_details: { cached_tokens: 150 } },
  ],
])("a server that always tells %s crosses no cap", async (_, usage) => {
  const price = { inputPerMillion: 100, outputPerMillion: 400, cachedInputPerMillion: 0 };
  const least = (leastRead * 100 + leastWritten * 400) / 1e6;
  const cap = 20 * least;
  const plays = Array.from({ length: 40 }, () => sse(usage, { content: answer }));
  const { model, asked } = played(plays, {}, { price: { ...price, source: "", asOf: "" } });
  const budget = questionBudget({ perQuestionUsd: cap, perDayUsd: null }, memoryLedger(), () => "");
  const calls = Array.from({ length: 40 }, (__, at) => at);
  for (const at of calls) {
    const own = [{ role: "user" as const, content: `${at} ${messages[0]?.content}` }];
    await collect(budget.cap(model), {
      messages: own,
      fixedPrefixMessages: 0,
      maxTokens: 40,
    }).catch(() => undefined);
  }
  expect(asked.length).toBeGreaterThan(2);
  expect(asked.length * least).toBeLessThanOrEqual(cap);
});
