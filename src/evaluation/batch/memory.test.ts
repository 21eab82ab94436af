import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { foldLedger } from "../../folds/ledger.ts";
import { AppError } from "../../log/errors.ts";
import { openRunFile, writeRunFile } from "../../log/file.ts";
import type { ChatEnd, ChatModel, ChatRequest } from "../../runtime/ports.ts";
import { fakeModel } from "../../testing/fakes.ts";
import { ask, completing } from "../../testing/methods/fake-runs.ts";
import { CachingModels, callsInMemory, type RememberedCall } from "./memory.ts";

const sha256 = async (text: string) => createHash("sha256").update(text).digest("hex");
const never = new AbortController().signal;

const request: ChatRequest = {
  messages: [{ role: "user", content: "Which sea?" }],
  fixedPrefixMessages: 0,
  maxTokens: 20,
  stop: ["\n"],
  temperature: 0,
  purpose: "answer",
};

async function endOf(model: ChatModel, asked = request, signal = never): Promise<ChatEnd> {
  for await (const part of model.generate(asked, signal)) if (part.type === "end") return part;
  throw new Error("no end");
}

function setUp(calls = new Map<string, RememberedCall>()) {
  const inner = fakeModel("large", () => "the Baltic Sea");
  const remembering = new CachingModels({ memory: callsInMemory(calls), sha256 });
  return { inner, calls, remembering, model: remembering.model(inner, "v1") };
}

it("makes a call once and gives the recorded end the second time, marked, with nothing sent", async () => {
  const { inner, model } = setUp();
  const first = await endOf(model);
  const second = await endOf(model);
  expect(inner.requests).toHaveLength(1);
  expect(first.remembered).toBeUndefined();
  expect(second).toEqual({ ...first, bytesSent: 0, bytesReceived: 0, remembered: true });
});

it.each<[string, Partial<ChatRequest>]>([
  ["the prompt", { messages: [{ role: "user", content: "Which river?" }] }],
  ["a role", { messages: [{ role: "system", content: "Which sea?" }] }],
  ["the limit", { maxTokens: 21 }],
  ["the stops", { stop: [] }],
  ["a constraint", { constraint: { kind: "choice", options: ["yes", "no"] } }],
  ["the prefix", { assistantPrefix: "Answer:" }],
  ["log-probabilities", { logprobs: true }],
])("asks anew when %s differs", async (_, change) => {
  const { inner, model } = setUp();
  await endOf(model);
  await endOf(model, { ...request, ...change });
  expect(inner.requests).toHaveLength(2);
});

it("tells models and their variants apart, but not purposes or prices", async () => {
  const { inner, model, remembering } = setUp();
  await endOf(model);
  await endOf(remembering.model(inner, "v2"));
  const other = { ...inner, ref: { ...inner.ref, destination: "https://other.example" } };
  await endOf(remembering.model(other, "v1"));
  expect(inner.requests).toHaveLength(3);
  const dearer = { ...inner, ref: { ...inner.ref, price: null } };
  expect((await endOf(remembering.model(dearer, "v1"))).remembered).toBe(true);
  expect((await endOf(model, { ...request, purpose: "read" })).remembered).toBe(true);
});

it("does not remember what is drawn at random", async () => {
  const { inner, model } = setUp();
  for (let i = 0; i < 2; i += 1) await endOf(model, { ...request, temperature: 0.7 });
  expect(inner.requests).toHaveLength(2);
});

it("makes two equal calls at the same time once", async () => {
  const { inner, model } = setUp();
  const ends = await Promise.all([endOf(model), endOf(model), endOf(model)]);
  expect(inner.requests).toHaveLength(1);
  expect(ends.filter(({ remembered }) => remembered === true)).toHaveLength(2);
});

it("keeps neither what failed nor what was stopped, and lets a waiting twin make its own", async () => {
  let calls = 0;
  const inner = fakeModel("large", () => {
    calls += 1;
    if (calls === 1) throw new AppError("remote-server-error");
    return "the Baltic Sea";
  });
  const kept = new Map<string, RememberedCall>();
  const model = new CachingModels({ memory: callsInMemory(kept), sha256 }).model(inner, "v1");
  const [failed, second] = await Promise.allSettled([endOf(model), endOf(model)]);
  expect(failed.status).toBe("rejected");
  expect(second).toMatchObject({ status: "fulfilled", value: { text: "the Baltic Sea" } });
  expect(kept.size).toBe(1);
  const stopping: ChatModel = {
    ref: inner.ref,
    async *generate() {
      yield { ...(await endOf(inner)), finish: "stopped" as const };
    },
  };
  const none = new Map<string, RememberedCall>();
  await endOf(new CachingModels({ memory: callsInMemory(none), sha256 }).model(stopping, "v1"));
  expect(none.size).toBe(0);
});

it("goes on without a memory that has no room", async () => {
  const memory = {
    get: async () => null,
    put: () => Promise.reject(new AppError("quota-exceeded")),
  };
  const inner = fakeModel("large", () => "the Baltic Sea");
  const end = await endOf(new CachingModels({ memory, sha256 }).model(inner, "v1"));
  expect(end.text).toBe("the Baltic Sea");
});

it("counts a remembered run in full as cost and not at all as paid, in a log that can be read", async () => {
  const { remembering } = setUp();
  const small = fakeModel("small", completing());
  const large = fakeModel("large", completing());
  const play = () =>
    ask(
      remembering.model(small, "small"),
      { plan: "large", summarise: "large" },
      remembering.model(large, "large"),
    );
  const first = foldLedger(await play());
  const made = [small.requests.length, large.requests.length];
  const second = foldLedger(openRunFile(writeRunFile(await play())));
  expect([small.requests.length, large.requests.length]).toEqual(made);
  expect(first.total.usd).toBeGreaterThan(0);
  expect(first.total).toMatchObject({ rememberedCalls: 0, paidUsd: first.total.usd });
  expect(second.total).toMatchObject({
    usd: first.total.usd,
    calls: first.total.calls,
    largeCalls: first.total.largeCalls,
    promptTokens: first.total.promptTokens,
    rememberedCalls: first.total.calls,
    paidUsd: 0,
    unknownPaidCalls: 0,
    bytesSent: 0,
  });
});
