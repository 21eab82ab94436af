/** The error book of this browser: bounded, and every entry checked when it is read. */
import * as z from "zod/mini";
import { type ErrorRecord, errorRecord, recordKey } from "../error-book/record.ts";
import { epochMs } from "../log/bounds.ts";
import { unreadable } from "../shared/indexeddb/damaged.ts";
import type { Database } from "./database.ts";

const bookEntry = z.object({
  key: z.string(),
  record: errorRecord,
  addedEpochMs: epochMs,
  /** A person has looked at it and wants it. */
  kept: z.boolean(),
});
export type BookEntry = z.infer<typeof bookEntry>;

/** More are not kept: a record is some kilobytes with its passages. */
export const maxEntries = 400;

export interface ErrorBook {
  /** Newest first. */
  all(): Promise<BookEntry[]>;
  /** The keys of entries that cannot be read. */
  damaged(): Promise<string[]>;
  /** A record that is there already stays as it is: it may have been edited. */
  add(records: readonly ErrorRecord[], nowEpochMs: number, kept: boolean): Promise<void>;
  /** Writes an entry, in place of the one with its record's key. */
  put(entry: Omit<BookEntry, "key">): Promise<void>;
  remove(key: string): Promise<void>;
  clear(): Promise<void>;
}

export function databaseErrorBook(database: () => Promise<Database>): ErrorBook {
  return {
    async all() {
      return newestFirst(await (await database()).getAll("errorBook"));
    },
    async damaged() {
      return unreadable((await database()).transaction("errorBook").store, readable);
    },
    async add(records, nowEpochMs, kept) {
      const transaction = (await database()).transaction("errorBook", "readwrite");
      for (const record of records) {
        const key = recordKey(record);
        if ((await transaction.store.getKey(key)) !== undefined) continue;
        await transaction.store.put({ key, record, addedEpochMs: nowEpochMs, kept }, key);
      }
      for (const key of surplus(newestFirst(await transaction.store.getAll()))) {
        await transaction.store.delete(key);
      }
      await transaction.done;
    },
    async put(entry) {
      const key = recordKey(entry.record);
      await (await database()).put("errorBook", { ...entry, key }, key);
    },
    async remove(key) {
      await (await database()).delete("errorBook", key);
    },
    async clear() {
      await (await database()).clear("errorBook");
    },
  };
}

/** What is stored is not trusted: what is no entry is passed over. */
function newestFirst(stored: readonly unknown[]): BookEntry[] {
  return stored
    .flatMap((value) => readable(value) ?? [])
    .sort((a, b) => b.addedEpochMs - a.addedEpochMs || a.key.localeCompare(b.key));
}

function readable(value: unknown): BookEntry | null {
  return bookEntry.safeParse(value).data ?? null;
}

/** The keys that go when the book is full: the oldest, those that nobody wanted first. */
function surplus(newest: readonly BookEntry[]): string[] {
  const oldest = newest.toReversed();
  const order = [...oldest.filter(({ kept }) => !kept), ...oldest.filter(({ kept }) => kept)];
  return order.slice(0, Math.max(0, newest.length - maxEntries)).map(({ key }) => key);
}
