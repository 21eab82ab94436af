/** OpenAI's own client in front of the endpoint, over a scripted model. */
import OpenAI, {
  APIConnectionError,
  APIError,
  APIUserAbortError,
  AuthenticationError,
  BadRequestError,
  InternalServerError,
  NotFoundError,
  PermissionDeniedError,
  RateLimitError,
} from "openai";
import { afterEach, describe, expect, it } from "vitest";
import { answeringServer } from "../../testing/answering-server.ts";
import { startedEndpoint, until, waitingModel } from "../../testing/endpoint.ts";
import { fakeModel } from "../../testing/fakes.ts";
import { completing, question, replying } from "../../testing/methods/fake-runs.ts";
import { type Reply, startSearchServer } from "../../testing/tools/search-server.ts";
import { openAICompatible } from "../server.ts";

type Asked = Omit<OpenAI.ChatCompletionCreateParamsNonStreaming, "stream">;
type Messages = Asked["messages"];

const closing: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of closing.splice(0)) await one.close();
});

const secret = "sk-verysecretkey123456";
const user = (content: string): Messages[number] => ({ role: "user", content });
const asked: Asked = { model: "hopwise/small", messages: [user(question)] };

async function client(
  given: Parameters<typeof startedEndpoint> = [],
  options: ConstructorParameters<typeof OpenAI>[0] = {},
) {
  const endpoint = await startedEndpoint(...given);
  closing.push(endpoint);
  const openai = new OpenAI({
    baseURL: `${endpoint.url}/v1`,
    apiKey: "none",
    maxRetries: 0,
    ...options,
  });
  return { openai, endpoint };
}

/** Sends fields that the client has no type for. */
const sent = (value: unknown) => value as Asked;

const weather = {
  type: "function",
  function: { name: "weather", parameters: { type: "object" } },
} as const;
const answered: [string, Asked][] = [
  ["one message", asked],
  ["text in parts", { ...asked, messages: [{ role: "user", content: [text(question)] }] }],
  ["a system message", { ...asked, messages: [{ role: "system", content: "x" }, user(question)] }],
  ["a developer", { ...asked, messages: [{ role: "developer", content: "x" }, user(question)] }],
  [
    "earlier turns",
    {
      ...asked,
      messages: [user("Hello?"), { role: "assistant", content: "Hello." }, user(question)],
    },
  ],
  [
    "earlier calls of tools",
    {
      ...asked,
      messages: [
        user("How warm is it?"),
        {
          role: "assistant",
          content: null,
          tool_calls: [{ id: "1", type: "function", function: { name: "weather", arguments: "" } }],
        },
        { role: "tool", tool_call_id: "1", content: "20 °C" },
        user(question),
      ],
    },
  ],
  [
    "a picture in an earlier turn",
    {
      ...asked,
      messages: [
        { role: "user", content: [{ type: "image_url", image_url: { url: "data:," } }] },
        user(question),
      ],
    },
  ],
  [
    "a start of the answer",
    { ...asked, messages: [user(question), { role: "assistant", content: "It" }] },
  ],
  ["sampling", { ...asked, temperature: 1.2, top_p: 0.3, seed: 7, max_tokens: 5, stop: ["."] }],
  ["penalties", { ...asked, frequency_penalty: 1, presence_penalty: -1, logit_bias: { "1": 2 } }],
  ["who it is", { ...asked, user: "someone", metadata: { a: "b" }, store: false }],
  ["tools that it offers", { ...asked, tools: [weather] }],
  ["tools, and the choice of them", { ...asked, tools: [weather], tool_choice: "auto" }],
  ["tools that are not to be called", { ...asked, tools: [weather], tool_choice: "none" }],
  ["text as its format", { ...asked, response_format: { type: "text" } }],
  ["one answer", { ...asked, n: 1, logprobs: true, reasoning_effort: "low" }],
  ["spaces around", { ...asked, messages: [user(`\n  ${question}\t`)] }],
  ["a long question", { ...asked, messages: [user(`${question} ${"x".repeat(1900)}`)] }],
  ["a name", { ...asked, messages: [{ role: "user", name: "someone", content: question }] }],
  ["fields that OpenAI has not", sent({ ...asked, top_k: 5, chat_id: "x" })],
];

function text(value: string) {
  return { type: "text", text: value } as const;
}

describe.each([false, true])("answers (stream: %s)", (stream) => {
  it.each(answered)("%s", async (_what, given) => {
    const { openai, endpoint } = await client();
    const completion = stream
      ? await openai.chat.completions.stream(given).finalChatCompletion()
      : await openai.chat.completions.create(given);
    const [choice] = completion.choices;
    expect(choice?.message.content).toContain("Danube");
    expect(choice?.message.tool_calls ?? []).toEqual([]);
    expect(choice?.finish_reason).toBe("stop");
    expect(completion.model).toBe("hopwise/small");
    expect(endpoint.faults).toEqual([]);
  });
});

const format = {
  type: "json_schema",
  json_schema: { name: "a", schema: { type: "object" } },
} as const;
type Failing = [string, Asked, new (...args: never[]) => APIError, object];
const refused: Failing[] = [
  ["no such model", { ...asked, model: "gpt-4.1" }, NotFoundError, { code: "model_not_found" }],
  ["no such setup", { ...asked, model: "hopwise/huge" }, NotFoundError, { param: "model" }],
  ["a setup without its model", { ...asked, model: "hopwise/large" }, NotFoundError, {}],
  ["a name of every object", { ...asked, model: "hopwise/constructor" }, NotFoundError, {}],
  ["no message", { ...asked, messages: [] }, BadRequestError, { param: "messages" }],
  ["no user", { ...asked, messages: [{ role: "system", content: "x" }] }, BadRequestError, {}],
  [
    "an empty question",
    { ...asked, messages: [user(" \n")] },
    BadRequestError,
    { code: "question-empty" },
  ],
  [
    "too long a question",
    { ...asked, messages: [user("x".repeat(2001))] },
    BadRequestError,
    { code: "question-too-long" },
  ],
  [
    "a picture",
    {
      ...asked,
      messages: [{ role: "user", content: [{ type: "image_url", image_url: { url: "data:," } }] }],
    },
    BadRequestError,
    { param: "messages" },
  ],
  ["two answers", { ...asked, n: 2 }, BadRequestError, { param: "n" }],
  [
    "a tool that must be called",
    { ...asked, tools: [weather], tool_choice: "required" },
    BadRequestError,
    { param: "tool_choice", code: "unsupported_parameter" },
  ],
  [
    "this tool that must be called",
    {
      ...asked,
      tools: [weather],
      tool_choice: { type: "function", function: { name: "weather" } },
    },
    BadRequestError,
    { param: "tool_choice" },
  ],
  [
    "a schema",
    { ...asked, response_format: format },
    BadRequestError,
    { param: "response_format" },
  ],
  [
    "JSON",
    { ...asked, response_format: { type: "json_object" } },
    BadRequestError,
    { param: "response_format" },
  ],
  ["messages as text", sent({ ...asked, messages: "x" }), BadRequestError, { param: "messages" }],
  [
    "more than a conversation",
    { ...asked, messages: [user("x".repeat(1e6))] },
    APIError,
    { status: 413 },
  ],
];

it.each(refused)("refuses %s with a reason", async (_what, given, kind, fields) => {
  const { openai, endpoint } = await client();
  const error = await openai.chat.completions.create(given).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(kind);
  expect(error).toMatchObject({ type: "invalid_request_error", ...fields });
  expect(String(error)).not.toMatch(/\bat .*:\d+:\d+|node_modules|\.ts\b|\bpage\b|\bbox\b/u);
  expect(endpoint.faults).toEqual([]);
});

describe("its other calls", () => {
  it("lists models, and finds one", async () => {
    const { openai } = await client([{ large: fakeModel("large", () => "Danube") }]);
    const ids: string[] = [];
    for await (const { id } of openai.models.list()) ids.push(id);
    expect(ids).toEqual(expect.arrayContaining(["hopwise/small", "hopwise/conclude-large"]));
    expect(await openai.models.retrieve("hopwise/small")).toMatchObject({ owned_by: "hopwise" });
    await expect(openai.models.retrieve("gpt-4.1")).rejects.toBeInstanceOf(NotFoundError);
    await expect(openai.models.retrieve("100%")).rejects.toBeInstanceOf(NotFoundError);
  });

  it.each<[string, (openai: OpenAI) => Promise<unknown>]>([
    ["embeddings", (openai) => openai.embeddings.create({ model: "x", input: "x" })],
    ["responses", (openai) => openai.responses.create({ model: "x", input: "x" })],
    ["completions", (openai) => openai.completions.create({ model: "x", prompt: "x" })],
    ["pictures", (openai) => openai.images.generate({ model: "x", prompt: "x" })],
  ])("%s are not there, and it says what is", async (_what, call) => {
    const { openai } = await client();
    const error = await call(openai).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(NotFoundError);
    expect(String(error)).toContain("/v1/chat/completions");
  });

  it("needs the token", async () => {
    const { endpoint } = await client([{}, { token: "a long token" }]);
    const as = (apiKey: string) =>
      new OpenAI({ baseURL: `${endpoint.url}/v1`, apiKey, maxRetries: 0 });
    await expect(as("wrong").models.list()).rejects.toBeInstanceOf(AuthenticationError);
    expect((await as("a long token").models.list()).data.length).toBeGreaterThan(0);
  });

  it("from a page needs leave", async () => {
    const { openai } = await client([], { defaultHeaders: { Origin: "https://page.example" } });
    await expect(openai.models.list()).rejects.toBeInstanceOf(PermissionDeniedError);
  });
});

describe("a stream", () => {
  it("has the usage at its end, the sources beside the answer, and one id", async () => {
    const { openai } = await client();
    const stream = await openai.chat.completions.create({
      ...asked,
      stream: true,
      stream_options: { include_usage: true },
    });
    const chunks: OpenAI.ChatCompletionChunk[] = [];
    for await (const chunk of stream) chunks.push(chunk);
    expect(new Set(chunks.map(({ id }) => id)).size).toBe(1);
    expect(chunks.at(-1)?.usage?.total_tokens).toBeGreaterThan(0);
    expect(chunks.at(-2)).toMatchObject({
      hopwise: { question, short: "Danube", citations: [{ mark: 1, title: "Austria" }, {}] },
    });
  });

  it.each(["leaves the loop", "aborts"])("stops the run when its reader %s", async (how) => {
    const { model, state } = waitingModel();
    const { openai } = await client([{ small: model }]);
    const stream = await openai.chat.completions.create({ ...asked, stream: true });
    await until(() => state.asked > 0);
    if (how === "aborts") stream.controller.abort();
    else for await (const _chunk of stream) break;
    await until(() => state.stopped > 0);
  });

  it("that cannot be finished throws the reason", async () => {
    const { openai } = await client([{ small: fakeModel("small", failing) }]);
    const stream = await openai.chat.completions.create({ ...asked, stream: true });
    const read = async () => {
      for await (const _chunk of stream);
    };
    await expect(read()).rejects.toMatchObject({ code: "generation-failed" });
  });

  it("of a server that stops ends with an error, not with an answer", async () => {
    const { model, state } = waitingModel();
    const { openai, endpoint } = await client([{ small: model }]);
    const final = openai.chat.completions.stream(asked).finalContent();
    const seen = expect(final).rejects.toThrow();
    await until(() => state.asked > 0);
    await endpoint.close();
    await seen;
  });
});

function failing(): never {
  throw new TypeError("its weights are gone");
}

describe("a call", () => {
  it("that is aborted stops the run, also while it waits", async () => {
    const { model, state } = waitingModel();
    const { openai, endpoint } = await client([{ small: model }]);
    const leave = new AbortController();
    const calls = [1, 2].map(() => openai.chat.completions.create(asked, { signal: leave.signal }));
    const ends = Promise.allSettled(calls);
    await until(async () => (await waitingAt(endpoint.url)) === 2);
    leave.abort();
    for (const end of await ends)
      expect(end).toMatchObject({ reason: expect.any(APIUserAbortError) });
    await until(async () => (await waitingAt(endpoint.url)) === 0);
    expect(state).toEqual({ asked: 1, stopped: 1 });
  });

  it("that takes too long is ended, by the server or by the client", async () => {
    const { model } = waitingModel();
    const slow = await client([{ small: model }, { seconds: 0.05 }]);
    const error = await slow.openai.chat.completions
      .create(asked)
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(InternalServerError);
    expect(error).toMatchObject({ status: 504, message: expect.stringContaining("0.05 s") });
    const hasty = await client([{ small: model }], { timeout: 50 });
    await expect(hasty.openai.chat.completions.create(asked)).rejects.toBeInstanceOf(
      APIConnectionError,
    );
  });

  it("to nobody is an error of the connection", async () => {
    const { openai, endpoint } = await client();
    await endpoint.close();
    await expect(openai.models.list()).rejects.toBeInstanceOf(APIConnectionError);
  });

  it("beyond the cap is not paid, nor tried again", async () => {
    const large = fakeModel("large", () => "Danube");
    const { openai } = await client([{ large, budget: { usd: 0 } }], { maxRetries: 2 });
    const paid = openai.chat.completions.create({ ...asked, model: "hopwise/conclude-large" });
    await expect(paid).rejects.toMatchObject({ status: 402, code: "spending-cap-reached" });
    expect(large.requests).toEqual([]);
  });

  it("finds its turn among 32 at once, and each gets its own answer", async () => {
    const echo = replying({});
    const small = fakeModel("small", (request) => {
      const said = request.messages.map(({ content }) => content).join(" ");
      const [, number = ""] = /river number (\d+)/u.exec(said) ?? [];
      return number === "" ? echo(request) : `Danube ${number}`;
    });
    const { openai } = await client([{ small }, { waiting: 31 }]);
    const numbers = Array.from({ length: 32 }, (_, index) => index + 100);
    const answers = await Promise.all(
      numbers.map(async (number) => {
        const messages = [user(`What is river number ${number} called?`)];
        const { choices } = await openai.chat.completions.create({ ...asked, messages });
        return choices[0]?.message.content ?? "";
      }),
    );
    for (const [at, answer] of answers.entries()) {
      for (const number of numbers) {
        expect(answer.includes(String(number)) && number !== numbers[at]).toBe(false);
      }
    }
  });

  it("past the queue is refused with 429, and answered when the client tries again", async () => {
    const { model, state } = waitingModel();
    let free = false;
    const small = fakeModel("small", completing());
    const first = {
      ...model,
      generate: (...given: Parameters<typeof model.generate>) =>
        free ? small.generate(...given) : model.generate(...given),
    };
    const seen: number[] = [];
    const counting: typeof fetch = async (...given) => {
      const response = await fetch(...given);
      seen.push(response.status);
      return response;
    };
    const { openai } = await client([{ small: first }, { waiting: 0 }], { fetch: counting });
    const leave = new AbortController();
    const gone = openai.chat.completions.create(asked, { signal: leave.signal }).catch(() => null);
    await until(() => state.asked > 0);
    const full = await openai.chat.completions.create(asked).catch((thrown: unknown) => thrown);
    expect(full).toBeInstanceOf(RateLimitError);
    const again = openai.withOptions({ maxRetries: 3 }).chat.completions.create(asked);
    await until(() => seen.length === 2);
    free = true;
    leave.abort();
    await gone;
    expect((await again).choices[0]?.message.content).toContain("Danube");
    expect(seen).toEqual([429, 429, 200]);
  });
});

const broken: [string, Reply, string][] = [
  ["refuses the key", { kind: "status", status: 401, body: secret }, "remote-unauthorised"],
  ["has no such model", { kind: "status", status: 404 }, "remote-path-not-found"],
  ["sends a web page", { kind: "text", text: "<html>", type: "text/html" }, "remote-bad-response"],
  ["breaks off", { kind: "cut" }, "remote-"],
];

describe("a large model's server that", () => {
  it.each(broken)("%s is a 502 without the key, tried once", async (_what, reply, code) => {
    const upstream = await startSearchServer(() => reply);
    closing.push(upstream);
    const large = openAICompatible({ url: `${upstream.origin}/v1`, model: "big", key: secret });
    const { openai } = await client([{ large }], { maxRetries: 2 });
    const model = "hopwise/conclude-large";
    const failed = await openai.chat.completions
      .create({ ...asked, model })
      .catch((thrown: unknown) => thrown);
    expect(failed).toMatchObject({ status: 502, code: expect.stringContaining(code) });
    expect(JSON.stringify(failed) + String(failed)).not.toContain(secret);
    const requests = upstream.asked.length;
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(upstream.asked.length).toBe(requests);
  });

  it("answers is paid once, and its part of the cost is named", async () => {
    const upstream = await answeringServer("Danube");
    closing.push(upstream);
    const price = { input: 1, output: 2 };
    const large = openAICompatible({
      url: `${upstream.origin}/v1`,
      model: "b",
      key: secret,
      price,
    });
    const { openai } = await client([{ large }]);
    const completion = await openai.chat.completions.create({
      ...asked,
      model: "hopwise/conclude-large",
    });
    expect(upstream.asked).toHaveLength(1);
    const conclude = { usd: expect.closeTo(0.00502, 9), largeCalls: 1 };
    expect(completion).toMatchObject({ hopwise: { cost: { byStage: { conclude } } } });
  });
});

async function waitingAt(url: string): Promise<number> {
  return (await (await fetch(`${url}/health`)).json()).waiting;
}

describe("a follow-up", () => {
  it.each<[string, [string, string][], string, string]>([
    [
      "its",
      [["Which country has Lima as its capital?", "Peru [1]."]],
      "And its currency?",
      "What is Peru's currency?",
    ],
    [
      "its, two turns later",
      [
        ["Which country has Lima as its capital?", "Peru [1]."],
        ["And its currency?", "The sol [1]."],
      ],
      "And its population?",
      "What is Peru's population?",
    ],
    ["who it is not", [["Hello?", "hello."]], "Where was he born?", "Where was he born?"],
    [
      "a whole question",
      [["x", "Peru"]],
      "Is Chile larger than Peru?",
      "Is Chile larger than Peru?",
    ],
  ])("with %s is asked in full", async (_what, turns, last, full) => {
    const { openai } = await client();
    const before = turns.flatMap(
      ([one, other]): Messages => [user(one), { role: "assistant", content: other }],
    );
    const messages = [...before, user(last)];
    const completion = await openai.chat.completions.create({ ...asked, messages });
    expect(completion).toMatchObject({ hopwise: { question: full } });
  });
});
