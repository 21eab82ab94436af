import "fake-indexeddb/auto";
import { beforeEach, describe, expect, it } from "vitest";
import type { Embedder, RetrievalQuery } from "../../../runtime/ports.ts";
import { letterEmbedder } from "../../../testing/retrieval/letter-embedder.ts";
import { takeIn } from "./intake.ts";
import { openOwnLibrary } from "./own-library.ts";
import { documentOf, type VectorBatch } from "./record.ts";
import { databaseLibraries, type LibraryStore } from "./storage.ts";

const signal = new AbortController().signal;
const library = "own:1";
let store: LibraryStore;
let made = 0;

beforeEach(async () => {
  made += 1;
  store = databaseLibraries(`libraries-${made}`);
  await store.put({ id: library, title: "Ships", createdEpochMs: 1 });
});

async function add(name: string, text: string, addedEpochMs = 1) {
  const bytes = new Uint8Array(new TextEncoder().encode(text));
  const noMap = () => Promise.reject(new Error("no map"));
  const parts = { room: 1000, characterMap: noMap, onProgress: () => undefined };
  const { record, content } = await takeIn(name, bytes, parts);
  const whole = { ...record, library, addedEpochMs, learnt: null };
  await store.add(whole, content);
  return whole;
}

const rows = (count: number) =>
  Array.from({ length: count }, (_, n) => `{"title":"Ship ${n}","text":"Ship ${n} sails."}`).join(
    "\n",
  );

const query = (text: string, mode: RetrievalQuery["mode"]): RetrievalQuery => ({
  text,
  mode,
  k: 1,
  rrfK: 60,
  bm25: { k1: 1.2, b: 0.4 },
});

function counting(): { embedder: Embedder; texts: () => number } {
  let texts = 0;
  return {
    texts: () => texts,
    embedder: {
      embed(given, ofCall) {
        texts += given.length;
        return letterEmbedder.embed(given, ofCall);
      },
    },
  };
}

describe("libraries on the device", () => {
  it("keeps documents with their text, and takes a new version in place of the old", async () => {
    const old = await add("a.txt", "The first version.");
    await add("b.txt", "Another document.", 2);
    await add("a.txt", "The second version, which is longer.", 3);
    const [ships] = await store.all();
    expect(ships).toMatchObject({ title: "Ships" });
    expect(ships?.documents.map(({ name }) => name)).toEqual(["b.txt", "a.txt"]);
    expect(await store.content(library, old.id)).toBeNull();
    const { id } = (await store.documents(library))[1] ?? old;
    expect((await store.content(library, id))?.text).toContain("second version");
  });

  it("removes a document, and a library with all that is in it and nothing else", async () => {
    await store.put({ id: "own:2", title: "Other", createdEpochMs: 2 });
    const { id } = await add("a.txt", "A document.");
    const batch: VectorBatch = {
      encoder: "e",
      from: 0,
      count: 1,
      dimensions: 2,
      scale: 1,
      values: new Int8Array(2),
    };
    expect(await store.addVectors(library, id, batch)).toBe(true);
    await store.removeDocument(library, id);
    expect(await store.documents(library)).toEqual([]);
    expect(await store.vectors(library, id, "e")).toEqual([]);
    expect(await store.addVectors(library, id, batch)).toBe(false);
    await add("a.txt", "A document.");
    await store.remove(library);
    expect((await store.all()).map((one) => one.id)).toEqual(["own:2"]);
    await expect(add("a.txt", "Too late.")).rejects.toMatchObject({ code: "library-not-found" });
  });
});

describe("a library of one's own", () => {
  it("is searched by words at once; passages tell their document and place", async () => {
    await add("ships.jsonl", rows(3));
    const own = await openOwnLibrary(store, library, null);
    expect(own.retriever.library).toMatchObject({ id: library, title: "Ships", passages: 3 });
    const { passages } = await own.retriever.retrieve(query("Ship 2", "hybrid"), signal);
    expect(passages).toMatchObject([
      { title: "Ship 2", text: "Ship 2 sails.", place: { document: "ships.jsonl", row: 3 } },
    ]);
    const [document] = await store.documents(library);
    expect(documentOf(passages[0]?.id ?? "")).toBe(document?.id);
  });

  it("keeps vectors as they come: stopped half-way, it goes on where it was, also elsewhere", async () => {
    const { id } = await add("ships.jsonl", rows(80));
    const first = counting();
    const own = await openOwnLibrary(store, library, { embedder: first.embedder, id: "e@1" });
    const stop = new AbortController();
    const end = await own.computeVectors(stop.signal, (state) => {
      if (state.status === "computing" && state.done >= 32) stop.abort();
    });
    expect(end).toEqual({ status: "off", reason: "cancelled" });
    expect(first.texts()).toBe(32);
    expect((await store.documents(library))[0]?.learnt).toMatchObject({ passages: 32 });

    const second = counting();
    const again = await openOwnLibrary(store, library, { embedder: second.embedder, id: "e@1" });
    expect(await again.computeVectors(signal)).toEqual({ status: "ready" });
    expect(second.texts()).toBe(48);
    const found = await again.retriever.retrieve(query("Ship 71 sails.", "dense"), signal);
    expect(found.passages[0]?.denseRank).toBe(1);

    const third = counting();
    const ready = await openOwnLibrary(store, library, { embedder: third.embedder, id: "e@1" });
    expect(ready.dense()).toEqual({ status: "ready" });
    expect(third.texts()).toBe(0);
    const other = await openOwnLibrary(store, library, { embedder: third.embedder, id: "e@2" });
    expect(other.dense()).toEqual({ status: "off", reason: "no-vectors" });
    expect(await store.vectors(library, id, "e@1")).toHaveLength(3);
  });

  it("that is empty, or gone, says so", async () => {
    const empty = await openOwnLibrary(store, library, { embedder: letterEmbedder, id: "e" });
    expect((await empty.retriever.retrieve(query("ship", "hybrid"), signal)).passages).toEqual([]);
    await store.remove(library);
    await expect(openOwnLibrary(store, library, null)).rejects.toMatchObject({
      code: "library-not-found",
    });
  });
});
