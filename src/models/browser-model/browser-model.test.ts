/** Against a fake that was written from the draft's IDL; no browser here has the API. */
import { afterEach, describe, expect, it, vi } from "vitest";
import type { ChatEnd, ChatModel, ChatRequest } from "../../runtime/ports.ts";
import { describeEngineContract } from "../../testing/engine-contract.ts";
import { type FakeBrowser, fakePromptApi } from "../../testing/engines/language-model.ts";
import type { LoadProgress } from "../engine.ts";
import { BrowserModelEngine } from "./browser-model.ts";
import { responseConstraint } from "./constraint.ts";
import { promptApi } from "./prompt-api.ts";

const never = new AbortController().signal;
const candidates = ["no", "none", "not enough information", "a b c d e f g h"];

async function loaded(changes: Partial<FakeBrowser> = {}, signal = never) {
  const api = fakePromptApi({ candidates, ...changes });
  const engine = new BrowserModelEngine({ api });
  const [entry] = await engine.models();
  if (entry === undefined) throw new Error("no model is offered");
  const seen: LoadProgress[] = [];
  const onProgress = (progress: LoadProgress) => void seen.push(progress);
  const model = await engine.load(entry, { device: "auto", threads: 1, onProgress }, signal);
  return { api, model, seen };
}

describeEngineContract("the browser's own model", async () => (await loaded()).model, {
  // Grammars are not enforced.
  constrains: false,
  reusesPrefix: false,
  exactPrefix: true,
  tooManyWords: 2500,
  unload: async (model) => {
    if ("unload" in model && typeof model.unload === "function") await model.unload();
  },
});

const request = (changes: Partial<ChatRequest> = {}): ChatRequest => ({
  messages: [
    { role: "system", content: "You answer briefly." },
    { role: "user", content: "Is a cod a fish?" },
  ],
  fixedPrefixMessages: 1,
  maxTokens: 20,
  stop: [],
  temperature: 0,
  purpose: "read",
  ...changes,
});

async function ended(model: ChatModel, changes: Partial<ChatRequest> = {}): Promise<ChatEnd> {
  for await (const part of model.generate(request(changes), never)) {
    if (part.type === "end") return part;
  }
  throw new Error("there was no end");
}

describe("where it is offered", () => {
  afterEach(() => void vi.unstubAllGlobals());

  it("is where the browser has one, ready or to be fetched", async () => {
    const offered = async (availability: FakeBrowser["availability"]) =>
      (await new BrowserModelEngine({ api: fakePromptApi({ availability }) }).models()).length;
    expect(await offered("available")).toBe(1);
    expect(await offered("downloadable")).toBe(1);
    expect(await offered("downloading")).toBe(1);
    expect(await offered("unavailable")).toBe(0);
    expect(await new BrowserModelEngine().models()).toEqual([]);
  });

  it.each([undefined, null, {}, () => "", { create: 1, availability: 2 }])(
    "is not where the name means something else: %s",
    (value) => {
      vi.stubGlobal("LanguageModel", value);
      expect(promptApi()).toBeNull();
    },
  );
});

describe("loading", () => {
  it("tells the share that was fetched, and keeps no session", async () => {
    const { seen, api } = await loaded({ availability: "downloadable" });
    expect(seen.map(({ phase, share }) => [phase, share])).toEqual([
      ["downloading", 0],
      ["downloading", 0.4],
      ["warming-up", 1],
      ["ready", undefined],
    ]);
    expect(api.open()).toBe(0);
  });

  it("stops by its signal", async () => {
    const stop = new AbortController();
    const loading = loaded({ availability: "downloadable" }, stop.signal);
    const seen = expect(loading).rejects.toMatchObject({ code: "stopped" });
    setTimeout(() => stop.abort(), 0);
    await seen;
  });

  it.each([
    ["NotAllowedError", "model-load-failed"],
    ["NotSupportedError", "model-load-failed"],
    ["OperationError", "model-load-failed"],
    ["NetworkError", "download-failed"],
  ])("that fails with %s is %s", async (name, code) => {
    const fault = new DOMException("no", name);
    await expect(loaded({ fault })).rejects.toMatchObject({ code, params: { name } });
  });

  it("needs a person's click where there is something to fetch", async () => {
    const waits = loaded({ availability: "downloadable", hasUserActivation: false });
    await expect(waits).rejects.toMatchObject({ params: { name: "NotAllowedError" } });
  });
});

describe("a call", () => {
  it("has the system's words in the session's beginning, which the next call shares", async () => {
    const { api, model } = await loaded();
    await ended(model);
    await ended(model);
    // One to load, one for both.
    expect(api.created).toHaveLength(2);
    expect(api.created[1]).toMatchObject({
      samplingMode: "most-predictable",
      initialPrompts: [{ role: "system", content: "You answer briefly." }],
    });
    expect(api.prompted[0]?.input).toEqual([{ role: "user", content: "Is a cod a fish?" }]);
    expect(api.open()).toBe(1);
    await ended(model, { temperature: 0.7 });
    expect(api.created[2]).toMatchObject({ samplingMode: "balanced" });
    await model.unload();
    expect(api.open()).toBe(0);
  });

  it("goes on from a beginning of the answer", async () => {
    const { api, model } = await loaded();
    await ended(model, { assistantPrefix: "Answer:" });
    expect(api.prompted[0]?.input.at(-1)).toEqual({
      role: "assistant",
      content: "Answer:",
      prefix: true,
    });
  });

  it("is held to a choice, and says so", async () => {
    const { api, model } = await loaded();
    const constraint = { kind: "choice", options: ["yes", "no"] } as const;
    expect(await ended(model, { constraint })).toMatchObject({ text: "no", constrained: true });
    expect(api.prompted[0]?.options).toMatchObject({
      responseConstraint: /^(?:yes|no)$/u,
      omitResponseConstraintInput: true,
    });
  });

  it("goes on without constraints in a browser that takes none", async () => {
    const { api, model } = await loaded({ takesConstraints: false });
    const constraint = { kind: "choice", options: ["yes", "no"] } as const;
    for (let time = 1; time <= 2; time += 1) {
      const end = await ended(model, { constraint });
      expect(end).toMatchObject({ finish: "stop", constrained: false });
    }
    expect(api.prompted.filter(({ options }) => options.responseConstraint)).toHaveLength(1);
  });

  it("counts tokens, and never takes an unknown number for 0", async () => {
    const { model } = await loaded();
    const { usage } = await ended(model);
    expect(usage).toEqual({ promptTokens: 10, cachedTokens: null, generatedTokens: 9 });
    const cut = await ended(model, { maxTokens: 2 });
    expect(cut).toMatchObject({ finish: "length", usage: { generatedTokens: null } });
  });

  it.each([
    ["InvalidStateError", "model-not-loaded"],
    ["UnknownError", "generation-failed"],
    ["NotReadableError", "generation-failed"],
  ])("that fails with %s is %s, and leaves no session", async (name, code) => {
    const { api, model } = await loaded();
    api.browser.fault = new DOMException("no", name);
    await expect(ended(model)).rejects.toMatchObject({ code });
    api.browser.fault = null;
    expect((await ended(model)).finish).toBe("stop");
    expect(api.open()).toBe(1);
  });

  it.each([
    [
      "of the session's beginning",
      {
        messages: [
          { role: "system", content: "x ".repeat(60) },
          { role: "user", content: "x" },
        ],
      },
    ],
    ["of the question", { messages: [{ role: "user", content: "x ".repeat(60) }] }],
  ] as [string, Partial<ChatRequest>][])(
    "beyond the context %s is refused",
    async (_what, changes) => {
      const { model } = await loaded({ contextWindow: 50 });
      await expect(ended(model, changes)).rejects.toMatchObject({
        code: "context-too-long",
        params: { promptTokens: expect.any(Number), contextTokens: 50 },
      });
    },
  );
});

describe("a constraint", () => {
  it("escapes what an expression would read", () => {
    const options = ["a.b", "(c)", "d|e", "1/2", "[f]", "g\\h", "$5"];
    const made = responseConstraint({ kind: "choice", options });
    if (!(made instanceof RegExp)) throw new Error("it is no expression");
    for (const option of options) expect(made.test(option)).toBe(true);
    for (const other of ["axb", "c", "d", "5"]) expect(made.test(other)).toBe(false);
  });

  it("lets a span end after any word", () => {
    const texts = ["Lake Żarnowiec near Gdańsk."];
    const span = { kind: "span", texts, alternatives: ["none"], maxWords: 2 } as const;
    const made = responseConstraint(span);
    if (!(made instanceof RegExp)) throw new Error("it is no expression");
    for (const one of ["Lake", "Lake Żarnowiec", "near Gdańsk", "none"]) {
      expect(made.test(one)).toBe(true);
    }
    expect(made.test("Lake near")).toBe(false);
    const long = { ...span, texts: [Array.from({ length: 5000 }, (_, at) => `w${at}`).join(" ")] };
    expect(responseConstraint(long)).toBeNull();
  });

  it("of JSON is a schema, and of a grammar nothing", () => {
    const shape = { type: "array", items: { type: "string" } } as const;
    expect(responseConstraint({ kind: "json", name: "x", shape, begin: "[" })).toEqual({
      type: "array",
      items: { type: "string" },
    });
    expect(responseConstraint({ kind: "grammar", grammar: 'root ::= "a"' })).toBeNull();
  });
});
