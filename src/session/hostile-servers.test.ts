import { afterEach, describe, expect, it } from "vitest";
import * as z from "zod/mini";
import {
  type Attack,
  event,
  flood,
  type HostileServer,
  lastEvents,
  startHostileServer,
  streamHead,
} from "../../e2e/servers/hostile-server.ts";
import { foldLedger } from "../folds/ledger.ts";
import { foldTrace } from "../folds/trace.ts";
import type { RunEvent } from "../log/events.ts";
import { openRunFile, writeRunFile } from "../log/file.ts";
import { type RunSettings, type Tier, tier as tiers } from "../log/types.ts";
import { run } from "../methods/registry.ts";
import { createRemoteModel } from "../models/openai-compatible/remote.ts";
import { DialectMemory } from "../models/openai-compatible/request.ts";
import { parseRemoteSettings } from "../models/openai-compatible/settings.ts";
import { collect as ended } from "../testing/engines/remote/played.ts";
import { collect, fakeModel, fakePorts, fakeSettings } from "../testing/fakes.ts";

const servers: HostileServer[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

const question = "Which river runs through the capital of Austria?";

const said: Readonly<Record<string, unknown>> = {
  chain: {
    steps: [
      { query: "What is the capital of Austria?", answer: "Vienna" },
      { query: "Which river runs through Vienna?", answer: "Danube" },
    ],
    final: "Danube",
  },
  reading: { answer: "Danube" },
  summary: { reasoning: "Vienna [1] lies on the Danube [2].", answer: "Danube" },
};

const asked = z.looseObject({
  response_format: z.optional(
    z.looseObject({
      type: z.string(),
      json_schema: z.optional(z.looseObject({ name: z.string() })),
    }),
  ),
});

function formOf(body: string): { type: string; name: string } {
  const { response_format: format } = asked.parse(JSON.parse(body));
  return { type: format?.type ?? "none", name: format?.json_schema?.name ?? "summary" };
}

function sayingOf(body: string): string {
  return JSON.stringify(said[formOf(body).name] ?? { answer: "none" });
}

const chunk = (value: unknown) => `data: ${JSON.stringify(value)}\n\n`;
const done = "data: [DONE]\n\n";

function odd(pieces: (text: string) => readonly unknown[]): Attack {
  return (response, { body }) => {
    response.writeHead(200, streamHead);
    response.end(pieces(sayingOf(body)).map(chunk).join("") + done);
  };
}

const words = (content: unknown, more: object = {}) => ({
  choices: [{ index: 0, delta: { content }, ...more }],
});
const stop = { choices: [{ index: 0, delta: {}, finish_reason: "stop" }] };

async function ask(tier: Tier, attack: Attack, changes: Partial<RunSettings> = {}) {
  const server = await startHostileServer(attack);
  servers.push(server);
  const parsed = parseRemoteSettings({ baseUrl: server.baseUrl, model: "m", maxRetries: 0 });
  if (!parsed.ok) throw new Error("no settings");
  const model = createRemoteModel(parsed.settings, { tier, memory: new DialectMemory() });
  const untouched = fakeModel("small", () => {
    throw new Error("nothing was to be asked of it");
  });
  const ports = tier === "small" ? fakePorts(model) : fakePorts(untouched, model);
  const settings = { ...fakeSettings, plan: tier, solve: tier, summarise: tier, ...changes };
  const startedMs = performance.now();
  const events = await collect(
    run({ runId: "r", question, settings }, ports, new AbortController().signal),
  );
  const sent = server.requests.reduce((sum, { bodyBytes }) => sum + bodyBytes, 0);
  const seconds = (performance.now() - startedMs) / 1000;
  return { server, events, model, sent, seconds };
}

function expectSound(events: readonly RunEvent[], sent: number): void {
  expect(events.filter(({ type }) => type === "run-end")).toHaveLength(1);
  expect(foldLedger(events).total.bytesSent).toBe(sent);
  expect(openRunFile(writeRunFile(events))).toEqual(JSON.parse(JSON.stringify(events)));
}

function endOf(events: readonly RunEvent[]) {
  const end = events.at(-1);
  if (end?.type !== "run-end") throw new Error("no end");
  return end;
}

const failures: [string, Attack, string][] = [
  [
    "killed in mid-stream",
    (response, { body }) => {
      response.writeHead(200, streamHead);
      response.write(event(sayingOf(body).slice(0, 9)), () => response.destroy());
    },
    "remote-stream-cut",
  ],
  [
    "killed before the first byte",
    (response) => void response.destroy(),
    "remote-unreachable-or-cors",
  ],
  [
    "no such model",
    (response) => {
      response.writeHead(404, { "Content-Type": "application/json" });
      response.end('{"error":{"message":"model \\"m\\" not found, try pulling it first"}}');
    },
    "remote-model-unknown",
  ],
  [
    "a key is wanted",
    (response) => {
      response.writeHead(401, { "Content-Type": "application/json" });
      response.end('{"error":{"message":"Invalid API Key"}}');
    },
    "remote-unauthorised",
  ],
  [
    "a redirect",
    (response) => {
      response.writeHead(302, { Location: "http://127.0.0.1:9/v1/chat/completions" }).end();
    },
    "remote-address-moved",
  ],
  [
    "a web page",
    (response) => {
      response.writeHead(200, { "Content-Type": "text/html" }).end("<title>Welcome</title>");
    },
    "remote-bad-response",
  ],
  ["choices that are none", odd(() => [{ choices: "none" }]), "remote-bad-response"],
  ["a number for an answer", odd(() => [words(42), stop]), "remote-bad-response"],
  [
    "no JSON",
    (response) => {
      response.writeHead(200, streamHead).end(`data: {"choices\n\n${done}`);
    },
    "remote-bad-response",
  ],
  [
    "10 MB of text",
    async (response) => {
      response.writeHead(200, streamHead);
      await flood(response, event("x".repeat(10_000)), 1000);
      response.end(lastEvents);
    },
    "remote-answer-too-large",
  ],
  [
    "text without end",
    async (response) => {
      response.writeHead(200, streamHead);
      await flood(response, event("and "), 1e9);
    },
    "remote-answer-too-large",
  ],
];

describe.each(tiers.options)("a server of the %s tier that fails", (tier) => {
  it.each(failures)("%s", async (_, attack, code) => {
    const { server, events, sent, seconds } = await ask(tier, attack);
    expect(endOf(events)).toMatchObject({ outcome: "failed", error: { code } });
    const errors = events.filter((one) => one.type === "call-error");
    expect(errors.map(({ error }) => error.code)).toEqual([code]);
    expect(errors[0]?.error.params["tier"]).toBe(tier === "small" ? "small" : undefined);
    expectSound(events, sent);
    expect(server.requests).toHaveLength(1);
    expect(seconds).toBeLessThan(10);
    await expect.poll(() => server.open()).toBe(0);
    const written = events.flatMap((one) => (one.type === "call-delta" ? [one.text] : []));
    expect(written.join("").length).toBeLessThan(200_000);
  });
});

const usage = (value: unknown) => ({ choices: [], usage: value });
const lies: [string, Attack][] = [
  ["usage that is missing", odd((text) => [words(text), stop])],
  ["usage that is null", odd((text) => [words(text), stop, usage(null)])],
  ["usage of words", odd((text) => [words(text), stop, usage({ prompt_tokens: "many" })])],
  ["choices that are null", odd((text) => [{ choices: null }, words(text), stop])],
  ["choices that are missing", odd((text) => [{ object: "ping" }, words(text), stop])],
  ["a delta that is null", odd((text) => [{ choices: [{ delta: null }] }, words(text), stop])],
  ["content of parts", odd((text) => [words([{ type: "text", text }]), stop])],
  ["a finish that is a number", odd((text) => [words(text, { finish_reason: 7 }), stop])],
  ["a finish of a name unknown", odd((text) => [words(text, { finish_reason: "eos" })])],
  ["probabilities that are a word", odd((text) => [words(text, { logprobs: "low" }), stop])],
  [
    "probabilities without tokens",
    odd((text) => [words(text, { logprobs: { content: [{ logprob: -1 }] } }), stop]),
  ],
  [
    "probabilities above one",
    odd((text) => [words(text, { logprobs: { content: [{ token: text, logprob: 5 }] } }), stop]),
  ],
  [
    "probabilities that are words",
    odd((text) => [words(text, { logprobs: { content: [{ token: text, logprob: "-1" }] } }), stop]),
  ],
  [
    "an answer in one piece",
    (response, { body }) => {
      response.writeHead(200, { "Content-Type": "application/json" });
      response.end(JSON.stringify({ choices: [{ message: { content: sayingOf(body) } }] }));
    },
  ],
];

describe.each(tiers.options)("a server of the %s tier that lies", (tier) => {
  it.each(lies)("%s: the answer is kept, and nothing made up", async (_, attack) => {
    const { events, sent } = await ask(tier, attack);
    expect(endOf(events)).toMatchObject({ outcome: "answered", error: null });
    expect(foldTrace(events).answer?.short).toBe("Danube");
    const ends = events.filter((one) => one.type === "call-end");
    for (const { usage: told, meanLogprob } of ends) {
      expect(told).toEqual({ promptTokens: null, cachedTokens: null, generatedTokens: null });
      expect(meanLogprob).toBeNull();
    }
    expectSound(events, sent);
  });

  it("nothing at all: the run says what it could not read, and ends", async () => {
    const { events, sent } = await ask(
      tier,
      odd(() => [stop]),
    );
    expect(endOf(events).error?.code ?? "none").toBe("none");
    expect(events.some(({ type }) => type === "parse-failure")).toBe(true);
    expectSound(events, sent);
  });

  it.each([
    ["JSON schemas", ["json_object"], '{"error":{"message":"json_schema is not supported"}}'],
    ["any JSON", ["none"], '{"error":{"message":"response_format: unsupported parameter"}}'],
  ])("%s refused: asked again without, and never again with", async (_, kept, refusal) => {
    const good = odd(() => [words(JSON.stringify(said["summary"])), stop]);
    const { server, events, sent, model } = await ask(tier, (response, request) => {
      const { type } = formOf(request.body);
      const taken = type === "none" || (type === "json_object" && kept[0] === "json_object");
      if (taken) return good(response, request);
      response.writeHead(400, { "Content-Type": "application/json" }).end(refusal);
    });
    const types = server.requests.map(({ body }) => formOf(body).type);
    const first = kept[0] === "none" ? ["json_schema", "json_object"] : ["json_schema"];
    expect(types.slice(0, first.length)).toEqual(first);
    expect(new Set(types.slice(first.length))).toEqual(new Set(kept));
    expect(types.length).toBeGreaterThan(first.length + 1);
    expect(endOf(events).outcome).toBe("answered");
    expect(model.abilities?.().jsonSchema).toBe(false);
    expectSound(events, sent);
  });

  it("a grammar refused: the choice is held by a schema, from then on", async () => {
    const server = await startHostileServer((response, { body }) => {
      if ("grammar" in JSON.parse(body)) {
        response.writeHead(400, { "Content-Type": "application/json" });
        response.end('{"error":{"message":"unsupported parameter: grammar"}}');
        return;
      }
      response.writeHead(200, streamHead).end(event('{"answer":"no"}') + lastEvents);
    });
    servers.push(server);
    const parsed = parseRemoteSettings({
      preset: "llama-cpp",
      baseUrl: server.baseUrl,
      model: "m",
    });
    if (!parsed.ok) throw new Error("no settings");
    const model = createRemoteModel(parsed.settings, { tier, memory: new DialectMemory() });
    const constraint = { kind: "choice", options: ["yes", "no"] } as const;
    for (let times = 0; times < 2; times += 1) {
      const { end } = await ended(model, { constraint });
      expect(end).toMatchObject({ text: "no", constrained: true });
    }
    expect(server.requests.map(({ body }) => "grammar" in JSON.parse(body))).toEqual([
      true,
      false,
      false,
    ]);
  });
});
