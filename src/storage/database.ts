/** Hopwise's IndexedDB schema, with a version for every change. */
import { type DBSchema, type IDBPDatabase, unwrap } from "idb";
import { byPath } from "../shared/by-path.ts";
import { type ConnectionOptions, connection } from "../shared/indexeddb/connection.ts";

interface Schema extends DBSchema {
  /** Billionths of a dollar, by ISO date. */
  spending: { key: string; value: number };
  toolAnswers: {
    key: string;
    value: { passages: unknown; storedEpochMs: number };
    indexes: { storedEpochMs: number };
  };
  routerRows: { key: string; value: unknown };
  /** The router's policy and study as text, and the answer matching; validated on read. */
  routerState: { key: "policy" | "study" | "matching"; value: unknown };
  /** Batches with their spending, by id. All lab stores are validated on read. */
  labBatches: { key: string; value: unknown };
  /** Keyed by `[batch, index]`, index from 0. */
  labQuestions: { key: [string, number]; value: unknown };
  labResults: { key: LabKey; value: object; indexes: { failed: string } };
  labLogs: { key: LabKey; value: unknown };
  /** Ends of model calls, by the hash of all their inputs. */
  labCalls: { key: string; value: unknown };
  /** One row per run of the page, by id, without its log; validated on read. */
  runs: { key: string; value: unknown };
  /** Log pieces by `[run, seq of the piece's first event]`; validated on read. */
  runLogs: { key: [string, number]; value: unknown };
}

/** Batch, question, configuration. */
export type LabKey = [string, string, string];

export type Database = IDBPDatabase<Schema>;

/** Opens the database on first use, and again when lost (`connection.ts`). */
export function database(
  name = byPath("hopwise"),
  options?: ConnectionOptions,
): () => Promise<Database> {
  return connection<Schema>({ name, version: 7, upgrade }, options);
}

export function openDatabase(name?: string): Promise<Database> {
  return database(name)();
}

function upgrade(made: IDBPDatabase<Schema>, oldVersion: number): void {
  if (oldVersion < 1) made.createObjectStore("spending");
  if (oldVersion < 3) {
    const answers = made.createObjectStore("toolAnswers");
    answers.createIndex("storedEpochMs", "storedEpochMs");
  }
  if (oldVersion < 4) {
    made.createObjectStore("routerRows");
    made.createObjectStore("routerState");
  }
  if (oldVersion < 5) {
    made.createObjectStore("labBatches");
    made.createObjectStore("labQuestions");
    // Only failed results have the field, so that counting them reads nothing else.
    made.createObjectStore("labResults").createIndex("failed", "failedBatch");
    made.createObjectStore("labLogs");
    made.createObjectStore("labCalls");
  }
  if (oldVersion < 6) {
    made.createObjectStore("runs");
    made.createObjectStore("runLogs");
  }
  // Since version 7 the error book is derived from the runs.
  const stores: Pick<IDBDatabase, "objectStoreNames" | "deleteObjectStore"> = unwrap(made);
  if (stores.objectStoreNames.contains("errorBook")) stores.deleteObjectStore("errorBook");
}
