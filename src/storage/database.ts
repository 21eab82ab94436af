/** Hopwise's IndexedDB: one schema, with a version for every change of it. */
import { type DBSchema, type IDBPDatabase, openDB } from "idb";

interface Schema extends DBSchema {
  /** Spending in billionths of a dollar, by ISO date. */
  spending: { key: string; value: number };
  /** Entries of the error book, by their record's key; checked when they are read. */
  errorBook: { key: string; value: unknown };
  /** Answers of search services, by what was asked; checked when they are read. */
  toolAnswers: {
    key: string;
    value: { passages: unknown; storedEpochMs: number };
    indexes: { storedEpochMs: number };
  };
  /** The router's questions with their scores, by id; checked when they are read. */
  routerRows: { key: string; value: unknown };
  /** The router's policy, as text, and how answers are matched; checked when they are read. */
  routerState: { key: "policy" | "matching"; value: unknown };
}

export type Database = IDBPDatabase<Schema>;

export function openDatabase(name = "hopwise"): Promise<Database> {
  return openDB<Schema>(name, 4, {
    upgrade(database, oldVersion) {
      if (oldVersion < 1) database.createObjectStore("spending");
      if (oldVersion < 2) database.createObjectStore("errorBook");
      if (oldVersion < 3) {
        const answers = database.createObjectStore("toolAnswers");
        answers.createIndex("storedEpochMs", "storedEpochMs");
      }
      if (oldVersion < 4) {
        database.createObjectStore("routerRows");
        database.createObjectStore("routerState");
      }
    },
  });
}
