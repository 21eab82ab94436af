import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { RunSettings } from "../log/types.ts";
import { defaultSettings } from "../methods/coop-llm/presets.ts";
import { EmbeddingCache } from "../retrieval/libraries/embedding-cache.ts";
import type { Embedder } from "../runtime/ports.ts";
import { openKeptCorpus, vectorsWanted } from "./corpus-vectors.ts";

const signal = new AbortController().signal;
let folder: string;
let embedded: string[];
let shown: number[];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "vectors-"));
  embedded = [];
  shown = [];
});
afterEach(() => rm(folder, { recursive: true }));

function encoder(most = Number.POSITIVE_INFINITY): Embedder {
  return {
    async embed(texts) {
      if (embedded.length + texts.length > most) throw new Error("the encoder broke");
      embedded.push(...texts);
      return texts.map((text) => {
        const vector = new Float32Array(384);
        vector[text.length % 384] = 1;
        return vector;
      });
    },
  };
}

async function open(passages: number, given = encoder(), prefix = "Text") {
  const path = join(folder, "c.jsonl");
  const rows = Array.from({ length: passages }, (_, at) =>
    JSON.stringify({ id: `${at}`, title: `T${at}`, text: `${prefix} ${at} about ships.` }),
  );
  await writeFile(path, rows.join("\n"));
  return openKeptCorpus(path, given, async () => "0123456789abcdef", signal, folder);
}

const report = { progress: (done: number) => void shown.push(done) };
const query = { text: "ships", k: 3, rrfK: 60, bm25: { k1: 1.2, b: 0.4 } };

describe("a corpus file", () => {
  it("is searched by words at once, and nothing is embedded", async () => {
    const corpus = await open(300);
    expect(await corpus.prepare("none", report)).toBe(0);
    const { passages } = await corpus.retriever.retrieve({ ...query, mode: "bm25" }, signal);
    expect([passages.length, embedded, shown]).toEqual([3, [], []]);
  });

  it("tells how many vectors are missing, and is searched by words for both", async () => {
    const corpus = await open(300);
    expect(await corpus.prepare("kept", report)).toBe(300);
    expect(embedded).toEqual([]);
    const { passages } = await corpus.retriever.retrieve({ ...query, mode: "hybrid" }, signal);
    expect(passages.map(({ denseRank }) => denseRank)).toEqual([undefined, undefined, undefined]);
  });

  it("has its vectors computed once, whatever opens it again", async () => {
    expect(await (await open(300)).prepare("all", report)).toBe(0);
    expect([embedded.length, shown[0], shown.length > 5]).toEqual([300, 0, true]);
    embedded = [];
    const again = await open(300);
    expect([await again.prepare("kept", report), embedded]).toEqual([0, []]);
    const { passages } = await again.retriever.retrieve({ ...query, mode: "dense" }, signal);
    expect([passages[0]?.denseRank, embedded]).toEqual([1, ["ships"]]);
  });

  it("has a few new passages embedded while it is opened", async () => {
    await (await open(300)).prepare("all", report);
    embedded = [];
    expect(await (await open(310)).prepare("kept", report)).toBe(0);
    expect(embedded).toHaveLength(10);
  });

  it("keeps what was computed before the encoder broke", async () => {
    const broken = await open(300, encoder(100));
    await expect(broken.prepare("all", report)).rejects.toThrow("the encoder broke");
    const kept = embedded.length;
    embedded = [];
    await (await open(300)).prepare("all", report);
    expect([kept > 80, embedded.length]).toEqual([true, 300 - kept]);
  });

  it("takes a damaged file of vectors for none", async () => {
    await (await open(3)).prepare("all", report);
    await writeFile(join(folder, "0123456789abcdef", "embeddings.bin"), "broken");
    const cache = await EmbeddingCache.open(folder, "0123456789abcdef");
    expect(cache.get("T0\nText 0 about ships.")).toBeUndefined();
  });
});

describe("the vectors that a run wants", () => {
  const settings = (mode: RunSettings["retrieval"]["mode"], source = {}): RunSettings => ({
    ...defaultSettings,
    retrieval: { ...defaultSettings.retrieval, mode },
    source: { ...defaultSettings.source, ...source },
  });
  it.each([
    ["no search by meaning", settings("bm25"), false, false, "none"],
    ["both, where words will do", settings("hybrid"), true, false, "kept"],
    ["both, told to wait", settings("hybrid"), true, true, "all"],
    ["meaning alone", settings("dense"), true, false, "all"],
    ["a tool fixed to meaning", settings("bm25", { tool: "dense" }), true, false, "all"],
    [
      "what a router may choose",
      settings("bm25", { choice: "best-predicted" }),
      true,
      false,
      "all",
    ],
  ])("%s", (_, run, needed, vectors, wanted) => {
    expect(vectorsWanted(run, { vectors, needed })).toBe(wanted);
  });
});
