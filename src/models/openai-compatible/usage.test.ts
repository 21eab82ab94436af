import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { costOf } from "../../log/cost.ts";
import type { Usage } from "../../log/types.ts";
import type { ChatPart } from "../../runtime/ports.ts";
import { ask, collect, played } from "../../testing/engines/remote/played.ts";

const sse = (...parts: readonly unknown[]) =>
  `${parts.map((part) => `data: ${JSON.stringify(part)}\n\n`).join("")}data: [DONE]\n\n`;
const text = (content: string) => ({ choices: [{ index: 0, delta: { content } }] });
const end = { choices: [{ index: 0, delta: {}, finish_reason: "stop" }] };

const raw = (json: string) => json.replaceAll(/"raw:([^"]*)"/gu, "$1");

async function streamed(...usages: readonly unknown[]) {
  const chunks = usages.map((usage) => ({ choices: [], usage }));
  const body = raw(sse(text("Par"), text("is."), end, ...chunks));
  return (await collect(played([{ status: 200, type: "text/event-stream", body }]).model)).end;
}

async function whole(usage: unknown) {
  const choices = [{ message: { role: "assistant", content: "Paris." }, finish_reason: "stop" }];
  const body = raw(JSON.stringify({ choices, usage }));
  return (await collect(played([{ status: 200, type: "application/json", body }]).model)).end;
}

const untold: Usage = { promptTokens: null, cachedTokens: null, generatedTokens: null };
const odd: unknown[] = [-1, 1.5, "10", "NaN", "raw:1e999", 9e15, "raw:9e99", null, {}, [1], true];

describe.each([
  ["streamed", streamed],
  ["in one piece", whole],
])("a usage that cannot be, %s", (_, answer) => {
  it.each(odd.map((figure) => [figure]))("%j costs no answer, and is not told", async (figure) => {
    for (const [usage, told] of [
      [
        { prompt_tokens: figure, completion_tokens: 3 },
        { ...untold, generatedTokens: 3 },
      ],
      [
        { prompt_tokens: 20, completion_tokens: figure },
        { ...untold, promptTokens: 20 },
      ],
      [figure, untold],
      [
        {
          prompt_tokens: 20,
          completion_tokens: 3,
          total_tokens: figure,
          cached_tokens: figure,
          prompt_tokens_details: { cached_tokens: figure },
          prompt_cache_hit_tokens: figure,
        },
        { ...untold, promptTokens: 20, generatedTokens: 3 },
      ],
    ] as const) {
      expect(await answer(usage)).toMatchObject({ text: "Paris.", finish: "stop", usage: told });
    }
  });

  it("a prompt of 0 tokens is none that was counted", async () => {
    const zero = { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 };
    expect((await answer(zero)).usage).toEqual(untold);
    expect((await answer({ ...zero, completion_tokens: 7 })).usage).toEqual(untold);
  });
});

it("Groq's own place is read where the usual one is of no use", async () => {
  const chunk = {
    choices: [],
    usage: { prompt_tokens: -1 },
    x_groq: { usage: { prompt_tokens: 15, completion_tokens: 3 } },
  };
  const body = sse(text("Paris."), end, chunk);
  const { end: last } = await collect(
    played([{ status: 200, type: "text/event-stream", body }]).model,
  );
  expect(last.usage).toEqual({ promptTokens: 15, cachedTokens: null, generatedTokens: 3 });
});

describe("usage told more than once", () => {
  const million = { prompt_tokens: 1_000_000, completion_tokens: 1_000_000 };
  const zero = { prompt_tokens: 0, completion_tokens: 0 };

  it.each([
    [[million, zero]],
    [[zero, million]],
    [[million, { prompt_tokens: 1, completion_tokens: 1 }]],
    [[million, { prompt_tokens: -1, completion_tokens: "0" }]],
    [[million, {}]],
  ])("the largest holds: %j", async (usages) => {
    expect((await streamed(...usages)).usage).toEqual({
      promptTokens: 1_000_000,
      cachedTokens: null,
      generatedTokens: 1_000_000,
    });
  });

  it("no word of the server makes a call cheaper than an earlier one", async () => {
    const price = {
      inputPerMillion: 2,
      outputPerMillion: 8,
      cachedInputPerMillion: null,
      source: "test",
      asOf: "2026-11-25",
    };
    const figure = fc.oneof(fc.integer({ min: -2, max: 500 }), fc.constantFrom(...odd));
    const told = fc.record(
      { prompt_tokens: figure, completion_tokens: figure, total_tokens: figure },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(told, { minLength: 1, maxLength: 4 }), async (usages) => {
        const before = costOf((await streamed(...usages.slice(0, -1))).usage, price);
        const after = costOf((await streamed(...usages)).usage, price);
        if (before !== null) expect(after).toBeGreaterThanOrEqual(before - 1e-12);
      }),
      { numRuns: 60 },
    );
  });
});

it("what was told before a Stop is not the whole", async () => {
  const usage = { prompt_tokens: 1, completion_tokens: 1 };
  const body = sse({ ...text("Par"), usage }).replace("data: [DONE]\n\n", "");
  const plays = [{ status: 200, type: "text/event-stream", body, after: "hang" as const }];
  const stop = new AbortController();
  const parts: ChatPart[] = [];
  for await (const part of played(plays).model.generate(ask, stop.signal)) {
    parts.push(part);
    stop.abort();
  }
  expect(parts.at(-1)).toMatchObject({ type: "end", finish: "stopped", usage: untold });
});
