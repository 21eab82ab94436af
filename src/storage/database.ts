/** Hopwise's IndexedDB: one schema, with a version for every change of it. */
import { type DBSchema, type IDBPDatabase, openDB } from "idb";

interface Schema extends DBSchema {
  /** Spending in billionths of a dollar, by ISO date. */
  spending: { key: string; value: number };
}

export type Database = IDBPDatabase<Schema>;

export function openDatabase(name = "hopwise"): Promise<Database> {
  return openDB<Schema>(name, 1, {
    upgrade(database) {
      database.createObjectStore("spending");
    },
  });
}
