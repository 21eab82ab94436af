import "fake-indexeddb/auto";
import { describe, expect, it } from "vitest";
import { checkerRecords } from "../error-book/collect.ts";
import type { ErrorRecord } from "../error-book/record.ts";
import { fakeRun } from "../testing/fake-run.ts";
import { openDatabase } from "./database.ts";
import { databaseErrorBook, maxEntries } from "./error-book.ts";
import { databaseLedger } from "./spending.ts";

let count = 0;
function fresh() {
  count += 1;
  const name = `book-${count}`;
  return () => openDatabase(name);
}
const [base] = checkerRecords(fakeRun());
if (base === undefined) throw new Error("the fake run has a correction");
const record = (run: string): ErrorRecord => ({ ...base, ids: { ...base.ids, run } });
const runs = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => record(`r${from + index}`));

describe("the stored error book", () => {
  it("keeps its entries across reloads, the newest first", async () => {
    const open = fresh();
    await databaseErrorBook(open).add([record("a")], 1, false);
    await databaseErrorBook(open).add([record("b")], 2, true);
    const entries = await databaseErrorBook(open).all();
    expect(entries.map(({ record: one, kept }) => [one.ids.run, kept])).toEqual([
      ["b", true],
      ["a", false],
    ]);
  });

  it("does not overwrite what a person has edited", async () => {
    const book = databaseErrorBook(fresh());
    await book.add([record("a")], 1, false);
    const [entry] = await book.all();
    if (entry === undefined) throw new Error("nothing was stored");
    await book.put({ ...entry, kept: true, record: { ...entry.record, question: "Edited?" } });
    await book.add([record("a")], 9, false);
    expect(await book.all()).toMatchObject([{ kept: true, record: { question: "Edited?" } }]);
  });

  it("lets the oldest go when it is full, those that nobody wanted first", async () => {
    const book = databaseErrorBook(fresh());
    await book.add([record("wanted")], 0, true);
    await book.add(runs(0, maxEntries), 1, false);
    await book.add([record("last")], 2, false);
    const entries = await book.all();
    expect(entries).toHaveLength(maxEntries);
    const left = new Set(entries.map(({ record: one }) => one.ids.run));
    expect([left.has("wanted"), left.has("last")]).toEqual([true, true]);
  });

  it("forgets one, and all", async () => {
    const book = databaseErrorBook(fresh());
    await book.add(runs(0, 3), 1, false);
    const [entry] = await book.all();
    await book.remove(entry?.key ?? "");
    expect(await book.all()).toHaveLength(2);
    await book.clear();
    expect(await book.all()).toEqual([]);
  });

  it("passes over what was damaged", async () => {
    const open = fresh();
    const book = databaseErrorBook(open);
    await (await open()).put("errorBook", { key: "x", record: { version: 1 } }, "x");
    await book.add([record("a")], 1, false);
    expect(await book.all()).toHaveLength(1);
  });

  it("comes to a database that knew only the spending, and leaves that as it was", async () => {
    const name = "older";
    const older = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open(name, 1);
      request.onupgradeneeded = () => request.result.createObjectStore("spending");
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
    const write = older.transaction("spending", "readwrite");
    write.objectStore("spending").put(7, "2026-11-21");
    await new Promise((resolve) => {
      write.oncomplete = resolve;
    });
    older.close();
    const open = () => openDatabase(name);
    await databaseErrorBook(open).add([record("a")], 1, false);
    expect(await databaseLedger(open).spentNanoUsd("2026-11-21")).toBe(7);
    expect(await databaseErrorBook(open).all()).toHaveLength(1);
  });
});
