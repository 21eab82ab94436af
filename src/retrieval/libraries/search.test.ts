import * as Comlink from "comlink";
import { afterEach, describe, expect, it, vi } from "vitest";
import { AppError } from "../../log/errors.ts";
import type { Embedder, PassageReader, RetrievalQuery } from "../../runtime/ports.ts";
import type { WorkerLike } from "../../shared/rpc/bridge.ts";
import { memoryLibraries } from "../../testing/fake-libraries.ts";
import { fakeReader } from "../../testing/fakes.ts";
import { letterEmbedder } from "../../testing/retrieval/letter-embedder.ts";
import { takeIn } from "./own/intake.ts";
import { contextLibrary } from "./question-context.ts";
import { openSearch, type Search } from "./search-client.ts";
import { createSearchWorker, type SearchRequest } from "./search-worker.ts";

const signal = new AbortController().signal;
const encoder = { modelUrlOrPath: "none", device: "wasm", threads: 1 } as const;
const own = "own:1";
let store = memoryLibraries();
const open: Search[] = [];
afterEach(() => {
  for (const search of open.splice(0)) search.close();
  vi.unstubAllGlobals();
});

function inProcess(embedder: Embedder, reader: PassageReader | null): () => WorkerLike {
  return () => {
    const { port1, port2 } = new MessageChannel();
    Comlink.expose(
      createSearchWorker(
        async () => ({ ...embedder, reader }),
        async () => store,
      ),
      port1,
    );
    return Object.assign(port2, { terminate: () => port1.close() });
  };
}

async function keep(text: string): Promise<void> {
  store = memoryLibraries();
  await store.put({ id: own, title: "Mine", createdEpochMs: 1 });
  const bytes = new Uint8Array(new TextEncoder().encode(text));
  const noMap = () => Promise.reject(new Error("no map"));
  const parts = { room: 1000, characterMap: noMap, onProgress: () => undefined };
  const { record, content } = await takeIn("mine.jsonl", bytes, parts);
  await store.add({ ...record, id: "d", library: own, addedEpochMs: 1, learnt: null }, content);
}

async function start(
  request: SearchRequest,
  embedder = letterEmbedder,
  reader: PassageReader | null = null,
): Promise<Search> {
  const createWorker = inProcess(embedder, reader);
  const search = await openSearch({ ...request, createWorker }, signal);
  open.push(search);
  return search;
}

const jsonl = ["Tallinn is in Estonia.", "Helsinki is in Finland.", "Riga is in Latvia."]
  .map((text, index) => JSON.stringify({ id: `d${index}`, title: "", text }))
  .join("\n");
async function mine(text = jsonl): Promise<SearchRequest> {
  await keep(text);
  return { source: { kind: "own", library: own }, encoder };
}
const query = (text: string, mode: RetrievalQuery["mode"]): RetrievalQuery => ({
  text,
  mode,
  k: 1,
  rrfK: 60,
  bm25: { k1: 1.2, b: 0.4 },
});

describe("search in a worker", () => {
  it("opens a person's own library and finds at once by words", async () => {
    const search = await start(await mine());
    expect(search.report).toMatchObject({
      library: { id: own, title: "Mine", edition: "1 document", passages: 3 },
      dense: { status: "off", reason: "no-vectors" },
    });
    const { passages } = await search.retriever.retrieve(query("Where is Riga?", "hybrid"), signal);
    expect(passages).toMatchObject([{ id: "d/3", bm25Rank: 1 }]);
    expect(await search.retriever.passage("d/1")).toMatchObject({ text: "Tallinn is in Estonia." });
    expect((await search.embedder.embed(["a", "b"], signal)).map((v) => v.length)).toEqual([
      26, 26,
    ]);
  });

  it("ends with the graphics processor that its encoder computes on, and tells", async () => {
    const own = await mine();
    let lose: ((error: AppError) => void) | undefined;
    const { port1, port2 } = new MessageChannel();
    const worker = createSearchWorker(
      async ({ onLost }) => {
        lose = onLost;
        return { ...letterEmbedder, reader: null };
      },
      async () => store,
    );
    Comlink.expose(worker, port1);
    const told = new Promise((resolve) => {
      const createWorker = () => Object.assign(port2, { terminate: () => port1.close() });
      const request = { ...own, createWorker, onLost: resolve };
      void openSearch(request, signal).then((search) => {
        open.push(search);
        lose?.(new AppError("device-lost", {}, { retryable: true }));
      });
    });
    expect(await told).toMatchObject({ code: "device-lost", retryable: true });
    await expect(open.at(-1)?.embedder.embed(["a"], signal)).rejects.toMatchObject({
      code: "device-lost",
    });
  });

  it("says of a library that the person made public that it is", async () => {
    const request = await mine();
    await store.put({ id: own, title: "Mine", createdEpochMs: 0, public: true });
    const { report } = await start(request);
    expect(report.library.visibility).toBe("public");
  });

  it("computes vectors with progress, then finds by meaning too", async () => {
    const search = await start(await mine());
    const states: string[] = [];
    const end = await search.computeVectors(signal, (state) => states.push(state.status));
    expect(end).toEqual({ status: "ready" });
    expect(states).toEqual(["computing", "ready"]);
    expect(search.dense()).toEqual({ status: "ready" });
    const { passages } = await search.retriever.retrieve(query("Riga in Latvia", "hybrid"), signal);
    expect(passages).toMatchObject([{ id: "d/3", bm25Rank: 1, denseRank: 1 }]);
  });

  it("stops computing vectors and stays searchable by words", async () => {
    const stop = new AbortController();
    const slow: Embedder = {
      async embed(texts, ofCall) {
        await new Promise((resolve) => setTimeout(resolve, 5));
        return letterEmbedder.embed(texts, ofCall);
      },
    };
    const many = Array.from({ length: 400 }, (_, i) => `{"text":"passage ${i}"}`).join("\n");
    const search = await start(await mine(many), slow);
    const end = await search.computeVectors(stop.signal, () => stop.abort());
    expect(end).toEqual({ status: "off", reason: "cancelled" });
    expect(
      (await search.retriever.retrieve(query("passage 7", "bm25"), signal)).passages,
    ).toHaveLength(1);
  });

  it("reads passages where the encoder has the heads for it, and has no reader elsewhere", async () => {
    expect((await start(await mine())).reader).toBeNull();
    const reader = fakeReader((_question, passage) =>
      passage.includes("Riga") ? { span: "Latvia", relevance: 0.8 } : {},
    );
    const search = await start(await mine(), letterEmbedder, reader);
    const texts = ["Riga is in Latvia.", "Tallinn is in Estonia."];
    expect(await search.reader?.read("Where is Riga?", texts, signal)).toMatchObject([
      { kind: "span", span: "Latvia", start: 11, relevance: 0.8 },
      { kind: "none", span: "", start: null },
    ]);
    expect(await search.reader?.relevance("Where is Riga?", texts, signal)).toEqual([0.8, 0.5]);
    expect(await search.reader?.known("Where is Riga?", "Latvia", signal, null)).toBe(0.5);
  });

  it("stops reading on both sides of the bridge", async () => {
    const stop = new AbortController();
    let ended: unknown = null;
    const slow: PassageReader = {
      ...fakeReader(() => ({})),
      read: (_question, _passages, ofCall) =>
        new Promise((_resolve, reject) => {
          ofCall.addEventListener("abort", () => {
            ended = ofCall.aborted;
            reject(new AppError("stopped"));
          });
          stop.abort();
        }),
    };
    const search = await start(await mine(), letterEmbedder, slow);
    await expect(search.reader?.read("Q?", ["a"], stop.signal)).rejects.toMatchObject({
      code: "stopped",
    });
    await vi.waitFor(() => expect(ended).toBe(true));
  });

  it("brings errors across as what they are", async () => {
    const gone: SearchRequest = { source: { kind: "own", library: "own:gone" }, encoder };
    await expect(start(gone)).rejects.toMatchObject({
      code: "library-not-found",
      params: { library: "own:gone" },
    });
    const search = await start(await mine());
    await expect(search.retriever.retrieve(query("x", "dense"), signal)).rejects.toBeInstanceOf(
      AppError,
    );
    search.close();
    await expect(search.retriever.passage("d/1")).rejects.toMatchObject({
      code: "library-not-found",
    });
  });

  it("does not wait once the caller has stopped", async () => {
    const search = await start(await mine());
    const stopped = search.retriever.retrieve(query("Riga", "bm25"), AbortSignal.abort());
    await expect(stopped).rejects.toMatchObject({ code: "stopped" });
  });
});

describe("a question's own context as a library", () => {
  it("is searched in the library's worker beside it, until it is closed", async () => {
    const search = await start(await mine());
    const row = (id: string, text: string) => ({ id, context: [{ title: id, sentences: [text] }] });
    const riga = await search.openContext(row("q1", "Riga is in Latvia."), true, signal);
    const oslo = await search.openContext(row("q2", "Oslo is in Norway."), false, signal);
    const find = async (retriever: typeof search.retriever, mode: "bm25" | "hybrid") =>
      (await retriever.retrieve(query("Riga Oslo", mode), signal)).passages.map(({ id }) => id);
    expect(await find(riga.retriever, "hybrid")).toEqual(["q1/1"]);
    expect(await find(oslo.retriever, "bm25")).toEqual(["q2/1"]);
    expect(riga.retriever.library).toMatchObject({ id: "context:q1", passages: 1 });
    expect(await riga.retriever.passage("q2/1")).toBeNull();
    expect(await find(search.retriever, "bm25")).not.toContain("q1/1");
    riga.close();
    await expect(find(riga.retriever, "bm25")).rejects.toMatchObject({ code: "library-not-found" });
    expect(await find(oslo.retriever, "bm25")).toEqual(["q2/1"]);
  });

  it("keeps the paragraphs whole, in order, and searchable", async () => {
    const row = {
      id: "q1",
      context: [
        { title: "Tallinn", sentences: ["Tallinn is a city.", " It is in Estonia."] },
        { title: "Riga", sentences: ["Riga is in Latvia."] },
      ],
    };
    const library = await contextLibrary(row, letterEmbedder);
    expect(await library.retriever.passage("q1/1")).toEqual({
      id: "q1/1",
      title: "Tallinn",
      text: "Tallinn is a city. It is in Estonia.",
    });
    await library.computeVectors(signal);
    const { passages } = await library.retriever.retrieve(
      query("Where is Riga?", "hybrid"),
      signal,
    );
    expect(passages).toMatchObject([{ id: "q1/2", bm25Rank: 1 }]);
  });
});
