/** Uses a real socket. */
import { afterEach, beforeEach, expect, it } from "vitest";
import { type AppError, toAppError } from "../../log/errors.ts";
import { scoredPassage, toolRef } from "../../log/types.ts";
import type { LoadedServices } from "../../retrieval/search-services/tool.ts";
import { type Played, testKey } from "./kinds.ts";
import { type Reply, type SearchServer, startSearchServer } from "./search-server.ts";
import { type TestServices, testServices } from "./services.ts";

const never = new AbortController().signal;
const unhandled: unknown[] = [];
const onUnhandled = (reason: unknown) => unhandled.push(reason);

export function describeSearchServiceContract(
  { settings, found, nothing, needsKey, asksForLess = false }: Played,
  { createTool }: LoadedServices,
): void {
  let replies: Reply[] = [];
  let server: SearchServer;
  let services: TestServices;
  const good: Reply = { kind: "json", body: found };
  const serve = (...given: Reply[]) => {
    replies = given;
  };
  const tool = () => createTool(settings(server.origin), services);
  const search = (text = "Tallinn", signal: AbortSignal = never) =>
    tool().search({ text, k: 5 }, signal);

  beforeEach(async () => {
    unhandled.length = 0;
    process.on("unhandledRejection", onUnhandled);
    services = testServices();
    server = await startSearchServer((_, index) => {
      const reply = replies[Math.min(index, replies.length - 1)];
      if (reply === undefined) throw new Error("the test gave no reply");
      return reply;
    });
  });

  afterEach(async () => {
    await server.close();
    await new Promise((resolve) => setTimeout(resolve, 10));
    process.off("unhandledRejection", onUnhandled);
    expect(unhandled).toEqual([]);
  });

  async function failure(): Promise<AppError> {
    try {
      await search();
    } catch (thrown) {
      const error = toAppError(thrown);
      const shown = JSON.stringify([error.toData(), error.message]);
      expect(shown).not.toContain(testKey);
      expect(shown).not.toContain(encodeURIComponent(testKey));
      expect(error.params["url"]).toBe(server.origin);
      return error;
    }
    throw new Error("it did not fail");
  }

  it("finds passages, best first, and counts what it sent and got", async () => {
    serve(good);
    const { passages, ...counts } = await search();
    expect(passages.map(({ title, score }) => [title, score])).toEqual([
      ["Tallinn", 1],
      ["Euro", 1 / 2],
    ]);
    for (const passage of passages) expect(scoredPassage.safeParse(passage).success).toBe(true);
    expect(passages[0]?.id).toBe(`${tool().ref.id}:https://w.example/T`);
    expect(counts).toMatchObject({ requests: 1, cached: false });
    expect(counts.bytesReceived).toBe(Buffer.byteLength(JSON.stringify(found)));
    expect(counts.bytesSent).toBeGreaterThan(server.origin.length);
  });

  it("shows where it sends, and no key", () => {
    const { ref } = tool();
    expect(toolRef.safeParse(ref).success).toBe(true);
    expect(ref.destination).toBe(server.origin);
    expect(JSON.stringify(ref)).not.toContain(testKey);
  });

  it("sends its key to its own address only", async () => {
    const elsewhere = await startSearchServer(() => good);
    serve({ kind: "status", status: 302, headers: { location: `${elsewhere.origin}/stolen` } });
    expect(await failure()).toMatchObject({
      code: "tool-bad-response",
      params: { reason: "redirect" },
    });
    expect(elsewhere.asked).toEqual([]);
    const { url, headers, body } = server.asked[0] ?? { url: "", headers: {}, body: "" };
    const sent = decodeURIComponent(`${url}${JSON.stringify(headers)}${body}`);
    expect(sent.includes(testKey)).toBe(needsKey);
    await elsewhere.close();
  });

  it("answers a repeated query from the cache, for seven days", async () => {
    serve(good);
    const same = tool();
    const first = await same.search({ text: "Tallinn", k: 5 }, never);
    const again = await same.search({ text: " Tallinn\n", k: 5 }, never);
    expect(again).toEqual({
      passages: first.passages,
      requests: 0,
      bytesSent: 0,
      bytesReceived: 0,
      cached: true,
    });
    expect(server.asked).toHaveLength(1);
    services.setEpochMs(1_700_000_000_000 + 7 * 86_400_000);
    expect((await same.search({ text: "Tallinn", k: 5 }, never)).cached).toBe(false);
    expect((await same.search({ text: "Tallinn", k: 4 }, never)).cached).toBe(false);
  });

  it("asks one thing at a time", async () => {
    serve(good);
    const same = tool();
    let open = 0;
    let most = 0;
    services.fetch = async (address, init) => {
      open += 1;
      most = Math.max(most, open);
      const response = await fetch(address, init);
      open -= 1;
      return response;
    };
    await Promise.all(["a", "b", "c"].map((text) => same.search({ text, k: 2 }, never)));
    expect([most, server.asked.length]).toEqual([1, 3]);
  });

  it("sends nothing for an empty query, and gives nothing", async () => {
    serve(good);
    expect((await search("  ")).passages).toEqual([]);
    expect((await tool().search({ text: "a", k: 0 }, never)).passages).toEqual([]);
    expect(server.asked).toEqual([]);
  });

  it("finds nothing without an error, and does not keep that", async () => {
    serve({ kind: "json", body: nothing });
    const same = tool();
    for (let time = 1; time <= 2; time += 1) {
      const { passages, cached, requests } = await same.search({ text: "xyzzy", k: 5 }, never);
      expect({ passages, cached, requests }).toEqual({ passages: [], cached: false, requests: 1 });
    }
  });

  it("survives one bad moment", async () => {
    serve({ kind: "status", status: 503 }, { kind: "reset" }, good);
    const { passages, requests } = await search();
    expect(passages).toHaveLength(2);
    expect(requests).toBe(1);
    expect(services.waits).toEqual([500, 1000]);
  });

  it.each<[string, Reply, string, object, number]>([
    ["is silent", { kind: "silent" }, "tool-timeout", { timeoutMs: 10_000 }, 1],
    ["drips", { kind: "drip" }, "tool-timeout", { timeoutMs: 10_000 }, 1],
    ["answers 500", { kind: "status", status: 500 }, "tool-server-error", { status: 500 }, 3],
    ["answers 404", { kind: "status", status: 404 }, "tool-bad-response", { status: 404 }, 1],
    ["answers 401", { kind: "status", status: 401 }, "tool-unauthorised", { status: 401 }, 1],
    ["answers 403", { kind: "status", status: 403 }, "tool-unauthorised", { status: 403 }, 1],
    ["breaks off at once", { kind: "reset" }, "tool-unreachable-or-cors", {}, 3],
    ["breaks off midway", { kind: "cut" }, "tool-bad-response", { reason: "cut", requests: 3 }, 3],
    [
      "answers a web page",
      { kind: "text", text: "<!doctype html><title>Hi</title>", type: "text/html" },
      "tool-bad-response",
      { reason: "html" },
      1,
    ],
    [
      "answers with nothing",
      { kind: "text", text: "", type: "application/json" },
      "tool-bad-response",
      { reason: "empty" },
      1,
    ],
    [
      "answers in broken JSON",
      { kind: "text", text: '{"results": [', type: "application/json" },
      "tool-bad-response",
      { reason: "not-json", requests: 1 },
      1,
    ],
    [
      "answers in another form",
      { kind: "json", body: { hello: ["world"] } },
      "tool-bad-response",
      { reason: "shape" },
      1,
    ],
    [
      "answers in another form, a list",
      { kind: "json", body: [1, 2] },
      "tool-bad-response",
      { reason: "shape" },
      1,
    ],
  ])("a service that %s is told as %s", async (_, reply, code, params, asked) => {
    serve(reply);
    if (code === "tool-timeout") services.timeoutTakesMs = 400;
    expect(await failure()).toMatchObject({ code, params });
    expect(server.asked).toHaveLength(asked);
  });

  it("waits as long as a busy service asks, twice", async () => {
    serve({ kind: "status", status: 429, headers: { "retry-after": "3" } });
    expect(await failure()).toMatchObject({
      code: "tool-rate-limited",
      retryable: true,
      params: { retryAfterMs: 3000 },
    });
    expect(services.waits).toEqual([3000, 3000]);
    expect(server.asked).toHaveLength(3);
  });

  it("does not wait for half a minute", async () => {
    serve({ kind: "status", status: 429, headers: { "retry-after": "30" } });
    const error = await failure();
    expect(error).toMatchObject({ code: "tool-rate-limited", params: { retryAfterMs: 30_000 } });
    expect(services.waits).toEqual([]);
    expect(server.asked).toHaveLength(1);
  });

  it("cuts an answer of 10 MB off while it reads", async () => {
    serve({ kind: "huge", bytes: 10_000_000 });
    const error = await failure();
    expect(error).toMatchObject({ code: "tool-bad-response", params: { reason: "too-large" } });
    const times = asksForLess ? 2 : 1;
    expect(Number(error.params["bytesReceived"])).toBeLessThan(times * 2_200_000);
    await expect.poll(() => server.left()).toBe(times);
    expect(server.taken()).toBeLessThan(times * 9_000_000);
  });

  it("stops at once, in a request and in the queue", async () => {
    serve({ kind: "silent" });
    const same = tool();
    const stop = new AbortController();
    const begunMs = performance.now();
    const running = ["a", "b"].map((text) => same.search({ text, k: 2 }, stop.signal));
    void expect
      .poll(() => server.asked.length)
      .toBe(1)
      .then(() => stop.abort());
    for (const one of running) await expect(one).rejects.toMatchObject({ code: "stopped" });
    expect(performance.now() - begunMs).toBeLessThan(5000);
    expect(server.asked).toHaveLength(1);
    await expect.poll(() => server.left()).toBe(1);
    await expect(same.search({ text: "c", k: 2 }, stop.signal)).rejects.toMatchObject({
      code: "stopped",
    });
  });

  it("keeps its key out of the service's own words", async () => {
    const echo = needsKey ? `${testKey} or ${encodeURIComponent(testKey)}` : "none";
    const body = JSON.stringify({ error: { message: `bad request: ${echo}` } });
    serve({ kind: "status", status: 400, body });
    const { params } = await failure();
    expect(params["message"]).toBe(`bad request: ${needsKey ? "[hidden] or [hidden]" : "none"}`);
  });
}
