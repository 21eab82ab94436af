/** Hopwise's IndexedDB: one schema, with a version for every change of it. */
import { type DBSchema, type IDBPDatabase, openDB } from "idb";

interface Schema extends DBSchema {
  /** Spending in billionths of a dollar, by ISO date. */
  spending: { key: string; value: number };
  /** Entries of the error book, by their record's key; checked when they are read. */
  errorBook: { key: string; value: unknown };
}

export type Database = IDBPDatabase<Schema>;

export function openDatabase(name = "hopwise"): Promise<Database> {
  return openDB<Schema>(name, 2, {
    upgrade(database, oldVersion) {
      if (oldVersion < 1) database.createObjectStore("spending");
      if (oldVersion < 2) database.createObjectStore("errorBook");
    },
  });
}
