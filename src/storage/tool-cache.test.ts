import "fake-indexeddb/auto";
import { describe, expect, it } from "vitest";
import { openDatabase } from "./database.ts";
import { databaseToolCache } from "./tool-cache.ts";

let count = 0;
function fresh() {
  count += 1;
  const name = `tools-${count}`;
  return () => openDatabase(name);
}
const answer = (text: string, storedEpochMs: number) => ({
  passages: [{ id: `t:${text}`, title: "A page", text, score: 1 }],
  storedEpochMs,
});

describe("the stored answers of search services", () => {
  it("survive a reload", async () => {
    const open = fresh();
    await databaseToolCache(open).put("a", answer("one", 5));
    expect(await databaseToolCache(open).get("a")).toEqual(answer("one", 5));
    expect(await databaseToolCache(open).get("b")).toBeNull();
  });

  it("are bounded; the oldest go, whatever their keys", async () => {
    const open = fresh();
    const cache = databaseToolCache(open, 2);
    await cache.put("z", answer("old", 1));
    await cache.put("a", answer("new", 3));
    await cache.put("m", answer("middle", 2));
    expect(await cache.get("z")).toBeNull();
    expect(await cache.get("a")).not.toBeNull();
    expect(await cache.get("m")).not.toBeNull();
    await cache.put("a", answer("newer", 4));
    expect(await (await open()).count("toolAnswers")).toBe(2);
  });

  it("are passed over when they are damaged, and can be cleared", async () => {
    const open = fresh();
    const cache = databaseToolCache(open);
    await (await open()).put("toolAnswers", { passages: [{ id: 1 }], storedEpochMs: 1 }, "a");
    expect(await cache.get("a")).toBeNull();
    await cache.put("a", answer("good", 1));
    await cache.clear();
    expect(await cache.get("a")).toBeNull();
  });

  it("find their place in a database of an older version", async () => {
    const name = "tools-upgrade";
    const old = indexedDB.open(name, 2);
    await new Promise<void>((resolve, reject) => {
      old.onupgradeneeded = () => {
        old.result.createObjectStore("spending").put(7, "2026-11-21");
        old.result.createObjectStore("errorBook").put({}, "a chain");
      };
      old.onsuccess = () => {
        old.result.close();
        resolve();
      };
      old.onerror = () => reject(old.error);
    });
    const cache = databaseToolCache(() => openDatabase(name));
    await cache.put("a", answer("one", 1));
    expect(await cache.get("a")).not.toBeNull();
    const now = await openDatabase(name);
    expect(await now.get("spending", "2026-11-21")).toBe(7);
    expect([...now.objectStoreNames]).not.toContain("errorBook");
  });
});
