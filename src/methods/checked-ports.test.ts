import { describe, expect, it } from "vitest";
import { AppError } from "../log/errors.ts";
import type { RunEventOf } from "../log/events.ts";
import { openRunFile, writeRunFile } from "../log/file.ts";
import type { RunSettings } from "../log/types.ts";
import type { ChatEnd, ChatModel, ChatPart, Ports, SearchTool } from "../runtime/ports.ts";
import {
  collect,
  FakeSignal,
  fakeModel,
  fakePorts,
  fakeReader,
  fakeSettings,
} from "../testing/fakes.ts";
import { question } from "../testing/methods/fake-runs.ts";
import { run } from "./registry.ts";

const small = () =>
  fakeModel("small", ({ purpose }) =>
    purpose === "plan" ? "What is the capital of Austria?" : "Vienna",
  );
const reader = () => fakeReader(() => ({ span: "Vienna" }));

async function endOf(changes: Partial<Ports>, settings: Partial<RunSettings> = {}) {
  const ports = { ...fakePorts(small()), ...changes };
  const request = { runId: "r", question, settings: { ...fakeSettings, ...settings } };
  const events = openRunFile(writeRunFile(await collect(run(request, ports, new FakeSignal()))));
  const end = events.at(-1);
  if (end?.type !== "run-end") throw new Error("the run has no end");
  return { events, outcome: end.outcome, code: end.error?.code ?? null };
}

const thrown = [new Error("x"), undefined, null, "x"];

/** Throws synchronously. */
const throwing = (what: unknown) => () => {
  throw what;
};

function breakingOff(what: unknown): AsyncIterable<ChatPart> {
  return { [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(what) }) };
}

describe("what a port throws has a name in the log", () => {
  it.each(thrown)("of a model: %s", async (what) => {
    const { ref } = small();
    for (const generate of [
      throwing(what),
      () => breakingOff(what),
    ] satisfies ChatModel["generate"][]) {
      expect(await endOf({ small: { ref, generate } })).toMatchObject({
        code: "generation-failed",
      });
    }
  });

  it.each(thrown)("of a library: %s", async (what) => {
    const { retriever } = fakePorts(small());
    for (const retrieve of [throwing(what), () => Promise.reject(what)]) {
      const end = await endOf({ retriever: { ...retriever, retrieve } });
      expect(end).toMatchObject({ code: "retrieval-failed" });
    }
  });

  it.each(thrown)("of a reader: %s", async (what) => {
    for (const read of [throwing(what), () => Promise.reject(what)]) {
      const end = await endOf({ reader: { ...reader(), read } }, { reader: "encoder" });
      expect(end).toMatchObject({ code: "generation-failed" });
    }
  });

  it("as it is, where it is an error of the app already", async () => {
    const { ref } = small();
    const generate = throwing(new AppError("device-lost"));
    expect(await endOf({ small: { ref, generate } })).toMatchObject({ code: "device-lost" });
  });
});

describe("an answer in no form of a port", () => {
  it.each([
    [{ type: "nonsense" }],
    [{ type: "delta", text: 7 }],
    [{ type: "end", finish: "stop" }],
    [{ type: "end", text: "Vienna", finish: "perhaps" }],
    [undefined],
  ])("of a model ends the run, not its log: %j", async (part) => {
    const { ref } = small();
    const generate = async function* () {
      yield Object(part);
    };
    expect(await endOf({ small: { ref, generate } })).toMatchObject({ code: "generation-failed" });
  });

  it("of a library, a reader or an embedder ends the run, not its log", async () => {
    const { retriever } = fakePorts(small());
    for (const found of [undefined, {}, { passages: [{ id: 7 }], bytesSent: 0 }]) {
      const retrieve = async () => Object(found);
      const end = await endOf({ retriever: { ...retriever, retrieve } });
      expect(end).toMatchObject({ code: "retrieval-failed" });
    }
    for (const said of [undefined, [], [{ kind: "span", span: 7 }], "nonsense"]) {
      const read = async () => Object(said);
      const end = await endOf({ reader: { ...reader(), read } }, { reader: "encoder" });
      expect(end).toMatchObject({ code: "model-nonsense" });
    }
  });

  it("of a search service is told, and the library is asked in its place", async () => {
    const ref = {
      id: "web",
      title: "Web",
      destination: "https://web.example",
      usdPerThousand: 0,
      visibility: "private" as const,
    };
    const search: SearchTool["search"] = async () =>
      Object({ passages: [{ id: 7 }], requests: -1 });
    const end = await endOf(
      { tools: [{ ref, mostRequests: 1, search }] },
      { source: { choice: "fixed", tool: "web" } },
    );
    const failures = end.events.filter(
      (event): event is RunEventOf<"tool-failure"> => event.type === "tool-failure",
    );
    expect(failures[0]).toMatchObject({ error: { code: "tool-bad-response" }, instead: "bm25" });
    expect(end.outcome).toBe("answered");
  });
});

it("takes a figure that is none for one that was not told, and keeps the answer", async () => {
  const model = small();
  const generate: ChatModel["generate"] = async function* (request, signal) {
    for await (const part of model.generate(request, signal)) {
      const odd: Partial<Record<keyof ChatEnd, unknown>> = {
        usage: { promptTokens: -1, cachedTokens: Number.NaN, generatedTokens: 1.5 },
        logprobs: [Number.NaN],
        bytesSent: -7,
        totalMs: Number.POSITIVE_INFINITY,
      };
      yield part.type === "end" ? Object({ ...part, ...odd }) : part;
    }
  };
  const { outcome, events } = await endOf({ small: { ref: model.ref, generate } });
  expect(outcome).toBe("answered");
  const ends = events.filter((event): event is RunEventOf<"call-end"> => event.type === "call-end");
  expect(ends[0]).toMatchObject({
    usage: { promptTokens: null, cachedTokens: null, generatedTokens: null },
    meanLogprob: null,
    bytesSent: 0,
    totalMs: 0,
  });
});
