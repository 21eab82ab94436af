import { describe, expect, it } from "vitest";
import { type CachedAnswer, cacheKey, isFresh, memoryToolCache, type ToolCache } from "./cache.ts";

const answer = (text: string): CachedAnswer => ({
  passages: [{ id: text, title: text, text, score: 1 }],
  storedEpochMs: 0,
});

describe("memoryToolCache", () => {
  it("is bounded: the longest unused goes", async () => {
    const cache = memoryToolCache({ limit: 2 });
    await cache.put("a", answer("a"));
    await cache.put("b", answer("b"));
    await cache.get("a");
    await cache.put("c", answer("c"));
    expect(await cache.get("b")).toBeNull();
    expect(await cache.get("a")).toEqual(answer("a"));
  });

  it("looks into its backing, and writes to it", async () => {
    const backing = memoryToolCache();
    await backing.put("old", answer("old"));
    const cache = memoryToolCache({ backing });
    expect(await cache.get("old")).toEqual(answer("old"));
    await cache.put("new", answer("new"));
    expect(await backing.get("new")).toEqual(answer("new"));
    await cache.clear();
    expect([await cache.get("new"), await backing.get("new")]).toEqual([null, null]);
  });

  it("goes on without a backing that fails", async () => {
    const full = () => Promise.reject(new Error("QuotaExceededError"));
    const backing: ToolCache = { get: full, put: full, clear: full };
    const cache = memoryToolCache({ backing });
    expect(await cache.get("a")).toBeNull();
    await cache.put("a", answer("a"));
    expect(await cache.get("a")).toEqual(answer("a"));
  });
});

describe("isFresh", () => {
  it("holds for seven days, and not before the answer was stored", () => {
    const week = 7 * 86_400_000;
    const at = (epochMs: number) => isFresh({ passages: [], storedEpochMs: 1000 }, epochMs);
    expect([at(999), at(1000), at(999 + week), at(1000 + week)]).toEqual([
      false,
      true,
      true,
      false,
    ]);
  });
});

describe("cacheKey", () => {
  it("tells tools, settings, queries and k apart, and shows no settings", () => {
    const keys = [
      cacheKey("a", "scope", "text", 1),
      cacheKey("b", "scope", "text", 1),
      cacheKey("a", "scope2", "text", 1),
      cacheKey("a", "scope", "other", 1),
      cacheKey("a", "scope", "text", 2),
    ];
    expect(new Set(keys).size).toBe(keys.length);
    expect(keys.join()).not.toContain("scope");
    expect(cacheKey("a", "s", "e\u0301", 1)).toBe(cacheKey("a", "s", "é", 1));
  });
});
