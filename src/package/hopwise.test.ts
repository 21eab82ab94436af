import { inspect } from "node:util";
import { afterEach, describe, expect, it } from "vitest";
import { AppError } from "../log/errors.ts";
import type { RunEvent } from "../log/events.ts";
import { openRunFile, writeRunFile } from "../log/file.ts";
import { answeringServer } from "../testing/answering-server.ts";
import { collect, fakeEmbedder, fakeModel, fakePassages, fakeRetriever } from "../testing/fakes.ts";
import { completing, ofType, question } from "../testing/methods/fake-runs.ts";
import type { SearchServer } from "../testing/tools/search-server.ts";
import { withoutTimes } from "../testing/without-times.ts";
import { type Hopwise, open } from "./hopwise.ts";
import type { OpenOptions } from "./options.ts";
import { openAICompatible } from "./server.ts";

const secret = "sk-verysecretkey123456";
const closing: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of closing.splice(0)) await one.close();
});

function own(): OpenOptions {
  return {
    library: fakeRetriever(fakePassages),
    encoder: fakeEmbedder,
    small: fakeModel("small", completing()),
  };
}

async function opened(options: OpenOptions = {}): Promise<Hopwise> {
  const hopwise = await open({ ...own(), ...options });
  closing.push(hopwise);
  return hopwise;
}

async function answering(text: string): Promise<SearchServer> {
  const server = await answeringServer(text);
  closing.push(server);
  return server;
}

describe("ask", () => {
  it("gives the log event by event, and the result from the same run", async () => {
    const small = fakeModel("small", completing());
    const hopwise = await opened({ small });
    const asked = hopwise.ask(question);
    expect(small.requests).toEqual([]);
    const events = await collect(asked);
    const calls = small.requests.length;
    const { log, answer, short, state, sure, citations, outcome, error, cost } = await asked;
    expect(small.requests.length).toBe(calls);
    expect(log).toEqual(events);
    expect(openRunFile(writeRunFile(events))).toEqual(events);
    expect({ outcome, error, short, state }).toEqual({
      outcome: "answered",
      error: null,
      short: "Danube",
      state: "found",
    });
    expect(answer).toContain("Danube");
    expect(sure).toBeGreaterThan(0);
    expect(citations[0]).toMatchObject({ mark: 1, passageId: "at", title: "Austria" });
    expect(cost).toMatchObject({ usd: 0, largeCalls: 0, bytesSent: 0 });
    const { plan, read, conclude } = cost.byStage;
    expect(plan.calls + read.calls + conclude.calls).toBe(cost.calls);
  });

  it("gives each reader all events, and each question a log of its own", async () => {
    const hopwise = await opened();
    const asked = hopwise.ask(question);
    const [one, other] = await Promise.all([collect(asked), collect(asked)]);
    expect(one).toEqual(other);
    const { log } = await hopwise.ask(question);
    expect(log[0]).not.toMatchObject({ runId: ofType(one, "run-start")[0]?.runId });
  });

  it("stops by its signal, by leaving the loop, and by close", async () => {
    const hopwise = await opened();
    const stop = new AbortController();
    stop.abort();
    expect(await hopwise.ask(question, { signal: stop.signal })).toMatchObject({
      outcome: "stopped",
      answer: null,
    });
    const left = hopwise.ask(question);
    for await (const event of left) if (event.type === "call-start") break;
    expect(await left).toMatchObject({ outcome: "stopped", error: { code: "stopped" } });
    const cut = hopwise.ask(question);
    const events: RunEvent[] = [];
    for await (const event of cut) {
      events.push(event);
      if (event.type === "call-start") await hopwise.close();
    }
    expect(events.at(-1)).toMatchObject({ type: "run-end", outcome: "stopped" });
    expect(() => hopwise.ask(question)).toThrow(new AppError("model-not-loaded"));
  });

  it("tells a failure as data, with what was found and spent", async () => {
    const broken = fakeModel("small", () => ({ text: "", error: new AppError("out-of-memory") }));
    const hopwise = await opened({ small: broken });
    expect(await hopwise.ask(question)).toMatchObject({
      outcome: "failed",
      answer: null,
      state: null,
      sure: null,
      error: { code: "out-of-memory" },
    });
    expect(await hopwise.ask(" ")).toMatchObject({ error: { code: "question-empty" } });
  });

  it("gives a stage to another model, for one question or for all", async () => {
    const large = fakeModel("large", () => "Danube");
    const hopwise = await opened({ large, stages: { conclude: "large" } });
    const { log, cost } = await hopwise.ask(question);
    expect(large.requests.map(({ purpose }) => purpose)).toEqual(["summarise"]);
    expect(ofType(log, "run-start")[0]?.settings).toMatchObject({
      plan: "small",
      summarise: "large",
    });
    expect(cost.byStage.conclude.largeCalls).toBe(1);
    expect(cost.usd).toBeGreaterThan(0);
    await hopwise.ask(question, { stages: { conclude: "small" } });
    expect(large.requests).toHaveLength(1);
  });

  it("spends no more than its budget on a question", async () => {
    const large = fakeModel("large", () => "Danube");
    const hopwise = await opened({ large, stages: { conclude: "large" }, budget: { usd: 0 } });
    const refused = await hopwise.ask(question);
    expect(refused.error).toMatchObject({ code: "spending-cap-reached" });
    expect(large.requests).toEqual([]);
    // Each question has the whole budget, and may have another.
    const usd = 0.01;
    expect((await hopwise.ask(question, { budget: { usd } })).outcome).toBe("answered");
    expect((await hopwise.ask(question, { budget: { usd } })).outcome).toBe("answered");
  });

  it("never says $0 where the price is unknown", async () => {
    const large = fakeModel("large", () => "Danube", { price: null });
    const hopwise = await opened({ large, stages: { conclude: "large" } });
    expect((await hopwise.ask(question)).cost.usd).toBeNull();
  });

  it("asks a server, and keeps its key out of log, errors and options", async () => {
    const server = await answering("Danube");
    const large = openAICompatible({
      url: `${server.origin}/v1`,
      model: "big",
      key: secret,
      price: { input: 1, output: 2 },
    });
    const hopwise = await opened({ large, stages: { conclude: "large" } });
    const result = await hopwise.ask(question);
    expect(result.short).toBe("Danube");
    expect(server.asked[0]?.headers.authorization).toBe(`Bearer ${secret}`);
    expect(result.cost.byStage.conclude.usd).toBeCloseTo((5000 + 20) / 1e6, 9);
    const deep = { depth: Number.POSITIVE_INFINITY, showHidden: true };
    for (const shown of [result, hopwise, large]) {
      expect(inspect(shown, deep)).not.toContain(secret);
      expect(JSON.stringify(shown)).not.toContain(secret);
    }
  });

  it("gives the same log again, times and ids apart", async () => {
    const hopwise = await opened();
    const { log } = await hopwise.ask(question);
    const other = await opened();
    expect(withoutTimes((await other.ask(question)).log)).toEqual(withoutTimes(log));
  });
});

describe("an option that cannot be used", () => {
  const retriever = fakeRetriever(fakePassages);
  const large = fakeModel("large", () => "");
  it.each<[string, object]>([
    ["stage", { stage: { plan: "large" } }],
    ["stages.reed", { stages: { reed: "large" } }],
    ["stages.read", { stages: { read: "decide" } }],
    ["budget.usd", { budget: { usd: -1 } }],
    ["budget", { budget: 0.01 }],
    ["library", { library: { retrieve: () => [] } }],
    ["library", { library: "" }],
    ["small", { small: { generate: () => [] } }],
    ["large", { large: "https://api.example/v1" }],
    ["large", { large: { key: secret } }],
    ["method", { method: "oracle" }],
    ["preset", { preset: "none" }],
    ["stages.plan", { method: "vanilla", stages: { plan: "small" } }],
    ["settings.retrieval.k", { settings: { "retrieval.k": 0 } }],
    ["settings.depth", { settings: { depth: 1 } }],
    ["privacy", { privacy: "some" }],
    ["threads", { threads: 0 }],
    ["signal", { signal: true }],
    ["encoder", { library: "notes", encoder: fakeEmbedder }],
  ])("%s is refused before anything is loaded: %o", async (option, given) => {
    const refused = open({ library: retriever, encoder: fakeEmbedder, small: large, ...given });
    const error = await refused.catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: "option-invalid", params: { option } });
    expect(inspect(error)).not.toContain(secret);
  });

  it.each<[string, object]>([
    ["url", { url: "ftp://api.example", model: "m" }],
    ["url", { url: `https://api.example/v1?key=${secret}`, model: "m" }],
    ["model", { url: "https://api.example/v1", model: " " }],
    ["key", { url: "https://api.example/v1", model: "m", key: `${secret} with spaces` }],
    ["price", { url: "https://api.example/v1", model: "m", price: 3 }],
    ["timeoutMs", { url: "https://api.example/v1", model: "m", timeoutMs: 1 }],
    ["apiKey", { url: "https://api.example/v1", model: "m", apiKey: secret }],
  ])("%s of a server is refused without telling its value", (option, given) => {
    const make = () => Reflect.apply(openAICompatible, null, [given]);
    expect(make).toThrow(AppError);
    try {
      make();
    } catch (thrown) {
      expect(thrown).toMatchObject({ code: "option-invalid", params: { option } });
      expect(inspect(thrown)).not.toContain(secret);
    }
  });

  it("a stage for a large model needs one", async () => {
    const refused = opened({ stages: { conclude: "large" } });
    await expect(refused).rejects.toMatchObject({ code: "remote-not-configured" });
    const hopwise = await opened();
    expect(() => hopwise.ask(question, { stages: { plan: "large" } })).toThrow(
      new AppError("remote-not-configured"),
    );
  });

  it("a folder without models is named", async () => {
    const refused = open({ models: "src/package", library: retriever });
    await expect(refused).rejects.toMatchObject({ code: "models-not-found" });
  });
});
