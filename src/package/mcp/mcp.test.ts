import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { afterEach, describe, expect, it } from "vitest";
import { AppError } from "../../log/errors.ts";
import type { ChatModel } from "../../runtime/ports.ts";
import { fakeEmbedder, fakeModel, fakePassages, fakeRetriever } from "../../testing/fakes.ts";
import { completing, question } from "../../testing/methods/fake-runs.ts";
import { open } from "../hopwise.ts";
import type { OpenOptions } from "../options.ts";
import { createMcpServer } from "./mcp.ts";
import { Prices } from "./prices.ts";

const closing: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of closing.splice(0)) await one.close();
});

async function connected(options: OpenOptions = {}): Promise<Client> {
  const hopwise = await open({
    library: fakeRetriever(fakePassages),
    encoder: fakeEmbedder,
    small: fakeModel("small", completing()),
    ...options,
  });
  const prices = new Prices({ smallIsFree: true });
  const server = createMcpServer(hopwise, { version: "1", prices });
  const client = new Client({ name: "test", version: "1" });
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  await Promise.all([server.connect(ours), client.connect(theirs)]);
  closing.push(client, server, hopwise);
  return client;
}

const ask = (client: Client, given: object = {}) =>
  client.callTool({
    name: "answer_with_sources",
    arguments: { question, setup: "small", ...given },
  });

describe("answer_with_sources", () => {
  it("gives the answer with its sources, sureness and costs, in the form it declares", async () => {
    const client = await connected();
    // Lets the client validate what is returned.
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual([
      "answer_with_sources",
      "search_library",
      "estimate_cost",
    ]);
    const { structuredContent, content } = await ask(client);
    expect(structuredContent).toMatchObject({
      short: "Danube",
      state: "found",
      sure: expect.any(Number),
      citations: [{ mark: 1, passageId: "at", text: expect.any(String) }, { mark: 2 }],
      cost: { usd: 0, byStage: { plan: { calls: expect.any(Number) } } },
    });
    expect(content).toEqual([{ type: "text", text: expect.stringContaining("Danube") }]);
  });

  it("reports progress to who asks for it", async () => {
    const client = await connected();
    const heard: number[] = [];
    const onprogress = ({ progress }: { progress: number }) => void heard.push(progress);
    const name = "answer_with_sources";
    const asked = { name, arguments: { question, setup: "small" } };
    await client.callTool(asked, undefined, { onprogress });
    expect(heard.length).toBeGreaterThan(1);
    expect(heard).toEqual([...heard].sort((a, b) => a - b));
  });

  it("stops when the client cancels", async () => {
    let stopped = false;
    let began = () => {};
    const running = new Promise<void>((resolve) => {
      began = resolve;
    });
    const small: ChatModel = {
      ref: fakeModel("small", () => "").ref,
      async *generate(_request, signal) {
        began();
        await new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve()));
        stopped = true;
        throw new AppError("stopped");
      },
    };
    const client = await connected({ small });
    const leave = new AbortController();
    const asked = { name: "answer_with_sources", arguments: { question, setup: "small" } };
    const left = client.callTool(asked, undefined, { signal: leave.signal });
    await running;
    leave.abort("enough");
    await expect(left).rejects.toThrow();
    await expect.poll(() => stopped).toBe(true);
  });

  it("asks no paid model over its budget", async () => {
    const large = fakeModel("large", () => "Danube");
    const client = await connected({ large });
    const result = await ask(client, { setup: "conclude-large", budget_usd: 0 });
    expect(result.isError).toBe(true);
    expect(JSON.stringify(result.content)).toMatch(/cap|price/u);
    expect(large.requests).toEqual([]);
  });

  it("keeps the text of passages where they may not leave", async () => {
    const client = await connected({ privacy: "no-passages" });
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).not.toContain("search_library");
    const result = await ask(client);
    expect(result.structuredContent).toMatchObject({ short: "Danube" });
    for (const { text } of fakePassages) expect(JSON.stringify(result)).not.toContain(text);
    const search = { name: "search_library", arguments: { query: "Danube" } };
    expect((await client.callTool(search)).isError).toBe(true);
  });
});

describe("a bad call", () => {
  it.each<[string, object]>([
    ["no question", { question: undefined }],
    ["a number", { question: 7 }],
    ["an empty question", { question: "" }],
    ["only spaces", { question: "  " }],
    ["a question that is too long", { question: "x".repeat(5000) }],
    ["a setup that is not there", { setup: "huge" }],
    ["a setup without its model", { setup: "large" }],
    ["a name that every object has", { setup: "constructor" }],
    ["a negative budget", { budget_usd: -1 }],
    ["an endless budget", { budget_usd: "Infinity" }],
  ])("with %s is an error without a stack", async (_what, given) => {
    const client = await connected();
    const result = await ask(client, given);
    expect(result.isError).toBe(true);
    expect(JSON.stringify(result)).not.toMatch(/\bat .*:\d+:\d+|node_modules|\.ts\b/u);
  });

  it("to no tool is an error, and the next one is answered", async () => {
    const client = await connected();
    expect((await client.callTool({ name: "rm", arguments: {} })).isError).toBe(true);
    expect((await ask(client)).structuredContent).toMatchObject({ short: "Danube" });
  });
});

it("searches the library, at most as asked", async () => {
  const client = await connected();
  const search = (k: unknown) =>
    client.callTool({ name: "search_library", arguments: { query: "Vienna", k } });
  const { structuredContent } = await search(1);
  expect(structuredContent).toMatchObject({
    passages: [{ id: expect.any(String), text: expect.any(String), score: expect.any(Number) }],
  });
  for (const k of [0, 1.5, 51, "5"]) expect((await search(k)).isError).toBe(true);
});

it("estimates from what was answered here, and never calls the unknown free", async () => {
  const client = await connected({ large: fakeModel("large", () => "Danube") });
  const estimate = async (setup: string) =>
    (await client.callTool({ name: "estimate_cost", arguments: { setup } })).structuredContent;
  expect(await estimate("small")).toEqual({ usd: 0, from: "no-paid-model", questions: 0 });
  expect(await estimate("conclude-large")).toEqual({
    usd: null,
    from: "nothing-yet",
    questions: 0,
  });
  await ask(client, { setup: "conclude-large" });
  const after = await estimate("conclude-large");
  expect(after).toMatchObject({ from: "questions-answered-here", questions: 1 });
  expect(after).toMatchObject({ usd: expect.any(Number) });
});
