/** The AI SDK's client for OpenAI-compatible servers in front of the endpoint, over a scripted model. */
import {
  createOpenAICompatible,
  type OpenAICompatibleProviderSettings,
} from "@ai-sdk/openai-compatible";
import {
  APICallError,
  generateObject,
  generateText,
  jsonSchema,
  type ModelMessage,
  RetryError,
  streamText,
  type ToolSet,
  tool,
} from "ai";
import { afterEach, describe, expect, it } from "vitest";
import { answeringServer } from "../../testing/answering-server.ts";
import { startedEndpoint, until, waitingModel } from "../../testing/endpoint.ts";
import { fakeModel } from "../../testing/fakes.ts";
import { question } from "../../testing/methods/fake-runs.ts";
import { type Reply, startSearchServer } from "../../testing/tools/search-server.ts";
import { openAICompatible } from "../server.ts";

type Given = Omit<Parameters<typeof generateText>[0], "model">;

const closing: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of closing.splice(0)) await one.close();
});

const secret = "sk-verysecretkey123456";

async function client(
  given: Parameters<typeof startedEndpoint> = [],
  settings: Partial<OpenAICompatibleProviderSettings> = {},
) {
  const endpoint = await startedEndpoint(...given);
  closing.push(endpoint);
  const provider = createOpenAICompatible({
    name: "hopwise",
    baseURL: `${endpoint.url}/v1`,
    includeUsage: true,
    ...settings,
  });
  return { provider, endpoint, small: provider("hopwise/small") };
}

const once = { maxRetries: 0 };
// Their optional fields are not exact ones.
const weather = {
  weather: tool({ inputSchema: jsonSchema<object>({ type: "object" }) }),
} as unknown as ToolSet;
const user = (content: string): ModelMessage => ({ role: "user", content });
const picture = { type: "image", image: "data:image/png;base64,AAAA" } as const;

const answered: [string, Given][] = [
  ["a prompt", { prompt: question }],
  ["a message", { messages: [user(question)] }],
  ["text in parts", { messages: [{ role: "user", content: [{ type: "text", text: question }] }] }],
  ["a system prompt", { system: "Be brief.", prompt: question }],
  ["an empty system prompt", { system: "", prompt: question }],
  [
    "earlier turns",
    { messages: [user("Hello?"), { role: "assistant", content: "Hello." }, user(question)] },
  ],
  [
    "earlier calls of tools",
    {
      messages: [
        user("How warm is it?"),
        {
          role: "assistant",
          content: [{ type: "tool-call", toolCallId: "1", toolName: "weather", input: {} }],
        },
        {
          role: "tool",
          content: [
            {
              type: "tool-result",
              toolCallId: "1",
              toolName: "weather",
              output: { type: "text", value: "20 °C" },
            },
          ],
        },
        user(question),
      ],
    },
  ],
  [
    "a picture in an earlier turn",
    { messages: [{ role: "user", content: [picture] }, user(question)] },
  ],
  ["sampling", { prompt: question, temperature: 1.2, topP: 0.3, seed: 7 }],
  ["limits", { prompt: question, maxOutputTokens: 5, stopSequences: ["."] }],
  ["penalties", { prompt: question, frequencyPenalty: 1, presencePenalty: -1 }],
  ["tools that it offers", { prompt: question, tools: weather }],
  ["tools, and the choice of them", { prompt: question, tools: weather, toolChoice: "auto" }],
  ["tools that are not to be called", { prompt: question, tools: weather, toolChoice: "none" }],
  ["headers", { prompt: question, headers: { "X-Own": "1" } }],
  ["options of the provider", { prompt: question, providerOptions: { hopwise: { user: "me" } } }],
  ["spaces around", { prompt: `\n  ${question}\t` }],
  ["a long question", { prompt: `${question} ${"x".repeat(1900)}` }],
];

describe("answers", () => {
  it.each(answered)("%s", async (_what, given) => {
    const { small, endpoint } = await client();
    const { text, finishReason, usage, toolCalls } = await generateText({
      model: small,
      ...once,
      ...given,
    } as Parameters<typeof generateText>[0]);
    expect(text).toContain("Danube");
    expect({ finishReason, toolCalls }).toEqual({ finishReason: "stop", toolCalls: [] });
    expect(usage.totalTokens).toBeGreaterThan(0);
    expect(endpoint.faults).toEqual([]);
  });

  it.each(answered)("%s in a stream", async (_what, given) => {
    const { small, endpoint } = await client();
    const { textStream, finishReason, usage } = streamText({
      model: small,
      ...once,
      ...given,
    } as Parameters<typeof streamText>[0]);
    let text = "";
    for await (const part of textStream) text += part;
    expect(text).toContain("Danube");
    expect(await finishReason).toBe("stop");
    expect((await usage).totalTokens).toBeGreaterThan(0);
    expect(endpoint.faults).toEqual([]);
  });
});

const refused: [string, Given, string, number, string][] = [
  ["no such model", { prompt: question }, "gpt-4.1", 404, "model_not_found"],
  ["a setup without its model", { prompt: question }, "hopwise/large", 404, "model_not_found"],
  ["an empty question", { prompt: " \n" }, "hopwise/small", 400, "question-empty"],
  ["too long a question", { prompt: "x".repeat(2001) }, "hopwise/small", 400, "question-too-long"],
  [
    "a picture",
    { messages: [{ role: "user", content: [{ type: "text", text: question }, picture] }] },
    "hopwise/small",
    400,
    "invalid_request",
  ],
  [
    "no user",
    { messages: [{ role: "assistant", content: "x" }] },
    "hopwise/small",
    400,
    "invalid_request",
  ],
  [
    "a tool that must be called",
    { prompt: question, tools: weather, toolChoice: "required" },
    "hopwise/small",
    400,
    "unsupported_parameter",
  ],
  [
    "this tool that must be called",
    { prompt: question, tools: weather, toolChoice: { type: "tool", toolName: "weather" } },
    "hopwise/small",
    400,
    "unsupported_parameter",
  ],
  [
    "more than a conversation",
    { prompt: "x".repeat(1e6) },
    "hopwise/small",
    413,
    "request_too_large",
  ],
];

it.each(refused)("refuses %s with a reason", async (_what, given, model, statusCode, code) => {
  const { provider, endpoint } = await client();
  const asked = { model: provider(model), ...given } as Parameters<typeof generateText>[0];
  // Retries are left as they are by default.
  const error = await generateText(asked).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(APICallError);
  expect(error).toMatchObject({ statusCode, isRetryable: false });
  const { message, responseBody } = error as APICallError;
  expect(message).toMatch(/^\p{Lu}.*\.$/u);
  expect(JSON.parse(responseBody ?? "")).toMatchObject({ error: { code } });
  expect(responseBody).not.toMatch(/\bat .*:\d+:\d+|node_modules|\.ts\b|\bpage\b|\bbox\b/u);
  expect(endpoint.faults).toEqual([]);
});

it("refuses an object of a schema", async () => {
  const { provider } = await client([], { supportsStructuredOutputs: true });
  const schema = jsonSchema<object>({ type: "object" });
  const made = generateObject({ model: provider("hopwise/small"), schema, prompt: question });
  await expect(made).rejects.toMatchObject({ statusCode: 400 });
});

describe("a stream", () => {
  it("is stopped by its reader, and the run with it", async () => {
    const { model, state } = waitingModel();
    const { small } = await client([{ small: model }]);
    const leave = new AbortController();
    const { textStream } = streamText({
      model: small,
      prompt: question,
      abortSignal: leave.signal,
    });
    const read = (async () => {
      for await (const _part of textStream);
    })();
    await until(() => state.asked > 0);
    leave.abort();
    await read.catch(() => null);
    await until(() => state.stopped > 0);
  });

  it.each(["generation-failed", "stopped"])(
    "that cannot be finished has an error: %s",
    async (code) => {
      const { model } = waitingModel();
      const failing = fakeModel("small", () => {
        throw new TypeError("its weights are gone");
      });
      const small = code === "stopped" ? model : failing;
      const { provider } = await client([{ small }, { seconds: 0.05 }]);
      const errors: unknown[] = [];
      const { textStream } = streamText({
        model: provider("hopwise/small"),
        prompt: question,
        onError: ({ error }) => void errors.push(error),
      });
      let text = "";
      for await (const part of textStream) text += part;
      expect(text).toBe("");
      expect(JSON.stringify(errors)).not.toMatch(/\bat .*:\d+:\d+|\.ts\b/u);
      expect(errors).toHaveLength(1);
    },
  );

  it("of two readers at once is one for each", async () => {
    const { small } = await client();
    const texts = [1, 2].map(async () => {
      const { text } = streamText({ model: small, prompt: question });
      return await text;
    });
    for (const text of await Promise.all(texts)) expect(text).toContain("Danube");
  });
});

describe("a call", () => {
  it("that is aborted stops the run", async () => {
    const { model, state } = waitingModel();
    const { small } = await client([{ small: model }]);
    const leave = new AbortController();
    const called = generateText({ model: small, prompt: question, abortSignal: leave.signal });
    const left = expect(called).rejects.toThrow();
    await until(() => state.asked > 0);
    leave.abort();
    await left;
    await until(() => state.stopped > 0);
  });

  it("finds its turn among 32 at once", async () => {
    const { small } = await client([{}, { waiting: 31 }]);
    const calls = Array.from({ length: 32 }, () =>
      generateText({ model: small, prompt: question, ...once }),
    );
    for (const { text } of await Promise.all(calls)) expect(text).toContain("Danube");
  });

  it("past the queue is tried again by itself, when the server says", async () => {
    const { model, state } = waitingModel();
    const { small, endpoint } = await client([{ small: model }, { waiting: 0 }]);
    const leave = new AbortController();
    const held = generateText({ model: small, prompt: question, abortSignal: leave.signal });
    const gone = held.catch(() => null);
    await until(() => state.asked > 0);
    const full = generateText({ model: small, prompt: question, maxRetries: 0 });
    await expect(full).rejects.toMatchObject({ statusCode: 429, isRetryable: true });
    const later = generateText({ model: small, prompt: question, maxRetries: 1 });
    await expect(later).rejects.toBeInstanceOf(RetryError);
    leave.abort();
    await gone;
    await until(async () => (await (await fetch(`${endpoint.url}/health`)).json()).waiting === 0);
  });

  it("beyond the cap is refused at once", async () => {
    const large = fakeModel("large", () => "Danube");
    const { provider } = await client([{ large, budget: { usd: 0 } }]);
    const model = provider("hopwise/conclude-large");
    const error = await generateText({ model, prompt: question }).catch(
      (thrown: unknown) => thrown,
    );
    expect(error).toMatchObject({ statusCode: 402, isRetryable: false });
    expect(large.requests).toEqual([]);
  });

  it("has the token as its key", async () => {
    const given: Parameters<typeof startedEndpoint> = [{}, { token: "a long token" }];
    const right = await client(given, { apiKey: "a long token" });
    const { text } = await generateText({ model: right.small, prompt: question });
    expect(text).toContain("Danube");
    const wrong = await client(given, { apiKey: "wrong" });
    const refusal = generateText({ model: wrong.small, prompt: question });
    await expect(refusal).rejects.toMatchObject({ statusCode: 401 });
  });

  it("to nobody is an error that may be tried again", async () => {
    const { small, endpoint } = await client();
    await endpoint.close();
    const called = generateText({ model: small, prompt: question, ...once });
    await expect(called).rejects.toMatchObject({ isRetryable: true });
  });

  it("of an embedding is refused, and it says what is there", async () => {
    const { provider } = await client();
    const called = provider.embeddingModel("x").doEmbed({ values: ["x"] });
    await expect(called).rejects.toMatchObject({
      statusCode: 404,
      message: expect.stringContaining("/v1/chat/completions"),
    });
  });

  it("gives the sources in the body of its answer", async () => {
    const { small } = await client();
    const { response } = await generateText({ model: small, prompt: question });
    expect(response.body).toMatchObject({ hopwise: { state: "found", citations: [{}, {}] } });
  });

  it("that leans on an earlier turn is asked in full", async () => {
    const { small } = await client();
    const messages = [
      user("Which country has Lima as its capital?"),
      { role: "assistant", content: "Peru [1]." } as const,
      user("And its currency?"),
    ];
    const { response } = await generateText({ model: small, messages });
    expect(response.body).toMatchObject({ hopwise: { question: "What is Peru's currency?" } });
  });
});

const broken: [string, Reply, string][] = [
  ["refuses the key", { kind: "status", status: 401, body: secret }, "remote-unauthorised"],
  ["sends a web page", { kind: "text", text: "<html>", type: "text/html" }, "remote-bad-response"],
  ["breaks off", { kind: "cut" }, "remote-"],
];

describe("a large model's server that", () => {
  it.each(broken)("%s is a 502 without the key", async (_what, reply, code) => {
    const upstream = await startSearchServer(() => reply);
    closing.push(upstream);
    const large = openAICompatible({ url: `${upstream.origin}/v1`, model: "big", key: secret });
    const { provider } = await client([{ large }]);
    const model = provider("hopwise/conclude-large");
    const error = await generateText({ model, prompt: question, ...once }).catch(
      (thrown: unknown) => thrown,
    );
    expect(error).toMatchObject({ statusCode: 502, responseBody: expect.stringContaining(code) });
    expect(JSON.stringify(error)).not.toContain(secret);
  });

  it("answers is paid once", async () => {
    const upstream = await answeringServer("Danube");
    closing.push(upstream);
    const large = openAICompatible({ url: `${upstream.origin}/v1`, model: "big", key: secret });
    const { provider } = await client([{ large }]);
    const model = provider("hopwise/conclude-large");
    const { text } = await generateText({ model, prompt: question });
    expect(text).toContain("Danube");
    expect(upstream.asked).toHaveLength(1);
  });
});
