import { describe, expect, it } from "vitest";
import { ask, collect, failure, never, played } from "../../testing/engines/remote/played.ts";
import { DialectMemory } from "./request.ts";

const answer = { file: "handmade.openai.usage.200.sse.txt" };
const refusedWith = (name: string) => ({ file: `handmade.${name}.json` });

describe("asking again", () => {
  const busy = refusedWith("openai.rate-limit.429");
  const noWait = { ...busy, headers: { "x-should-retry": "false" } };

  it("waits longer each time when the server names no time", async () => {
    const { model, waits, asked } = played([busy, busy, busy, answer], { maxRetries: 3 });
    const { end } = await collect(model);
    expect(waits).toEqual([500, 1000, 2000]);
    expect(end.text).toBe("Paris.");
    expect(end.bytesSent).toBe(asked.reduce((sum, { bytes }) => sum + bytes, 0));
  });

  it("takes up to half the wait off, as chance has it", async () => {
    const { model, waits } = played([busy, answer], {}, { random: () => 0.999_999 });
    await collect(model);
    expect(waits[0]).toBeCloseTo(250, 0);
  });

  it.each([
    [{ "retry-after": "7" }, 7000],
    [{ "retry-after-ms": "1500", "retry-after": "9" }, 1500],
    [{ "retry-after": "Sat, 21 Nov 2026 08:00:30 GMT" }, 30_000],
    [{ "retry-after": "soon" }, 500],
    [{ "retry-after": "" }, 500],
    [{ "retry-after": "-5" }, 500],
    [{ "retry-after": "1e999" }, 500],
    [{ "retry-after": "0x1F" }, 500],
    [{ "retry-after": "9".repeat(400) }, 500],
    [{ "retry-after-ms": " ", "retry-after": "9" }, 9000],
  ])("waits as told by %j", async (headers, waitMs) => {
    const epochMs = Date.parse("2026-11-21T08:00:00Z");
    const clock = { nowMs: () => 0, epochMs: () => epochMs };
    const { model, waits } = played([{ ...busy, headers }, answer], {}, { clock });
    await collect(model);
    expect(waits).toEqual([waitMs]);
  });

  it("waits as Google tells in the body", async () => {
    const { model, waits } = played([refusedWith("google.rate-limit.429"), answer]);
    await collect(model);
    expect(waits).toEqual([31_000]);
  });

  it("does not wait for more than a minute, but says how long", async () => {
    const { model, waits } = played([{ ...busy, headers: { "retry-after": "300" } }]);
    const error = await failure(model);
    expect(error).toMatchObject({
      code: "remote-rate-limited",
      retryable: true,
      params: { retryAfterMs: 300_000 },
    });
    expect(waits).toEqual([]);
  });

  it("gives up after the tries it was given, or when the server says so", async () => {
    const patient = played([busy], { maxRetries: 2 });
    await failure(patient.model);
    expect(patient.asked).toHaveLength(3);
    const told = played([noWait]);
    await failure(told.model);
    expect(told.asked).toHaveLength(1);
  });

  it.each([400, 429, 500])(
    "neither repeats nor gives for free a %i that tells usage",
    async (status) => {
      const error = { message: "max_tokens is not supported", param: "max_tokens" };
      const usage = { prompt_tokens: 900, completion_tokens: 40 };
      const body = JSON.stringify({ error, usage });
      const { model, asked } = played([{ status, type: "application/json", body }, answer]);
      expect(await failure(model)).toMatchObject({ params: { charged: null } });
      expect(asked).toHaveLength(1);
    },
  );

  it("waits for no more tries than the whole of one answer may take", async () => {
    let nowMs = 0;
    const clock = { nowMs: () => nowMs, epochMs: () => nowMs };
    const sleep = async () => {
      nowMs += 400_000;
    };
    const { model, asked } = played(
      [busy, busy, busy, answer],
      { maxRetries: 10 },
      { clock, sleep },
    );
    expect(await failure(model)).toMatchObject({ code: "remote-rate-limited" });
    expect(asked).toHaveLength(3);
  });

  it.each([504, 524, 408])("does not repeat what may have been charged (%i)", async (status) => {
    const { model, asked } = played([{ status, type: "text/plain", body: "timeout" }]);
    expect(await failure(model)).toMatchObject({ retryable: true, params: { charged: null } });
    expect(asked).toHaveLength(1);
  });
});

describe("dialects", () => {
  it.each([
    ["openai.max-tokens.400", { max_completion_tokens: 40 }, "max_tokens"],
    ["openai.temperature.400", {}, "temperature"],
    ["openai.stop.400", {}, "stop"],
    ["mistral.stream-options.422", {}, "stream_options"],
  ])("%s: once more in the other form, and so from then on", async (name, has, lacks) => {
    const { model, asked } = played([refusedWith(name), answer, answer]);
    await collect(model, { stop: ["\n\n"] });
    await collect(model, { stop: ["\n\n"] });
    expect(asked).toHaveLength(3);
    expect(asked[0]?.body).toHaveProperty(lacks);
    for (const { body } of asked.slice(1)) {
      expect(body).not.toHaveProperty(lacks);
      expect(body).toMatchObject(has);
    }
  });

  it("learns several refusals one after the other", async () => {
    const { model, asked } = played([
      refusedWith("openai.max-tokens.400"),
      refusedWith("openai.temperature.400"),
      refusedWith("llama-cpp-python.logprobs.500"),
      answer,
    ]);
    const { end } = await collect(model, { purpose: "read" });
    expect(end.text).toBe("Paris.");
    expect(asked.at(-1)?.body).toEqual({
      model: "large",
      messages: ask.messages,
      stream: true,
      stream_options: { include_usage: true },
      max_completion_tokens: 40,
    });
  });

  it("does not try a name for the limit twice", async () => {
    const { model, asked } = played([refusedWith("openai.max-tokens.400")]);
    expect((await failure(model)).code).toBe("remote-bad-response");
    expect(asked).toHaveLength(2);
  });

  it("asks in words where a beginning may not be set", async () => {
    const { model, asked } = played([refusedWith("anthropic.prefill.400"), answer], {
      prefix: "continue",
    });
    await collect(model, { assistantPrefix: "Well:" });
    const last = JSON.stringify(asked[1]?.body["messages"]);
    expect(last).toContain("Begin your answer with exactly this text");
    expect(last).not.toContain('"role":"assistant"');
  });

  it("shares what it learnt with other models of the page, per endpoint and model", async () => {
    const memory = new DialectMemory();
    const first = played([refusedWith("openai.temperature.400"), answer], {}, { memory });
    await collect(first.model);
    const same = played([answer], {}, { memory });
    await collect(same.model);
    expect(same.asked[0]?.body).not.toHaveProperty("temperature");
    const other = played([answer], { model: "small" }, { memory });
    await collect(other.model);
    expect(other.asked[0]?.body).toHaveProperty("temperature");
  });

  const form = {
    kind: "json",
    name: "reading",
    shape: { type: "object", properties: { answer: { type: "string" } } },
    begin: '{"answer": "',
  } as const;

  it("asks for JSON by its schema, for any where that is refused, and so from then on", async () => {
    const { model, asked } = played([refusedWith("deepseek.json-schema.400"), answer, answer]);
    const { end } = await collect(model, { constraint: form, stop: ["\n"] });
    await collect(model, { constraint: form });
    expect(asked.map(({ body }) => body["response_format"])).toMatchObject([
      {
        type: "json_schema",
        json_schema: {
          strict: true,
          schema: { required: ["answer"], additionalProperties: false },
        },
      },
      { type: "json_object" },
      { type: "json_object" },
    ]);
    expect(asked[0]?.body).not.toHaveProperty("stop");
    // Not JSON, although the server accepted the schema.
    expect(end).toMatchObject({ text: "Paris.", constrained: false });
  });

  it("begins the JSON itself where none can be asked for, and shows it whole", async () => {
    const { model, asked } = played(
      [refusedWith("deepseek.json-schema.400"), refusedWith("lm-studio.json-object.400"), answer],
      { prefix: "continue" },
    );
    const { end } = await collect(model, { constraint: form });
    expect(asked[2]?.body).not.toHaveProperty("response_format");
    expect(JSON.stringify(asked[2]?.body["messages"])).toContain('"role":"assistant"');
    expect(end.text).toBe('{"answer": "Paris.');
  });

  it("holds OpenAI to a choice by a schema, and unwraps it", async () => {
    const { model, asked } = played([{ file: "handmade.openai.choice-json.200.sse.txt" }], {
      baseUrl: "https://api.openai.com/v1",
    });
    const constraint = { kind: "choice", options: ["yes", "no"] } as const;
    const { deltas, end } = await collect(model, { constraint });
    expect(deltas).toEqual(["yes"]);
    expect(end).toMatchObject({ text: "yes", constrained: true, logprobs: null });
    expect(end.choiceProbabilities?.["yes"]).toBeCloseTo(0.9, 4);
    expect(asked[0]?.body).toMatchObject({
      max_completion_tokens: 56,
      response_format: { type: "json_schema" },
    });
  });
});

describe("what a server does is learnt from its answers", () => {
  const constraint = {
    kind: "json",
    name: "test",
    shape: { type: "object", properties: { answer: { type: "string" } } },
    begin: "",
  } as const;
  const streamed = (content: string, logprobs: unknown = null) => ({
    status: 200,
    type: "text/event-stream",
    body: `data: ${JSON.stringify({ choices: [{ delta: { content }, logprobs, finish_reason: "stop" }] })}\n\ndata: [DONE]\n\n`,
  });
  const told = { content: [{ token: "{", logprob: -0.1 }] };
  const asked = { constraint, logprobs: true };

  it("nothing is known before the first", () => {
    expect(played([answer]).model.abilities?.()).toEqual({ jsonSchema: null, logprobs: null });
  });

  it.each([
    ["does both", [streamed('{"answer":"ok"}', told)], { jsonSchema: true, logprobs: true }],
    ["takes both and does neither", [streamed("ok")], { jsonSchema: false, logprobs: false }],
    ["says nothing", [streamed("")], { jsonSchema: null, logprobs: null }],
    ["thinks aloud", [streamed("<think>")], { jsonSchema: null, logprobs: false }],
    [
      "refuses schemas",
      [refusedWith("deepseek.json-schema.400"), streamed("{}", told)],
      { jsonSchema: false, logprobs: true },
    ],
    [
      "refuses probabilities",
      [refusedWith("llama-cpp-python.logprobs.500"), streamed("{}")],
      { jsonSchema: true, logprobs: false },
    ],
  ] as const)("one that %s", async (_, plays, abilities) => {
    const { model } = played(plays);
    await collect(model, asked);
    expect(model.abilities?.()).toEqual(abilities);
  });

  it("what was not asked for tells nothing", async () => {
    const { model } = played([streamed("{}", told)]);
    await collect(model);
    expect(model.abilities?.()).toEqual({ jsonSchema: null, logprobs: null });
  });

  it("a refusal that only wants JSON named is not remembered", async () => {
    const message =
      "'messages' must contain the word 'json' in some form, to use 'response_format' of type 'json_object'.";
    const wantsTheWord = {
      status: 400,
      type: "application/json",
      body: JSON.stringify({ error: { message } }),
    };
    const { model, asked: sent } = played([
      refusedWith("deepseek.json-schema.400"),
      wantsTheWord,
      answer,
      answer,
    ]);
    await collect(model, asked);
    await collect(model, asked);
    expect(sent.map(({ body }) => body["response_format"] !== undefined)).toEqual([
      true,
      true,
      false,
      true,
    ]);
  });
});

describe("what is sent", () => {
  it("has no header that nobody asked for", async () => {
    const { model, asked } = played([answer], {
      organisation: "org-1",
      headers: { "x-title": "Hopwise" },
    });
    await collect(model);
    expect(Object.fromEntries(asked[0]?.headers ?? [])).toEqual({
      accept: "application/json",
      authorization: "Bearer test-key-0123456789",
      "content-type": "application/json",
      "openai-organization": "org-1",
      "x-title": "Hopwise",
    });
  });

  it("has no key for a server that needs none", async () => {
    const { model, asked } = played([answer], { apiKey: "" });
    await collect(model);
    expect(asked[0]?.headers.has("authorization")).toBe(false);
  });

  it("is nothing where a header cannot be written, and the error has a name", async () => {
    const { model, asked } = played([answer], { organisation: "東京" });
    expect(await failure(model)).toMatchObject({
      code: "remote-unreachable-or-cors",
      params: { bytesSent: 0 },
    });
    expect(asked).toHaveLength(0);
  });

  it("makes room for hidden reasoning", async () => {
    const changes = { reasoningTokens: 1000, reasoningEffort: "low" };
    const { model, asked } = played([answer], changes);
    await collect(model);
    expect(asked[0]?.body).toMatchObject({ max_tokens: 1040, reasoning_effort: "low" });
  });

  it("asks for no more stop sequences than OpenAI takes, and cuts at the others itself", async () => {
    const { model, asked } = played([answer]);
    const { deltas, end } = await collect(model, { stop: ["1", "2", "3", "4", "is."] });
    expect(asked[0]?.body["stop"]).toEqual(["1", "2", "3", "4"]);
    expect(end).toMatchObject({ text: "Par", finish: "stop", usage: { generatedTokens: 3 } });
    expect(deltas.join("")).toBe("Par");
  });
});

describe("stopping", () => {
  it("sends nothing when it was stopped before", async () => {
    const { model, asked } = played([answer]);
    const { end } = await collect(model, {}, AbortSignal.abort());
    expect(end).toMatchObject({ finish: "stopped", text: "", bytesSent: 0 });
    expect(asked).toHaveLength(0);
  });

  it("ends at once in the middle, with what it had and usage untold", async () => {
    const { model } = played([{ file: "handmade.any.cut.200.sse.txt", after: "hang" }]);
    const controller = new AbortController();
    let end: unknown;
    for await (const part of model.generate(ask, controller.signal)) {
      if (part.type === "delta" && part.text.endsWith(" capital")) controller.abort();
      if (part.type === "end") end = part;
    }
    expect(end).toMatchObject({
      finish: "stopped",
      text: "Paris is the capital",
      usage: { promptTokens: null, generatedTokens: null },
    });
  });

  it("ends at once while it waits to ask again", async () => {
    const controller = new AbortController();
    const { model } = played(
      [refusedWith("openai.rate-limit.429")],
      {},
      {
        sleep: (_, signal) =>
          new Promise((_resolve, reject) => {
            signal.addEventListener("abort", () => reject(signal.reason));
            controller.abort();
          }),
      },
    );
    const { end } = await collect(model, {}, controller.signal);
    expect(end.finish).toBe("stopped");
  });

  it.each([
    ["answer", "", 0],
    ["stream", "handmade.any.cut.200.sse.txt", 1],
  ] as const)("runs out of patience with a silent server (%s)", async (phase, file, deltas) => {
    const play = file === "" ? { body: "", type: "text/event-stream" } : { file };
    const forced = { timeoutMs: 40 };
    const { model } = played([{ ...play, after: "hang" }], {}, {}, forced);
    let seen = 0;
    const read = async () => {
      for await (const part of model.generate(ask, never)) if (part.type === "delta") seen = 1;
    };
    await expect(read()).rejects.toMatchObject({
      code: "remote-timeout",
      retryable: true,
      params: { phase, timeoutMs: 40 },
    });
    expect(seen).toBe(deltas);
  });
});
