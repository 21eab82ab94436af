import "fake-indexeddb/auto";
import { afterEach, describe, expect, it, vi } from "vitest";
import { AppError } from "../log/errors.ts";
import { databaseLibraries } from "../retrieval/libraries/own/storage.ts";
import {
  closedUnderneath,
  heldByAnother,
  openingFails,
  openingNeverAnswers,
  readingNeverAnswers,
} from "../testing/storage/faulty-store.ts";
import { database } from "./database.ts";
import { databaseLab } from "./lab.ts";
import { createRouterStorage } from "./router.ts";
import { databaseRuns } from "./runs.ts";
import { databaseLedger } from "./spending.ts";
import { databaseToolCache } from "./tool-cache.ts";

afterEach(() => vi.restoreAllMocks());

let count = 0;
function newName(): string {
  count += 1;
  return `connection-${count}`;
}

function reads(name: string, limitMs: number): Record<string, () => Promise<unknown>> {
  const open = database(name, { limitMs });
  const libraries = databaseLibraries(`${name}-libraries`, { limitMs });
  return {
    ledger: () => databaseLedger(open).spentNanoUsd("2026-11-25"),
    runs: () => databaseRuns(open).list(),
    router: () => createRouterStorage(open).rows(),
    lab: () => databaseLab(open).batches(),
    tools: () => databaseToolCache(open).get("key"),
    libraries: () => libraries.all(),
  };
}
const stores = Object.keys(reads("none", 1));

async function failureOf(work: Promise<unknown>): Promise<unknown> {
  const outcome = await work.then(
    () => "it did not fail",
    (thrown: unknown) => thrown,
  );
  return outcome instanceof AppError ? outcome.toData() : outcome;
}

function unavailable(cause: string) {
  const retryable = cause !== "newer-version";
  return { code: "storage-unavailable", retryable, params: { cause } };
}

describe("a store that cannot be had", () => {
  it.each(stores)("says so and is had again: %s", async (store) => {
    const read = reads(newName(), 40)[store] ?? fail;
    openingFails();
    expect(await failureOf(read())).toEqual(unavailable("failed"));
    vi.restoreAllMocks();
    await read();

    const other = reads(newName(), 40)[store] ?? fail;
    openingNeverAnswers();
    expect(await failureOf(other())).toEqual(unavailable("no-answer"));
    vi.restoreAllMocks();
    await other();
  });

  it.each(stores)("answers no request, and then does: %s", async (store) => {
    const read = reads(newName(), 200)[store] ?? fail;
    await read();
    readingNeverAnswers();
    expect(await failureOf(read())).toEqual(unavailable("no-answer"));
    vi.restoreAllMocks();
    await read();
  });

  it("is closed underneath, and the ledger, which money waits for, asks again by itself", async () => {
    const closeAll = closedUnderneath();
    const { ledger = fail } = reads(newName(), 1000);
    await ledger();
    closeAll();
    await ledger();
  });

  const others = stores.filter((store) => store !== "ledger");
  it.each(others)("is closed underneath, and opened anew: %s", async (store) => {
    const closeAll = closedUnderneath();
    const read = reads(newName(), 1000)[store] ?? fail;
    await read();
    closeAll();
    expect(await failureOf(read())).toEqual(unavailable("closed"));
    await read();
  });

  it("is held by a tab with an older page, until that lets go", async () => {
    const name = newName();
    const letGo = await heldByAnother(name, 1);
    const open = database(name, { limitMs: 40 });
    expect(await failureOf(open())).toEqual(unavailable("blocked"));
    expect(await failureOf(open())).toEqual(unavailable("blocked"));
    letGo();
    await vi.waitFor(() => open());
  });

  it("was written by a newer page", async () => {
    const name = newName();
    (await heldByAnother(name, 99))();
    expect(await failureOf(database(name)())).toEqual(unavailable("newer-version"));
  });

  it("lets a newer page have it at once, which then is what it says", async () => {
    const name = newName();
    const open = database(name);
    await open();
    const newer = await heldByAnother(name, 99);
    expect(await failureOf(open())).toEqual(unavailable("newer-version"));
    newer();
  });

  it("does not do later what got no answer", async () => {
    const name = newName();
    const open = database(name, { limitMs: 40 });
    const ledger = databaseLedger(open);
    await ledger.update("2026-11-25", () => 3);
    readingNeverAnswers();
    await failureOf(ledger.update("2026-11-25", (spent) => spent + 4));
    vi.restoreAllMocks();
    expect(await ledger.spentNanoUsd("2026-11-25")).toBe(3);
  });

  it("keeps one connection for all", async () => {
    const open = vi.spyOn(indexedDB, "open");
    const { runs = fail, router = fail, ledger = fail } = reads(newName(), 1000);
    await Promise.all([runs(), router(), ledger()]);
    await runs();
    expect(open).toHaveBeenCalledTimes(1);
  });
});

function fail(): Promise<never> {
  return Promise.reject(new TypeError("no such store"));
}
