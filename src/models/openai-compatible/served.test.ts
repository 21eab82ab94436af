import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type ChatServer, type Reply, startChatServer } from "../../../e2e/servers/chat-server.ts";
import { describeEngineContract } from "../../testing/engine-contract.ts";
import { collect } from "../../testing/engines/remote/played.ts";
import { testConnection } from "./connection-test.ts";
import { createRemoteModel, type RemoteOptions } from "./remote.ts";
import { DialectMemory } from "./request.ts";
import { parseRemoteSettings, type RemoteSettings } from "./settings.ts";

const never = new AbortController().signal;
const key = "served-key-0123456789";
let reply: Reply = { kind: "text", text: "" };
let server: ChatServer;

beforeAll(async () => {
  const script = () => reply;
  server = await startChatServer({ script, apiKey: key, models: ["fake-large", "fake-small"] });
});
afterAll(() => server.close());

function settings(changes: Record<string, unknown> = {}): RemoteSettings {
  const parsed = parseRemoteSettings({
    baseUrl: server.baseUrl,
    apiKey: key,
    model: "fake-large",
    ...changes,
  });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  return parsed.settings;
}

const options = (): RemoteOptions => ({ memory: new DialectMemory() });

describeEngineContract(
  "remote, over a fake server",
  () => {
    reply = { kind: "text", text: "whales, squid and the very old turtles", delayMs: 2 };
    return Promise.resolve(createRemoteModel(settings(), options()));
  },
  { constrains: false, reusesPrefix: false, exactPrefix: true, tooManyWords: null, unload: null },
);

describe("remote, served", () => {
  it("counts as the server counts", async () => {
    reply = { kind: "text", text: "The capital of France is Paris, on the Seine." };
    const before = server.totals();
    const { end } = await collect(createRemoteModel(settings(), options()));
    const after = server.totals();
    expect(end.usage).toEqual({
      promptTokens: after.promptTokens - before.promptTokens,
      cachedTokens: 0,
      generatedTokens: after.completionTokens - before.completionTokens,
    });
    expect(end.bytesSent).toBe(server.calls.at(-1)?.bodyBytes);
    expect(end.text).toBe("The capital of France is Paris, on the Seine.");
  });

  it("survives a connection that breaks", async () => {
    reply = { kind: "cut", text: "one two three four", afterTokens: 2 };
    const model = createRemoteModel(settings(), options());
    await expect(collect(model)).rejects.toMatchObject({ code: "remote-stream-cut" });
  });
});

describe("connection test", () => {
  const test = (changes: Record<string, unknown> = {}, given: RemoteOptions = {}) =>
    testConnection(settings(changes), never, { ...options(), ...given });

  it("works: lists the models and tells whether the one entered is among them", async () => {
    reply = { kind: "text", text: "ok then" };
    expect(await test()).toMatchObject({
      ok: true,
      url: `${server.baseUrl}/chat/completions`,
      models: ["fake-large", "fake-small"],
      listed: true,
      usage: { generatedTokens: 1 },
      abilities: { jsonSchema: false, logprobs: false },
    });
    expect(server.calls.at(-1)?.request.max_tokens).toBe(1);
    expect(await test({ model: "unlisted" })).toMatchObject({ ok: true, listed: false });
  });

  it.each([
    ["unauthorised", "remote-unauthorised"],
    ["model-unknown", "remote-model-unknown"],
    ["quota-exhausted", "remote-quota-exhausted"],
    ["server-error", "remote-server-error"],
    ["html", "remote-bad-response"],
  ] as const)("tells %s", async (kind, code) => {
    reply = { kind };
    const calls = server.calls.length;
    const report = await test();
    expect(report).toMatchObject({ ok: false, error: { code }, reach: null });
    expect(server.calls.length).toBe(calls + 1);
  });

  it("tells a wrong key, and a wrong path with a better one", async () => {
    reply = { kind: "text", text: "ok" };
    expect(await test({ apiKey: "wrong" })).toMatchObject({
      error: { code: "remote-unauthorised" },
      models: null,
    });
    const origin = new URL(server.baseUrl).origin;
    expect(await test({ baseUrl: origin })).toMatchObject({
      url: `${origin}/chat/completions`,
      error: { code: "remote-path-not-found" },
      suggestedBaseUrl: `${origin}/v1`,
    });
  });

  it("tells nobody there from an answer the browser withholds", async () => {
    expect(await test({ baseUrl: "http://127.0.0.1:9/v1" })).toMatchObject({
      error: { code: "remote-unreachable-or-cors" },
      reach: "silent",
    });
    // A browser's `fetch` blocked by CORS: only an opaque request gets through.
    const withheld: RemoteOptions["fetch"] = (_, init) =>
      init?.mode === "no-cors"
        ? Promise.resolve(new Response(null))
        : Promise.reject(new TypeError("Failed to fetch"));
    expect(await test({}, { fetch: withheld })).toMatchObject({
      error: { code: "remote-unreachable-or-cors" },
      reach: "withheld",
    });
  });

  it.each([
    ["credentialless", "silent"],
    ["require-corp", null],
  ])(
    "says that nobody is there only where an isolated page can know (%s)",
    async (policy, reach) => {
      vi.stubGlobal("crossOriginIsolated", true);
      vi.stubGlobal("location", { href: "https://page.example/" });
      const fetch: RemoteOptions["fetch"] = (url) =>
        String(url).startsWith("https://page.example/")
          ? Promise.resolve(
              new Response("", { headers: { "cross-origin-embedder-policy": policy } }),
            )
          : Promise.reject(new TypeError("Failed to fetch"));
      expect(await test({}, { fetch })).toMatchObject({
        error: { code: "remote-unreachable-or-cors" },
        reach,
      });
      vi.unstubAllGlobals();
    },
  );

  it("counts a reasoning model that ran out of its one token as reached", async () => {
    const message =
      "Could not finish the message because max_tokens or model output limit was reached.";
    const body = JSON.stringify({ error: { message, type: "invalid_request_error" } });
    const fetch: RemoteOptions["fetch"] = () =>
      Promise.resolve(
        new Response(body, { status: 400, headers: { "content-type": "application/json" } }),
      );
    expect(await test({}, { fetch })).toMatchObject({ ok: true, models: null });
  });

  it("stops when it is told to", async () => {
    reply = { kind: "silent" };
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 30);
    const running = testConnection(settings(), controller.signal, options());
    await expect(running).rejects.toMatchObject({ code: "stopped" });
  });
});
