/** Every change raises the version. */
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
  routerState: { key: "policy" | "study" | "matching"; value: unknown };
  /** Keyed by id; all lab stores are validated on read. */
  labBatches: { key: string; value: unknown };
  /** Keyed by `[batch, index]`, from 0. */
  labQuestions: { key: [string, number]; value: unknown };
  labResults: { key: LabKey; value: object; indexes: { failed: string } };
  labLogs: { key: LabKey; value: unknown };
  /** Keyed by a hash of all inputs of a call. */
  labCalls: { key: string; value: unknown };
  /** The file of another agent's runs that was opened last; validated on read. */
  labFile: { key: "last"; value: unknown };
  /** The meaning of a table's columns, keyed by their names; validated on read. */
  labColumns: { key: string; value: unknown };
  /** Rows lack the log; validated on read. */
  runs: { key: string; value: unknown };
  /** Keyed by `[run, seq of the first event]`; validated on read. */
  runLogs: { key: [string, number]; value: unknown };
}

/** Batch, question, configuration. */
export type LabKey = [string, string, string];

export type Database = IDBPDatabase<Schema>;

export function database(
  name = byPath("hopwise"),
  options?: ConnectionOptions,
): () => Promise<Database> {
  return connection<Schema>({ name, version: 8, upgrade }, options);
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
    // Only failed results have the field, so counting reads nothing else.
    made.createObjectStore("labResults").createIndex("failed", "failedBatch");
    made.createObjectStore("labLogs");
    made.createObjectStore("labCalls");
  }
  if (oldVersion < 6) {
    made.createObjectStore("runs");
    made.createObjectStore("runLogs");
  }
  if (oldVersion < 8) {
    made.createObjectStore("labFile");
    made.createObjectStore("labColumns");
  }
  // Since version 7 the error book is derived from the runs.
  const stores: Pick<IDBDatabase, "objectStoreNames" | "deleteObjectStore"> = unwrap(made);
  if (stores.objectStoreNames.contains("errorBook")) stores.deleteObjectStore("errorBook");
}
