import { request } from "node:http";
import { connect } from "node:net";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { afterEach, describe, expect, it } from "vitest";
import type { ChatModel } from "../../runtime/ports.ts";
import { startedEndpoint, until, waitingModel } from "../../testing/endpoint.ts";
import { fakeModel } from "../../testing/fakes.ts";
import { question } from "../../testing/methods/fake-runs.ts";
import { startSearchServer } from "../../testing/tools/search-server.ts";
import { openAICompatible } from "../server.ts";
import type { EndpointOptions } from "./endpoint.ts";

const closing: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of closing.splice(0)) await one.close();
});

const secret = "sk-verysecretkey123456";
const json = { "Content-Type": "application/json" };
const body = (changes: object = {}) => ({
  model: "hopwise/small",
  messages: [{ role: "user", content: question }],
  ...changes,
});

async function started(...given: Parameters<typeof startedEndpoint>) {
  const endpoint = await startedEndpoint(...given);
  closing.push(endpoint);
  const chat = (asked: unknown, headers: Record<string, string> = json, signal?: AbortSignal) =>
    fetch(`${endpoint.url}/v1/chat/completions`, {
      method: "POST",
      headers,
      body: typeof asked === "string" ? asked : JSON.stringify(asked),
      ...(signal === undefined ? {} : { signal }),
    });
  return { ...endpoint, chat };
}

describe("a chat completion", () => {
  it("answers the last question of the user, with what an OpenAI answer has no place for", async () => {
    const { chat } = await started();
    const messages = [
      { role: "system", content: "Be brief." },
      { role: "user", content: "Hello?" },
      { role: "assistant", content: "Hello." },
      { role: "user", content: [{ type: "text", text: question }] },
    ];
    const response = await chat(body({ messages, temperature: 0.3 }));
    const answer = await response.json();
    expect(response.status).toBe(200);
    expect(answer).toMatchObject({
      object: "chat.completion",
      model: "hopwise/small",
      choices: [{ message: { role: "assistant" }, finish_reason: "stop" }],
      hopwise: { short: "Danube", state: "found", sure: expect.any(Number) },
    });
    expect(answer.choices[0].message.content).toContain("Danube");
    expect(answer.hopwise.citations[0]).toMatchObject({ mark: 1, passageId: "at" });
    const { cost } = answer.hopwise;
    expect(cost.byStage.plan.promptTokens).toBeGreaterThan(0);
    expect(answer.usage).toEqual({
      prompt_tokens: cost.promptTokens,
      completion_tokens: cost.generatedTokens,
      total_tokens: cost.promptTokens + cost.generatedTokens,
    });
  });

  it("streams the same answer in chunks", async () => {
    const { chat } = await started();
    const asked = body({ stream: true, stream_options: { include_usage: true } });
    const response = await chat(asked);
    expect(response.headers.get("content-type")).toContain("text/event-stream");
    const lines = (await response.text()).split("\n").filter((line) => line.startsWith("data: "));
    expect(lines.pop()).toBe("data: [DONE]");
    const chunks = lines.map((line) => JSON.parse(line.slice(6)));
    const texts = chunks.flatMap(({ choices }) => choices.map((one: Chunk) => one.delta.content));
    expect(texts.join("")).toContain("Danube");
    expect(new Set(chunks.map(({ id }) => id)).size).toBe(1);
    expect(chunks[0].choices[0].delta.role).toBe("assistant");
    expect(chunks.at(-2)).toMatchObject({
      choices: [{ finish_reason: "stop" }],
      hopwise: { state: "found" },
    });
    expect(chunks.at(-1)).toMatchObject({
      choices: [],
      usage: { total_tokens: expect.any(Number) },
    });
  });

  it("takes the setup from the model's name, and lists those that can run", async () => {
    const small = await started();
    const list = async (url: string) => {
      const { data } = await (await fetch(`${url}/v1/models`)).json();
      return data.map(({ id }: { id: string }) => id);
    };
    expect(await list(small.url)).toContain("hopwise/small");
    expect(await list(small.url)).not.toContain("hopwise/large");
    const refused = await small.chat(body({ model: "hopwise/conclude-large" }));
    expect(refused.status).toBe(404);
    expect(await refused.json()).toMatchObject({ error: { code: "model_not_found" } });
    const large = fakeModel("large", () => "Danube");
    const both = await started({ large });
    expect(await list(both.url)).toEqual(
      expect.arrayContaining(["hopwise/large", "hopwise/plan-large", "hopwise/where-it-pays"]),
    );
    const answer = await (await both.chat(body({ model: "hopwise/conclude-large" }))).json();
    expect(large.requests.map(({ purpose }) => purpose)).toEqual(["summarise"]);
    expect(answer.hopwise.cost.byStage.conclude.usd).toBeGreaterThan(0);
  });

  it.each([true, false])("is stopped by closing the connection (stream: %s)", async (stream) => {
    const { model, state } = waitingModel();
    const { chat } = await started({ small: model });
    const leave = new AbortController();
    const left = chat(body({ stream }), json, leave.signal).then((response) => response.text());
    await until(() => state.asked > 0);
    leave.abort();
    await expect(left).rejects.toThrow();
    await until(() => state.stopped > 0);
  });

  it("is stopped when its time is over", async () => {
    const { model } = waitingModel();
    const { chat } = await started({ small: model }, { seconds: 0.05 });
    const response = await chat(body());
    expect(response.status).toBe(504);
    expect(await response.json()).toMatchObject({
      error: { code: "stopped", type: "server_error" },
    });
  });

  it("waits for its turn, leaves the queue with its caller, and is refused where it is full", async () => {
    const { model, state } = waitingModel();
    const { chat, url } = await started({ small: model }, { waiting: 1 });
    const first = new AbortController();
    const second = new AbortController();
    const gone = [first, second].map((one) => chat(body(), json, one.signal).catch(() => null));
    const waiting = async () => (await (await fetch(`${url}/health`)).json()).waiting;
    while ((await waiting()) < 2) await new Promise((resolve) => setTimeout(resolve, 5));
    const full = await chat(body());
    expect(full.status).toBe(429);
    expect(Number(full.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(await full.json()).toMatchObject({ error: { code: "queue_full" } });
    second.abort();
    while ((await waiting()) > 1) await new Promise((resolve) => setTimeout(resolve, 5));
    first.abort();
    await Promise.all(gone);
    await until(() => state.stopped === 1);
    expect(state.asked).toBe(1);
  });
});

interface Chunk {
  delta: { content?: string };
}

describe("a caller", () => {
  it.each<[string, unknown, string | null]>([
    ["no JSON", "{", null],
    ["no object", "[]", null],
    ["no messages", body({ messages: undefined }), "messages"],
    ["no user", body({ messages: [{ role: "system", content: "x" }] }), "messages"],
    [
      "a picture",
      body({ messages: [{ role: "user", content: [{ type: "image_url" }] }] }),
      "messages",
    ],
    ["two answers", body({ n: 2 }), "n"],
    ["an empty question", body({ messages: [{ role: "user", content: " " }] }), null],
  ])("with %s is refused in OpenAI's form", async (_name, given, param) => {
    const { chat, faults } = await started();
    const response = await chat(given);
    expect(response.status).toBe(400);
    const text = await response.text();
    expect(JSON.parse(text)).toMatchObject({
      error: { type: "invalid_request_error", param, message: expect.any(String) },
    });
    expect(text).not.toMatch(/\bat .*:\d+:\d+|node_modules|\.ts/u);
    expect(faults).toEqual([]);
  });

  it("cannot send more than a conversation, nor another type, nor elsewhere", async () => {
    const { chat, url } = await started();
    const long = body({ messages: [{ role: "user", content: "x".repeat(1_100_000) }] });
    expect((await chat(long)).status).toBe(413);
    const wordy = body({ messages: [{ role: "user", content: "x".repeat(50_000) }] });
    const tooLong = await chat(wordy);
    expect(tooLong.status).toBe(400);
    expect(await tooLong.json()).toMatchObject({ error: { code: "question-too-long" } });
    expect((await chat(body(), { "Content-Type": "text/plain" })).status).toBe(415);
    expect((await fetch(`${url}/v1/files`)).status).toBe(404);
    const headers = { ...json, "X-Long": "x".repeat(20_000) };
    expect((await chat(body(), headers)).status).toBe(431);
  });

  it("by another name is refused, since a page may have pointed it here", async () => {
    const { url } = await started({}, { names: ["hopwise.test"] });
    const status = (host: string) =>
      new Promise<number | undefined>((resolve, reject) => {
        const sent = request(`${url}/v1/models`, { headers: { host } }, (response) => {
          response.resume();
          resolve(response.statusCode);
        });
        sent.once("error", reject);
        sent.end();
      });
    const { port } = new URL(url);
    for (const host of ["localhost", `127.0.0.1:${port}`, "[::1]", "hopwise.test:80"]) {
      expect(await status(host)).toBe(200);
    }
    for (const host of ["evil.example", `evil.example:${port}`, "127.0.0.1.evil.example", "a b"]) {
      expect(await status(host)).toBe(403);
    }
  });

  it("without a Host header is refused", async () => {
    const { url } = await started();
    const { port } = new URL(url);
    const answer = await new Promise<string>((resolve) => {
      const socket = connect(Number(port), "127.0.0.1", () => {
        socket.write("GET /v1/models HTTP/1.0\r\n\r\n");
      });
      let text = "";
      socket.on("data", (data) => {
        text += String(data);
      });
      socket.on("close", () => resolve(text));
    });
    expect(answer).toMatch(/^HTTP\/1\.1 403/u);
  });

  it("in a page needs leave: no CORS unless it was given", async () => {
    const shut = await started();
    const from = { ...json, Origin: "https://page.example" };
    const refused = await shut.chat(body(), from);
    expect(refused.status).toBe(403);
    expect(refused.headers.get("access-control-allow-origin")).toBeNull();
    const opened = await started({}, { origins: ["https://page.example"] });
    const preflight = await fetch(`${opened.url}/v1/chat/completions`, {
      method: "OPTIONS",
      headers: { Origin: "https://page.example", "Access-Control-Request-Method": "POST" },
    });
    expect(preflight.status).toBe(204);
    const allowed = await opened.chat(body(), from);
    expect(allowed.status).toBe(200);
    expect(allowed.headers.get("access-control-allow-origin")).toBe("https://page.example");
    expect((await opened.chat(body(), { ...from, Origin: "https://other.example" })).status).toBe(
      403,
    );
  });

  it("needs the token where there is one", async () => {
    const { chat, url } = await started({}, { token: "a long token" });
    const status = async (headers: Record<string, string>) =>
      (await chat(body(), { ...json, ...headers })).status;
    expect(await status({})).toBe(401);
    expect(await status({ Authorization: "Bearer a long tokex" })).toBe(401);
    expect(await status({ Authorization: "Bearer a" })).toBe(401);
    expect(await status({ Authorization: "Bearer a long token" })).toBe(200);
    expect((await fetch(`${url}/v1/models`)).status).toBe(401);
    expect((await fetch(`${url}/health`)).status).toBe(200);
  });
});

describe("a broken model", () => {
  it.each([true, false])("upstream is an error in OpenAI's form (stream: %s)", async (stream) => {
    const upstream = await startSearchServer(() => ({
      kind: "status",
      status: 401,
      body: JSON.stringify({ error: { message: `Incorrect API key: ${secret}` } }),
    }));
    closing.push(upstream);
    const large = openAICompatible({ url: `${upstream.origin}/v1`, model: "big", key: secret });
    const { chat } = await started({ large });
    const model = "hopwise/conclude-large";
    const response = await chat(body({ model, stream }), {
      ...json,
      Authorization: "Bearer of-the-caller",
    });
    const text = await response.text();
    expect(text).not.toContain(secret);
    expect(upstream.asked[0]?.headers.authorization).toBe(`Bearer ${secret}`);
    expect(JSON.stringify(upstream.asked)).not.toContain("of-the-caller");
    const last = stream ? text.trim().split("\n\n").at(-1)?.slice(6) : text;
    expect(JSON.parse(last ?? "")).toMatchObject({
      error: { code: "remote-unauthorised", type: "server_error" },
    });
    expect(text).not.toContain("[DONE]");
    if (stream) return;
    expect(response.status).toBe(502);
    // Clients would ask again by themselves.
    expect(response.headers.get("x-should-retry")).toBe("false");
  });

  it("beyond the budget is not asked", async () => {
    const large = fakeModel("large", () => "Danube");
    const { chat } = await started({ large, budget: { usd: 0 } });
    const response = await chat(body({ model: "hopwise/conclude-large" }));
    expect(response.status).toBe(402);
    expect(large.requests).toEqual([]);
  });

  it("that throws something unknown is named, without a stack", async () => {
    const broken: ChatModel = {
      ref: fakeModel("small", () => "").ref,
      generate() {
        throw new TypeError("its weights are gone");
      },
    };
    const { chat } = await started({ small: broken });
    const response = await chat(body());
    expect(response.status).toBe(500);
    const text = await response.text();
    expect(JSON.parse(text)).toMatchObject({ error: { code: "generation-failed" } });
    expect(text).not.toMatch(/\bat .*:\d+|\.ts/u);
  });
});

describe("an agent by HTTP", () => {
  async function connected(
    changes: Partial<EndpointOptions> = {},
    headers = {},
    models: Parameters<typeof startedEndpoint>[0] = {},
  ) {
    const { url, ...rest } = await started(models, changes);
    const client = new Client({ name: "test", version: "1" });
    const to = new StreamableHTTPClientTransport(new URL(`${url}/mcp`), {
      requestInit: { headers },
    });
    // Its optional fields are not exact ones.
    await client.connect(to as Parameters<Client["connect"]>[0]);
    closing.push(client);
    return { client, url, ...rest };
  }

  it("asks by the same guard", async () => {
    const { client } = await connected(
      { token: "a long token" },
      { Authorization: "Bearer a long token" },
    );
    const result = await client.callTool({
      name: "answer_with_sources",
      arguments: { question, setup: "small" },
    });
    expect(result.structuredContent).toMatchObject({ short: "Danube", state: "found" });
    await expect(connected({ token: "a long token" })).rejects.toThrow();
  });

  it("waits for its turn to ask, but not to list", async () => {
    const { model, state } = waitingModel();
    const { chat, url } = await started({ small: model }, { waiting: 0 });
    const leave = new AbortController();
    const left = chat(body(), json, leave.signal).catch(() => null);
    await until(() => state.asked > 0);
    const call = (method: string, params: object = {}) =>
      fetch(`${url}/mcp`, {
        method: "POST",
        headers: { ...json, Accept: "application/json, text/event-stream" },
        body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
      });
    expect((await call("tools/list")).status).toBe(200);
    const asking = { name: "answer_with_sources", arguments: { question } };
    expect((await call("tools/call", asking)).status).toBe(429);
    leave.abort();
    await left;
  });

  it("hears of progress, and its leaving stops the run", async () => {
    const { client } = await connected();
    const asked = { name: "answer_with_sources", arguments: { question, setup: "small" } };
    const heard: number[] = [];
    const onprogress = ({ progress }: { progress: number }) => void heard.push(progress);
    await client.callTool(asked, undefined, { onprogress });
    expect(heard.length).toBeGreaterThan(1);
    const { model, state } = waitingModel();
    const slow = await connected({}, {}, { small: model });
    const left = slow.client.callTool(asked).catch(() => null);
    await until(() => state.asked > 0);
    await slow.client.close();
    await left;
    await until(() => state.stopped > 0);
  });

  it.each<[string, string, string, number]>([
    ["no JSON", "{", "application/json", 400],
    ["another type", "{}", "text/plain", 415],
    ["no message", '{"hello": 1}', "application/json", 400],
    ["no method", '{"jsonrpc": "2.0", "id": 1}', "application/json", 400],
    ["too much", `"${"x".repeat(1_100_000)}"`, "application/json", 413],
  ])("gets an error for %s", async (_what, body, type, status) => {
    const { url, faults } = await started();
    const headers = { "Content-Type": type, Accept: "application/json, text/event-stream" };
    const response = await fetch(`${url}/mcp`, { method: "POST", headers, body });
    expect(response.status).toBe(status);
    expect(await response.text()).not.toMatch(/\bat .*:\d+:\d+|node_modules/u);
    expect(faults).toEqual([]);
  });

  it.each(["GET", "DELETE", "PUT"])("has no stream or session for %s", async (method) => {
    const { url } = await started();
    expect((await fetch(`${url}/mcp`, { method })).status).toBe(404);
  });
});
