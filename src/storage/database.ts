/** Hopwise's IndexedDB: one schema, with a version for every change of it. */
import { type DBSchema, type IDBPDatabase, unwrap } from "idb";
import { byPath } from "../shared/by-path.ts";
import { type ConnectionOptions, connection } from "../shared/indexeddb/connection.ts";

interface Schema extends DBSchema {
  /** Spending in billionths of a dollar, by ISO date. */
  spending: { key: string; value: number };
  /** Answers of search services, by what was asked; checked when they are read. */
  toolAnswers: {
    key: string;
    value: { passages: unknown; storedEpochMs: number };
    indexes: { storedEpochMs: number };
  };
  /** The router's questions with their scores, by id; checked when they are read. */
  routerRows: { key: string; value: unknown };
  /** The router's policy and what was learnt, as texts, and how answers are matched; checked when they are read. */
  routerState: { key: "policy" | "study" | "matching"; value: unknown };
  /** The lab's batches with what they paid, by id; all of the lab's is checked when it is read. */
  labBatches: { key: string; value: unknown };
  /** Questions of a batch: `[batch, index]`, from 0. */
  labQuestions: { key: [string, number]; value: unknown };
  /** Results, by `LabKey`. */
  labResults: { key: LabKey; value: object; indexes: { failed: string } };
  /** Run logs as text, by `LabKey`. */
  labLogs: { key: LabKey; value: unknown };
  /** Ends of model calls, by the hash of all that decides them. */
  labCalls: { key: string; value: unknown };
  /** A row a run of the page, by id, without its log; checked when it is read. */
  runs: { key: string; value: unknown };
  /** Logs in pieces: `[run, seq of the piece's first event]`; checked when they are read. */
  runLogs: { key: [string, number]; value: unknown };
}

/** Batch, question, configuration. */
export type LabKey = [string, string, string];

export type Database = IDBPDatabase<Schema>;

/** What gives the database, opened when it is first wanted and again when it was lost (`connection.ts`). */
export function database(
  name = byPath("hopwise"),
  options?: ConnectionOptions,
): () => Promise<Database> {
  return connection<Schema>({ name, version: 7, upgrade }, options);
}

/** One connection to it. */
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
  // The error book is a fold of the runs since version 7.
  const stores: Pick<IDBDatabase, "objectStoreNames" | "deleteObjectStore"> = unwrap(made);
  if (stores.objectStoreNames.contains("errorBook")) stores.deleteObjectStore("errorBook");
}
