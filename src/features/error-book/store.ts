/**
 * The error book of this browser. What the checker corrects is added by itself when a run
 * ends; a person adds what they know better. Nothing is read before it is wanted.
 */
import { createStore, type StoreApi } from "zustand/vanilla";
import type { BadRecord } from "../../error-book/file.ts";
import type { RunEvent } from "../../log/events.ts";
import type { Services } from "../../session/services.ts";
import type { BookEntry, ErrorBook } from "../../storage/error-book.ts";

export interface ErrorBookState {
  /** `failed`: this browser keeps nothing, or could not be asked. */
  status: "unread" | "ready" | "failed";
  /** Newest first. */
  entries: readonly BookEntry[];
  /** The keys of entries that cannot be read. */
  damaged: readonly string[];
}

export interface ErrorBookStore extends StoreApi<ErrorBookState> {
  load(): Promise<void>;
  /** Adds what the checker, or the person on the way, corrected in a run that was made here. */
  collect(events: readonly RunEvent[]): Promise<void>;
  change(entry: BookEntry): Promise<void>;
  remove(key: string): Promise<void>;
  clear(): Promise<void>;
  /** Takes the records of an exported book, kept; tells what could not be read. */
  open(file: Blob): Promise<{ taken: number; bad: BadRecord[] }>;
}

export function createErrorBookStore(
  services: Pick<Services, "errorBook" | "clock">,
): ErrorBookStore {
  const store = createStore<ErrorBookState>()(() => ({
    status: "unread",
    entries: [],
    damaged: [],
  }));

  /** Does the work, then shows what is stored now. A browser that refuses is a state, not an error. */
  async function withBook(work: (book: ErrorBook) => Promise<void>): Promise<void> {
    try {
      const book = await services.errorBook();
      await work(book);
      const [entries, damaged] = await Promise.all([book.all(), book.damaged()]);
      store.setState({ status: "ready", entries, damaged });
    } catch {
      store.setState({ status: "failed" });
    }
  }

  const now = () => services.clock.epochMs();

  return Object.assign(store, {
    load: () => withBook(async () => {}),

    async collect(events: readonly RunEvent[]) {
      const corrected = events.some(
        (event) =>
          event.type === "user-correction" ||
          (event.type === "branch-start" && event.cause === "correct"),
      );
      if (!corrected) return;
      const { checkerRecords, correctionRecord } = await import("../../error-book/collect.ts");
      const records = checkerRecords(events);
      const correction = correctionRecord(events);
      if (records.length === 0 && correction === null) return;
      await withBook(async (book) => {
        if (records.length > 0) await book.add(records, now(), false);
        if (correction !== null)
          await book.put({ record: correction, addedEpochMs: now(), kept: true });
      });
    },

    change: (entry: BookEntry) => withBook((book) => book.put(entry)),
    remove: (key: string) => withBook((book) => book.remove(key)),
    clear: () => withBook((book) => book.clear()),

    async open(file: Blob) {
      const { readErrorBook } = await import("../../error-book/file.ts");
      const { records, bad } = readErrorBook(await file.text());
      if (records.length > 0) await withBook((book) => book.add(records, now(), true));
      return { taken: records.length, bad };
    },
  });
}
