/** In a separate database, a full disk does not affect other data, and deleting is one step. */
import type { DBSchema, IDBPDatabase, IDBPTransaction } from "idb";
import { AppError } from "../../../log/errors.ts";
import { byPath } from "../../../shared/by-path.ts";
import { type ConnectionOptions, connection } from "../../../shared/indexeddb/connection.ts";
import { unreadable } from "../../../shared/indexeddb/damaged.ts";
import {
  type DocumentContent,
  type DocumentRecord,
  documentContent,
  documentRecord,
  type LibraryRecord,
  libraryRecord,
  type OwnLibrary,
  type VectorBatch,
  vectorBatch,
} from "./record.ts";

interface Schema extends DBSchema {
  libraries: { key: string; value: unknown };
  /** Keyed by library and document. Validated when read. */
  documents: { key: [string, string]; value: unknown };
  contents: { key: [string, string]; value: unknown };
  /** Keyed also by the first passage. */
  vectors: { key: [string, string, number]; value: unknown };
}

type Stores = ("libraries" | "documents" | "contents" | "vectors")[];
type LibraryDatabase = IDBPDatabase<Schema>;
type Writing = IDBPTransaction<Schema, Stores, "readwrite">;

export interface LibraryStore {
  /** In creation order. */
  all(): Promise<OwnLibrary[]>;
  /** Ids of unreadable libraries. */
  damaged(): Promise<string[]>;
  documents(library: string): Promise<DocumentRecord[]>;
  content(library: string, document: string): Promise<DocumentContent | null>;
  vectors(library: string, document: string, encoder: string): Promise<VectorBatch[]>;
  put(record: LibraryRecord): Promise<void>;
  /**
   * Replaces a document of the same name, atomically. Throws `library-not-found` if the library was
   * deleted meanwhile.
   */
  add(record: DocumentRecord, content: DocumentContent): Promise<void>;
  /** False if the document is gone. */
  addVectors(library: string, document: string, batch: VectorBatch): Promise<boolean>;
  removeDocument(library: string, document: string): Promise<void>;
  remove(library: string): Promise<void>;
}

const stores: Stores = ["libraries", "documents", "contents", "vectors"];

function upgrade(database: LibraryDatabase): void {
  for (const store of stores) database.createObjectStore(store);
}

export function databaseLibraries(
  name = byPath("hopwise-libraries"),
  options?: ConnectionOptions,
): LibraryStore {
  const database = connection<Schema>({ name, version: 1, upgrade }, options);
  /** One transaction writes related data together. */
  const write = async <T>(work: (transaction: Writing) => Promise<T>): Promise<T> => {
    const transaction = (await database()).transaction(stores, "readwrite");
    try {
      const result = await work(transaction);
      await transaction.done;
      return result;
    } catch (thrown) {
      await abandoned(transaction);
      throw asStorageError(thrown);
    }
  };
  const documents = async (library: string): Promise<DocumentRecord[]> =>
    readDocuments(await (await database()).getAll("documents", within(library)));

  return {
    documents,
    async all() {
      const found = await (await database()).getAll("libraries");
      const records = found.flatMap((value) => libraryRecord.safeParse(value).data ?? []);
      records.sort((a, b) => a.createdEpochMs - b.createdEpochMs || a.id.localeCompare(b.id));
      return Promise.all(
        records.map(async (record) => ({ ...record, documents: await documents(record.id) })),
      );
    },
    async damaged() {
      const { store } = (await database()).transaction("libraries");
      return unreadable(store, (value) => libraryRecord.safeParse(value).data ?? null);
    },
    async content(library, document) {
      const stored = await (await database()).get("contents", [library, document]);
      return documentContent.safeParse(stored).data ?? null;
    },
    async vectors(library, document, encoder) {
      const stored = await (await database()).getAll("vectors", within(library, document));
      return stored
        .flatMap((value) => vectorBatch.safeParse(value).data ?? [])
        .filter((batch) => batch.encoder === encoder && fits(batch));
    },
    put: (record) =>
      write(async (transaction) => {
        await transaction.objectStore("libraries").put(record, record.id);
      }),
    add: (record, content) =>
      write(async (transaction) => {
        const { library, id, name: file } = record;
        if ((await transaction.objectStore("libraries").getKey(library)) === undefined) {
          throw new AppError("library-not-found", { library });
        }
        const there = await transaction.objectStore("documents").getAll(within(library));
        for (const earlier of readDocuments(there)) {
          if (earlier.name === file) await removeFrom(transaction, library, earlier.id);
        }
        await transaction.objectStore("documents").put(record, [library, id]);
        await transaction.objectStore("contents").put(content, [library, id]);
      }),
    addVectors: (library, document, batch) =>
      write(async (transaction) => {
        const records = transaction.objectStore("documents");
        const stored = documentRecord.safeParse(await records.get([library, document]));
        if (!stored.success) return false;
        const vectors = transaction.objectStore("vectors");
        const key: [string, string, number] = [library, document, batch.from];
        const learnt = afterLearning(stored.data.learnt, await vectors.get(key), batch);
        await vectors.put(batch, key);
        await records.put({ ...stored.data, learnt }, [library, document]);
        return true;
      }),
    removeDocument: (library, document) =>
      write((transaction) => removeFrom(transaction, library, document)),
    remove: (library) =>
      write(async (transaction) => {
        await transaction.objectStore("libraries").delete(library);
        for (const store of ["documents", "contents", "vectors"] as const) {
          await transaction.objectStore(store).delete(within(library));
        }
      }),
  };
}

/** An array sorts after any text or number, so this range holds all keys with the prefix. */
function within(...first: string[]): IDBKeyRange {
  return IDBKeyRange.bound(first, [...first, []]);
}

async function removeFrom(transaction: Writing, library: string, document: string): Promise<void> {
  await transaction.objectStore("documents").delete([library, document]);
  await transaction.objectStore("contents").delete([library, document]);
  await transaction.objectStore("vectors").delete(within(library, document));
}

/** Invalid documents are skipped. */
function readDocuments(stored: readonly unknown[]): DocumentRecord[] {
  return stored
    .flatMap((value) => documentRecord.safeParse(value).data ?? [])
    .sort((a, b) => a.addedEpochMs - b.addedEpochMs || a.name.localeCompare(b.name));
}

function afterLearning(
  before: DocumentRecord["learnt"],
  replaced: unknown,
  batch: VectorBatch,
): NonNullable<DocumentRecord["learnt"]> {
  const { encoder, count, values } = batch;
  if (before?.encoder !== encoder) return { encoder, passages: count, bytes: values.byteLength };
  const old = vectorBatch.safeParse(replaced).data;
  const counted = old?.encoder === encoder ? old : null;
  return {
    encoder,
    passages: before.passages + count - (counted?.count ?? 0),
    bytes: before.bytes + values.byteLength - (counted?.values.byteLength ?? 0),
  };
}

function fits({ values, count, dimensions }: VectorBatch): boolean {
  return values.length === count * dimensions;
}

async function abandoned(transaction: Writing): Promise<void> {
  try {
    transaction.abort();
  } catch {
    // It has ended, as wanted.
  }
  await transaction.done.catch(() => undefined);
}

function asStorageError(thrown: unknown): unknown {
  const isFull = thrown instanceof Error && thrown.name === "QuotaExceededError";
  return isFull ? new AppError("quota-exceeded", { kept: "documents" }, { cause: thrown }) : thrown;
}
