import { describe, expect, it } from "vitest";
import { ask, collect, failure, never, played } from "../../testing/engines/remote/played.ts";

describe("recorded from llama-server", () => {
  const recorded = (name: string) => [{ file: `recorded.llama-server.${name}` }];
  const local = { preset: "llama-cpp", baseUrl: "http://localhost:8080/v1" };

  it.each([0, 1, 7, 64])("reads a stream in pieces of %i bytes", async (pieceBytes) => {
    const { model, asked } = played([
      { file: "recorded.llama-server.stop.200.sse.txt", pieceBytes },
    ]);
    const { deltas, end } = await collect(model);
    expect(deltas.join("")).toBe(end.text);
    expect(end).toMatchObject({
      text: "La Famille-Riaboule des Nations Unites (FRN) is the capital of France.",
      finish: "stop",
      usage: { promptTokens: 24, cachedTokens: 0, generatedTokens: 23 },
      logprobs: null,
      constrained: false,
      bytesReceived: 6216,
      bytesSent: asked[0]?.bytes,
    });
  });

  it("asks for log-probabilities where a prompt needs them, and only there", async () => {
    const { model, asked } = played([
      ...recorded("stop.200.sse.txt"),
      ...recorded("stop.200.sse.txt"),
    ]);
    await collect(model, { purpose: "reason", logprobs: true });
    await collect(model, { purpose: "reason" });
    expect(asked.map(({ body }) => "logprobs" in Object(body))).toEqual([true, false]);
  });

  it("tells that the limit cut it, and which tokens were cached", async () => {
    const { model } = played([
      ...recorded("length.200.sse.txt"),
      ...recorded("length.200.sse.txt"),
    ]);
    await collect(model);
    const { end } = await collect(model);
    expect(end.finish).toBe("length");
    expect(end.usage).toEqual({ promptTokens: 24, cachedTokens: 23, generatedTokens: 3 });
  });

  it("reads what the model thought of a choice, before the grammar forced it", async () => {
    const { model, asked } = played(recorded("choice.200.sse.txt"), local);
    const constraint = { kind: "choice", options: ["yes", "no"] } as const;
    const { end } = await collect(model, { constraint, purpose: "decide" });
    expect(end).toMatchObject({ text: "yes", constrained: true });
    expect(end.choiceProbabilities?.["no"]).toBeCloseTo(0.781, 3);
    expect(end.logprobs).toEqual([expect.closeTo(-5.144, 3)]);
    expect(end.tokens).toEqual([expect.stringMatching(/no|yes/u)]);
    expect(asked[0]?.body).toMatchObject({
      grammar: 'root ::= "yes" | "no"',
      logprobs: true,
      max_tokens: 40,
    });
  });

  it("goes on without a grammar the server cannot read, for this call only", async () => {
    const { model, asked } = played(
      [
        { file: "recorded.llama-server.bad-grammar.400.json" },
        { file: "recorded.llama-server.bad-grammar-2.200.sse.txt" },
        { file: "recorded.llama-server.grammar.200.sse.txt" },
      ],
      local,
    );
    const constraint = { kind: "grammar", grammar: "root ::= nothing" } as const;
    expect((await collect(model, { constraint })).end.constrained).toBe(false);
    expect((await collect(model, { constraint })).end.constrained).toBe(true);
    expect(asked.map(({ body }) => "grammar" in body)).toEqual([true, false, true]);
  });

  it("lets the server continue a trailing assistant message", async () => {
    const { model, asked } = played(recorded("prefix.200.sse.txt"), local);
    const { end } = await collect(model, { assistantPrefix: "The capital of France is" });
    expect(end.text).toBe(" Paris.");
    const messages = asked[0]?.body["messages"];
    expect(messages).toHaveLength(3);
  });

  it("takes the beginning off where the model was only told to write it", async () => {
    const { model } = played(recorded("prefix-instruction.200.sse.txt"));
    const { deltas, end } = await collect(model, { assistantPrefix: "The capital of France is" });
    expect(end.text).toBe(" Paris.");
    expect(deltas.join("")).toBe(" Paris.");
  });

  it.each([
    ["no-key.401.json", "remote-unauthorised"],
    ["path.404.json", "remote-path-not-found"],
    ["too-long.400.json", "context-too-long"],
  ])("names %s", async (name, code) => {
    const { model, asked } = played(recorded(name));
    expect(await failure(model)).toMatchObject({ code, params: { charged: false } });
    expect(asked).toHaveLength(1);
  });
});

describe("recorded from llama-cpp-python", () => {
  it("does not take silence about usage for zero", async () => {
    const { model } = played([{ file: "recorded.llama-cpp-python.stop.200.sse.txt" }]);
    const { end } = await collect(model);
    expect(end.usage).toEqual({ promptTokens: null, cachedTokens: null, generatedTokens: null });
    expect(end.finish).toBe("length");
  });

  it("strips a beginning that was repeated instead of continued", async () => {
    const { model } = played([{ file: "recorded.llama-cpp-python.prefix.200.sse.txt" }], {
      prefix: "continue",
    });
    const { end } = await collect(model, { assistantPrefix: "The capital of France is" });
    expect(end.text).toBe(" Paris.");
  });

  it.each([
    ["path.404.json", "remote-path-not-found"],
    ["no-key.401.json", "remote-unauthorised"],
    ["too-long.200.sse.txt", "remote-stream-cut"],
  ])("names %s", async (name, code) => {
    const { model } = played([{ file: `recorded.llama-cpp-python.${name}` }]);
    expect((await failure(model)).code).toBe(code);
  });
});

describe("usage, wherever it is told", () => {
  it.each([
    ["openai.usage", { promptTokens: 20, cachedTokens: 16, generatedTokens: 3 }],
    ["deepseek.cache-hit", { promptTokens: 100, cachedTokens: 64, generatedTokens: 12 }],
    ["groq.x-groq-usage", { promptTokens: 15, cachedTokens: null, generatedTokens: 3 }],
    // xAI bills hidden reasoning but leaves it out of the completion tokens.
    ["x-ai.reasoning", { promptTokens: 30, cachedTokens: null, generatedTokens: 504 }],
    ["mistral.content-list", { promptTokens: 10, cachedTokens: null, generatedTokens: 9 }],
    ["openrouter.keep-alive", { promptTokens: null, cachedTokens: null, generatedTokens: null }],
  ])("%s", async (name, usage) => {
    const file = `handmade.${name}.200.sse.txt`;
    const { model } = played([{ file }, { file }]);
    await collect(model);
    const { end } = await collect(model);
    expect(end).toMatchObject({ text: "Paris.", finish: "stop", usage });
  });

  it("reads an answer in one piece from a server that does not stream", async () => {
    const { model } = played([{ file: "handmade.any.whole-answer.200.json" }]);
    const { deltas, end } = await collect(model);
    expect(deltas).toEqual(["Paris."]);
    expect(end.usage).toEqual({ promptTokens: 9, cachedTokens: null, generatedTokens: 3 });
  });
});

describe("what fails", () => {
  it.each([
    ["openai.insufficient-quota.429.json", "remote-quota-exhausted", false],
    ["openai.model-not-found.404.json", "remote-model-unknown", false],
    ["openai.wrong-path.404.json", "remote-path-not-found", false],
    ["openai.wrong-key.401.json", "remote-unauthorised", false],
    ["openai.rate-limit.429.json", "remote-rate-limited", true],
    ["google.rate-limit.429.json", "remote-rate-limited", true],
    ["anthropic.credit.400.json", "remote-quota-exhausted", false],
    ["ollama.model.404.json", "remote-model-unknown", false],
    ["openrouter.model.400.json", "remote-model-unknown", false],
    ["openrouter.credits.402.json", "remote-quota-exhausted", false],
    ["deepseek.balance.402.json", "remote-quota-exhausted", false],
    ["llama-server.loading.503.json", "remote-server-error", true],
    ["any.page.200.html", "remote-bad-response", false],
    ["any.broken-json.200.sse.txt", "remote-bad-response", false],
    ["any.content-filter.200.sse.txt", "remote-bad-response", false],
    ["any.cut.200.sse.txt", "remote-stream-cut", true],
    ["openrouter.error-in-stream.200.sse.txt", "remote-server-error", true],
  ])("%s is %s", async (name, code, retryable) => {
    const { model } = played([{ file: `handmade.${name}` }], { maxRetries: 0 });
    expect(await failure(model)).toMatchObject({ code, retryable });
  });

  it("keeps what had arrived when the connection breaks", async () => {
    const { model } = played([{ file: "handmade.any.cut.200.sse.txt", after: "break" }]);
    const deltas: string[] = [];
    const read = async () => {
      for await (const part of model.generate(ask, never)) {
        if (part.type === "delta") deltas.push(part.text);
      }
    };
    await expect(read()).rejects.toMatchObject({ code: "remote-stream-cut" });
    expect(deltas.join("")).toBe("Paris is the capital");
  });

  it("tells what cannot be told apart in a page, and what Node can", async () => {
    const blocked = played([{ throws: new TypeError("Failed to fetch") }]);
    expect(await failure(blocked.model)).toMatchObject({
      code: "remote-unreachable-or-cors",
      params: { url: "https://api.example.com/v1/chat/completions", reason: null, charged: null },
    });
    const refused = new TypeError("fetch failed", { cause: { code: "ECONNREFUSED" } });
    const error = await failure(played([{ throws: refused }]).model);
    expect(error.params).toMatchObject({ reason: "ECONNREFUSED", charged: false, bytesSent: 0 });
  });

  it("repeats once on a kept connection that the server had closed", async () => {
    const cause = { code: "UND_ERR_SOCKET", socket: { bytesRead: 2669 } };
    const { model, asked } = played([
      { throws: new TypeError("fetch failed", { cause }) },
      { file: "handmade.openai.usage.200.sse.txt" },
    ]);
    const { end } = await collect(model);
    expect(asked).toHaveLength(2);
    expect(end.bytesSent).toBe((asked[0]?.bytes ?? 0) * 2);
  });

  it("never shows the key, whole or half hidden", async () => {
    const key = "sk-proj-abcdefghijklmnopqrstuvwxyz";
    const body = JSON.stringify({ error: { message: `Bad key ${key}; Bearer ${key}` } });
    for (const play of [
      { file: "handmade.openai.wrong-key.401.json" },
      { status: 401, type: "application/json", body },
    ]) {
      const error = await failure(played([play], { apiKey: key }).model);
      const shown = JSON.stringify(error.toData()) + String(error.cause) + error.stack;
      expect(shown).not.toMatch(/sk-proj|wxyz/);
    }
  });
});
