import { readFile } from "node:fs/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { describe, expect, it } from "vitest";
import type { ChatEnd, ChatRequest } from "../../runtime/ports.ts";
import { describeEngineContract } from "../../testing/engine-contract.ts";
import { catalogue, embeddedModel } from "../catalogue.ts";
import type { CatalogueModel } from "../catalogue-model.ts";
import type { LoadedModel } from "../engine.ts";
import { loadTransformersNode } from "./node.ts";

const modelsFolder = "models";
const list = catalogue.parse(JSON.parse(await readFile("models/catalogue.json", "utf8")));
const never = new AbortController().signal;

function entry(id: string): CatalogueModel {
  const found = list.models.find((model) => model.id === id);
  if (found === undefined) throw new Error(`no ${id} in the catalogue`);
  return found;
}

function load(model: CatalogueModel, prefixCacheBytes?: number): Promise<LoadedModel> {
  const reuse = prefixCacheBytes === undefined ? {} : { prefixCacheBytes };
  return loadTransformersNode(model, { modelsFolder, threads: 1, ...reuse }, never);
}

async function endOf(model: LoadedModel, request: ChatRequest): Promise<ChatEnd> {
  for await (const part of model.generate(request, never)) if (part.type === "end") return part;
  throw new Error("no end");
}

const request: ChatRequest = {
  messages: [
    { role: "system", content: "You answer questions about the sea, its animals and its weather." },
    { role: "user", content: "Which animals live in the sea?" },
  ],
  fixedPrefixMessages: 1,
  maxTokens: 12,
  stop: [],
  temperature: 0,
  purpose: "read",
};

for (const id of ["tiny-decoder", embeddedModel(list, "small-lm")?.id ?? "no small model"]) {
  const unload = async (model: unknown) => {
    await loaded.get(id)?.unload();
    expect(model).toBe(loaded.get(id));
  };
  describeEngineContract(
    `transformers in Node, ${id}`,
    async () => {
      const model = await load(entry(id));
      loaded.set(id, model);
      return model;
    },
    {
      constrains: true,
      reusesPrefix: true,
      exactPrefix: true,
      tooManyWords: entry(id).contextTokens + 10,
      unload,
    },
  );
}
const loaded = new Map<string, LoadedModel>();

describe("prefix reuse at fp32", () => {
  it("gives the same tokens and log-probabilities as none", async () => {
    const reusing = await load(entry("tiny-decoder"));
    const plain = await load(entry("tiny-decoder"), 0);
    await endOf(reusing, request);
    const reused = await endOf(reusing, request);
    const whole = await endOf(plain, request);
    expect(reused.usage.cachedTokens).toBeGreaterThan(0);
    expect(whole.usage.cachedTokens).toBe(0);
    expect(reused.text).toBe(whole.text);
    expect(reused.usage.promptTokens).toBe(whole.usage.promptTokens);
    const apart = (reused.logprobs ?? []).map((one, i) =>
      Math.abs(one - (whole.logprobs?.[i] ?? 0)),
    );
    expect(Math.max(...apart)).toBeLessThan(1e-4);
    await reusing.unload();
    await plain.unload();
  });
});

describe("a chain's calls", () => {
  const begun: ChatRequest = { ...request, stop: ["\n"] };
  const goOn = (assistantPrefix: string): ChatRequest => ({ ...begun, assistantPrefix });
  const first = "U1: Which fish is the largest?\nA1: whale shark\n";
  const second = `${first}U2: Where does the whale shark live?\nA2: in warm seas\n`;

  it.each(["tiny-decoder", embeddedModel(list, "small-lm")?.id ?? ""])(
    "read only what is new, with the same result as anew (%s)",
    async (id) => {
      const chained = await load(entry(id));
      const before = await endOf(chained, begun);
      const one = await endOf(chained, goOn(first));
      const two = await endOf(chained, goOn(second));
      const end = await endOf(chained, goOn(`${second}Final:`));
      expect(one.usage.cachedTokens).toBe(before.usage.promptTokens);
      expect(two.usage.cachedTokens).toBe(one.usage.promptTokens);
      expect(end.usage.cachedTokens).toBe(two.usage.promptTokens);
      const other = await endOf(chained, goOn(`${first}U2: How long is it?\nA2: 12 m\n`));
      expect(other.usage.cachedTokens).toBe(one.usage.promptTokens);
      await chained.unload();

      const anew = await load(entry(id));
      for (const [prefix, chain] of [
        [`${second}Final:`, end],
        [second, two],
      ] as const) {
        const alone = await endOf(anew, goOn(prefix));
        expect([alone.text, alone.logprobs]).toEqual([chain.text, chain.logprobs]);
      }
      await anew.unload();
    },
  );

  it("give the same tokens at fp32 as a model that keeps nothing", async () => {
    const chained = await load(entry("tiny-decoder"));
    const plain = await load(entry("tiny-decoder"), 0);
    await endOf(chained, goOn(first));
    const kept = await endOf(chained, goOn(second));
    const whole = await endOf(plain, goOn(second));
    expect(kept.text).toBe(whole.text);
    const apart = (kept.logprobs ?? []).map((one, i) => Math.abs(one - (whole.logprobs?.[i] ?? 0)));
    expect(Math.max(...apart)).toBeLessThan(1e-4);
    await chained.unload();
    await plain.unload();
  });
});

describe("guessed tokens", () => {
  it("change neither text nor log-probabilities", async () => {
    const small = embeddedModel(list, "small-lm");
    if (small === undefined) throw new Error("no small model");
    expect(small.passInvariant).toBe(true);
    const guessing = await load(small);
    const plain = await load({ ...small, passInvariant: false });
    const asked = (question: string): ChatRequest => ({
      ...request,
      messages: [
        { role: "system", content: "Break the question into search queries, one at a time." },
        { role: "user", content: question },
      ],
      maxTokens: 24,
      stop: ["\n"],
    });
    for (const question of [
      "Which sea borders the country whose capital is Tallinn?",
      "Which river flows through the capital of the country where Goethe was born?",
      // The guesses are right from the first token on.
      "Which sea borders the country whose capital is Tallinn?",
    ]) {
      const [one, other] = [
        await endOf(guessing, asked(question)),
        await endOf(plain, asked(question)),
      ];
      expect(one.usage.generatedTokens).toBeGreaterThan(5);
      expect([one.text, one.tokens, one.logprobs]).toEqual([
        other.text,
        other.tokens,
        other.logprobs,
      ]);
    }
    await guessing.unload();
    await plain.unload();
  });
});

describe("a long prompt", () => {
  const words = (count: number) => Array.from({ length: count }, (_, i) => `sea${i % 7}`).join(" ");
  const long = (count: number): ChatRequest => ({
    ...request,
    messages: [...request.messages, { role: "user", content: words(count) }],
  });

  it("is read in several passes with the same tokens as with a kept beginning", async () => {
    // The cached beginning moves the cuts; at fp32 that may change nothing.
    const reusing = await load(entry("tiny-decoder"));
    const plain = await load(entry("tiny-decoder"), 0);
    const cut = await endOf(reusing, long(140));
    const whole = await endOf(plain, long(140));
    expect(whole.usage.promptTokens).toBeGreaterThan(512);
    expect(cut.text).toBe(whole.text);
    const apart = (cut.logprobs ?? []).map((one, i) => Math.abs(one - (whole.logprobs?.[i] ?? 0)));
    expect(Math.max(...apart)).toBeLessThan(1e-4);
    await reusing.unload();
    await plain.unload();
  });

  it("is stopped between two passes", async () => {
    const model = await load(entry(embeddedModel(list, "small-lm")?.id ?? ""), 0);
    const readAll = async (signal: AbortSignal) => {
      const parts = [];
      for await (const part of model.generate({ ...long(900), maxTokens: 1 }, signal)) {
        parts.push(part);
      }
      return parts.at(-1);
    };
    const whole = await readAll(never);
    const stopping = new AbortController();
    setTimeout(() => stopping.abort(), 100);
    const stopped = await readAll(stopping.signal);
    if (whole?.type !== "end" || stopped?.type !== "end") throw new Error("no end");
    expect(whole.usage.promptTokens).toBeGreaterThan(1_500);
    expect(stopped).toMatchObject({ finish: "stopped", text: "", usage: { generatedTokens: 0 } });
    expect(stopped.totalMs).toBeLessThan(whole.totalMs / 2);
    await model.unload();
  });
});

describe("memory", () => {
  it("does not grow over fifty calls, whether they end, fail or are aborted", async () => {
    setFlagsFromString("--expose-gc");
    const collectGarbage: unknown = runInNewContext("gc");
    const liveBytes = async () => {
      // Finalisers run after garbage collection.
      for (const _ of [1, 2, 3]) {
        if (typeof collectGarbage === "function") collectGarbage();
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      return process.memoryUsage().arrayBuffers;
    };
    const model = await load(entry("tiny-decoder"));
    const impossible = { kind: "choice", options: [] } as const;
    const round = async (times: number) => {
      for (let i = 0; i < times; i++) {
        await endOf(model, request);
        await endOf(model, { ...request, constraint: impossible }).catch(() => {});
        const controller = new AbortController();
        for await (const _ of model.generate(request, controller.signal)) controller.abort();
      }
    };
    await round(5);
    const before = await liveBytes();
    await round(50);
    // A call's cache is about 40 KB; fifty leaks would be two megabytes.
    expect((await liveBytes()) - before).toBeLessThan(200_000);
    await model.unload();
  });
});

describe("integrity", () => {
  it("refuses a model whose file is not the catalogue's", async () => {
    const { files, ...rest } = entry("tiny-decoder");
    const damaged = files.map((file, i) => (i === 0 ? { ...file, sha256: "0".repeat(64) } : file));
    await expect(load({ ...rest, files: damaged })).rejects.toMatchObject({
      code: "integrity-failed",
    });
    const missing = { path: "onnx/nowhere.onnx", bytes: 1, sha256: "" };
    await expect(load({ ...rest, files: [missing] })).rejects.toMatchObject({
      code: "model-load-failed",
    });
  });
});
