/** BM25 works at once, semantic search as soon as vectors are computed. */
import { AppError } from "../../../log/errors.ts";
import type { Passage } from "../../../log/types.ts";
import type { Embedder, LibraryRef } from "../../../runtime/ports.ts";
import { buildBm25 } from "../../bm25.ts";
import { type PassageVectors, quantise } from "../../dense.ts";
import { createRetriever } from "../../retriever.ts";
import type { ComputedLibrary } from "../corpus-library.ts";
import { embeddedText } from "../embedded-text.ts";
import type { DenseState } from "../open-library.ts";
import { type DocumentRecord, passagesOf, type VectorBatch } from "./record.ts";
import type { LibraryStore } from "./storage.ts";

/** The encoder with its `id@sha256`. */
interface OwnEncoder {
  embedder: Embedder;
  id: string;
}

interface Shelf {
  record: DocumentRecord;
  passages: Passage[];
  /** Keyed by first passage. */
  batches: Map<number, VectorBatch>;
}

/** Small batches lose little when the tab closes. */
const batchSize = 32;

/** Throws `library-not-found`. */
export async function openOwnLibrary(
  store: LibraryStore,
  id: string,
  encoder: OwnEncoder | null,
): Promise<ComputedLibrary> {
  const own = (await store.all()).find((library) => library.id === id);
  if (own === undefined) throw new AppError("library-not-found", { library: id });
  const shelves = await Promise.all(
    own.documents.map((record) => openShelf(store, record, encoder?.id ?? "")),
  );
  const passages = shelves.flatMap((shelf) => shelf.passages);
  const library: LibraryRef = {
    id,
    title: own.title,
    edition: own.documents.length === 1 ? "1 document" : `${own.documents.length} documents`,
    passages: passages.length,
    visibility: own.public === true ? "public" : "private",
  };
  let vectors = encoder === null ? null : merged(shelves);
  let state: DenseState =
    vectors === null
      ? { status: "off", reason: encoder === null ? "no-encoder" : "no-vectors" }
      : { status: "ready" };
  const bm25 = await buildBm25(passages);
  const dense = () => (vectors && encoder ? { vectors, embedder: encoder.embedder } : null);
  return {
    retriever: createRetriever({ library, passages, bm25, dense }),
    dense: () => state,
    async computeVectors(signal, onProgress = () => {}) {
      if (encoder === null || passages.length === 0 || state.status === "ready") return state;
      const tell = (next: DenseState) => {
        state = next;
        onProgress(next);
      };
      try {
        for (const { shelf, from } of missing(shelves)) {
          tell({ status: "computing", done: learnt(shelves), total: passages.length });
          const batch = await embedBatch(shelf, from, encoder, signal);
          shelf.batches.set(from, batch);
          await store.addVectors(id, shelf.record.id, batch);
        }
        vectors = merged(shelves);
        tell({ status: "ready" });
      } catch (thrown) {
        const stopped = thrown instanceof AppError && thrown.code === "stopped";
        tell({ status: "off", reason: stopped ? "cancelled" : "failed" });
        if (!stopped) throw thrown;
      }
      return state;
    },
  };
}

async function openShelf(
  store: LibraryStore,
  record: DocumentRecord,
  encoder: string,
): Promise<Shelf> {
  const content = await store.content(record.library, record.id);
  if (content === null) return { record, passages: [], batches: new Map() };
  const storedVectors =
    encoder === "" ? [] : await store.vectors(record.library, record.id, encoder);
  return {
    record,
    passages: passagesOf(record, content),
    batches: new Map(storedVectors.map((batch) => [batch.from, batch])),
  };
}

function missing(shelves: readonly Shelf[]): { shelf: Shelf; from: number }[] {
  return shelves.flatMap((shelf) =>
    starts(shelf)
      .filter((from) => !shelf.batches.has(from))
      .map((from) => ({ shelf, from })),
  );
}

function starts({ passages }: Shelf): number[] {
  return Array.from({ length: Math.ceil(passages.length / batchSize) }, (_, n) => n * batchSize);
}

function learnt(shelves: readonly Shelf[]): number {
  return shelves.reduce(
    (sum, { batches }) => [...batches.values()].reduce((all, { count }) => all + count, sum),
    0,
  );
}

async function embedBatch(
  { passages }: Shelf,
  from: number,
  { embedder, id }: OwnEncoder,
  signal: Parameters<Embedder["embed"]>[1],
): Promise<VectorBatch> {
  if (signal.aborted) throw new AppError("stopped");
  const texts = passages.slice(from, from + batchSize).map(embeddedText);
  const { dimensions, scale, values } = quantise(await embedder.embed(texts, signal));
  return {
    encoder: id,
    from,
    count: texts.length,
    dimensions,
    scale,
    values: new Int8Array(values),
  };
}

/** In passage order, on one scale; null if any is missing. */
function merged(shelves: readonly Shelf[]): PassageVectors | null {
  const isEmpty = shelves.every(({ passages }) => passages.length === 0);
  if (isEmpty || missing(shelves).length > 0) return null;
  const batches = shelves.flatMap((shelf) =>
    starts(shelf).flatMap((from) => shelf.batches.get(from) ?? []),
  );
  const scale = batches.reduce((largest, batch) => Math.max(largest, batch.scale), 0) || 1;
  const size = batches.reduce((sum, { values }) => sum + values.length, 0);
  const values = new Int8Array(size);
  let at = 0;
  for (const batch of batches) {
    const factor = batch.scale / scale;
    for (const value of batch.values) values[at++] = Math.round(value * factor);
  }
  return { dimensions: batches[0]?.dimensions ?? 0, scale, values };
}
