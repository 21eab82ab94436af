import "fake-indexeddb/auto";
import { readFile } from "node:fs/promises";
import { expect, it, vi } from "vitest";
import { paidUsd } from "../evaluation/batch/budget.ts";
import type { LabResult } from "../evaluation/types.ts";
import { foldLedger } from "../folds/ledger.ts";
import { foldTrace } from "../folds/trace.ts";
import { surenessOf } from "../folds/verifier/verifier.ts";
import { openRunFile } from "../log/file.ts";
import { fakeSettings } from "../testing/fakes.ts";
import { openDatabase } from "./database.ts";
import { databaseLab, type StoredBatch } from "./lab.ts";

let count = 0;
function fresh() {
  count += 1;
  const opened = openDatabase(`lab-store-${count}`);
  return { opened, storage: databaseLab(() => opened) };
}

const spent = { calls: 1, largeCalls: 0, tokens: 10, largeTokens: 0, usd: 0, seconds: 1 };

function resultOf(batch: string, index: number, failed = false): LabResult {
  return {
    batch,
    question: `q${index}`,
    configuration: "SSS",
    outcome: failed ? "failed" : "answered",
    error: failed ? "remote-timeout" : null,
    prediction: "Danube",
    metrics: {
      right: 1,
      rightChoice: null,
      coverEm: 1,
      coverEmTokens: 1,
      coverEmOutput: 1,
      em: 1,
      f1: 1,
      hit: 1,
      matching: 1,
      rouge1: 1,
      rouge2: 0,
      rougeL: 1,
      supportRecall: null,
    },
    total: spent,
    byStage: { plan: spent, solve: spent, summarise: spent },
    paidUsd: 0,
    rememberedCalls: 0,
    searches: 1,
    bytesSent: 0,
    parses: 1,
    parseFailures: 0,
    exit: null,
    misled: null,
  };
}

function stored(id: string): StoredBatch {
  const configuration = { id: "SSS", title: "All small", settings: fakeSettings, small: null };
  const batch = {
    id,
    title: id,
    createdEpochMs: Number(id.slice(1)),
    set: "test",
    questionCount: 450,
    library: "shared" as const,
    configurations: [configuration],
    models: { small: "small", large: null },
    largePrice: null,
    budgetUsd: null,
    seed: 0,
  };
  return { batch, imported: false, keepsLogs: true, paidNanoUsd: 0 };
}

const questions = Array.from({ length: 450 }, (_, index) => ({
  id: `q${index}`,
  question: `Question ${index}?`,
  answers: ["yes"],
}));

async function all<T>(pieces: AsyncIterable<readonly T[]>): Promise<T[]> {
  const found: T[] = [];
  for await (const some of pieces) found.push(...some);
  return found;
}

it("keeps batches apart, newest first, whole and in order, and counts without reading", async () => {
  const { storage } = fresh();
  await storage.create(stored("b1"), questions);
  await storage.create(stored("b2"), questions.slice(0, 2));
  for (let i = 0; i < 401; i += 1) await storage.keep(resultOf("b1", i, i % 100 === 7), "log");
  await storage.keep(resultOf("b2", 0), null);
  expect((await storage.batches()).map(({ batch }) => batch.id)).toEqual(["b2", "b1"]);
  expect(await all(storage.questions("b1"))).toEqual(questions);
  expect(await storage.question("b1", 449)).toEqual(questions[449]);
  expect(await storage.counts("b1")).toEqual({ done: 401, failed: 4 });
  expect(await storage.counts("b2")).toEqual({ done: 1, failed: 0 });
  const results = await all(storage.results("b1"));
  expect(results).toHaveLength(401);
  expect(results.find(({ question }) => question === "q7")).toEqual(resultOf("b1", 7, true));
  await storage.deleteFailed("b1");
  expect(await storage.counts("b1")).toEqual({ done: 397, failed: 0 });
  expect(await storage.log("b1", "q7", "SSS")).toBeNull();
  expect(await storage.log("b1", "q8", "SSS")).toBe("log");
});

it("tells what results of earlier versions do not, by their logs, and keeps that", async () => {
  const { opened, storage } = fresh();
  const log = await readFile("src/testing/runs/siam.run.json", "utf8");
  await storage.create(stored("b1"), []);
  await storage.keep(resultOf("b1", 0), log);
  await storage.keep(resultOf("b1", 1), "no log");
  await storage.keep(resultOf("b1", 2), null);
  const results = await all(storage.results("b1"));
  const { byStage } = foldLedger(openRunFile(log));
  expect(results.map(({ rolesApart }) => rolesApart)).toEqual([true, undefined, undefined]);
  expect(results[0]?.byStage.plan.calls).toBe(byStage.plan.calls);
  expect(results[0]?.byStage.plan.calls).toBeGreaterThan(1);
  expect(results[0]?.sure).toBe(surenessOf(foldTrace(openRunFile(log))));
  expect(results.slice(1)).toEqual([resultOf("b1", 1), resultOf("b1", 2)]);
  expect(await (await opened).get("labResults", ["b1", "q0", "SSS"])).toEqual(results[0]);
});

it("leaves what is told as it is, and of a failed run tells that there is no answer", async () => {
  const { storage } = fresh();
  const log = await readFile("src/testing/runs/siam.run.json", "utf8");
  await storage.create(stored("b1"), []);
  await storage.keep({ ...resultOf("b1", 0), rolesApart: true, sure: 0.25 }, log);
  await storage.keep({ ...resultOf("b1", 1, true), rolesApart: true }, log);
  const results = await all(storage.results("b1"));
  expect(results.map(({ sure }) => sure)).toEqual([0.25, null]);
});

it("deletes a batch with all that is its own, and nothing else", async () => {
  const { opened, storage } = fresh();
  for (const id of ["b1", "b10"]) {
    await storage.create(stored(id), questions.slice(0, 3));
    await storage.keep(resultOf(id, 0), "log");
  }
  await storage.remove("b1");
  expect((await storage.batches()).map(({ batch }) => batch.id)).toEqual(["b10"]);
  const database = await opened;
  for (const [name, left] of [
    ["labQuestions", 3],
    ["labResults", 1],
    ["labLogs", 1],
  ] as const) {
    expect(await database.count(name)).toBe(left);
  }
});

it("deletes the logs of other batches first, then its own", async () => {
  const { storage } = fresh();
  for (const id of ["b1", "b2"]) {
    await storage.create(stored(id), []);
    await storage.keep(resultOf(id, 0), "log");
  }
  expect(await storage.deleteOlderLogs("b2")).toBe(1);
  expect(await storage.log("b2", "q0", "SSS")).toBe("log");
  expect(await storage.deleteOlderLogs("b2")).toBe(1);
  expect(await storage.log("b2", "q0", "SSS")).toBeNull();
  expect(await storage.counts("b2")).toEqual({ done: 1, failed: 0 });
});

it("loses no money when two tabs pay at once, and writes nothing when a change is refused", async () => {
  const { storage } = fresh();
  await storage.create(stored("b1"), []);
  await Promise.all([1, 2, 3].map((sum) => storage.paid.update("b1", (paid) => paid + sum)));
  expect(await storage.paid.spentNanoUsd("b1")).toBe(6);
  const refused = storage.paid.update("b1", () => {
    throw new RangeError("no");
  });
  await expect(refused).rejects.toThrow("no");
  expect(await storage.paid.spentNanoUsd("b1")).toBe(6);
});

it("keeps no budget of a batch that is gone or damaged: it refuses instead of letting all through", async () => {
  const { opened, storage } = fresh();
  const error = { code: "spending-record-damaged", params: { batch: "b1" } };
  const change = vi.fn(() => 1);
  await expect(storage.paid.update("b1", change)).rejects.toMatchObject(error);
  await expect(storage.paid.spentNanoUsd("b1")).rejects.toMatchObject(error);
  expect(await paidUsd(storage.paid, "b1")).toBeNull();
  const damaged = { ...stored("b1"), paidNanoUsd: Number.NaN };
  await (await opened).put("labBatches", damaged, "b1");
  await expect(storage.paid.update("b1", change)).rejects.toMatchObject(error);
  expect(change).not.toHaveBeenCalled();
  expect(await (await opened).get("labBatches", "b1")).toEqual(damaged);
});

it("never writes a sum that would make the batch unreadable", async () => {
  const { storage } = fresh();
  await storage.create(stored("b1"), []);
  await storage.paid.update("b1", () => 5);
  for (const sum of [Number.NaN, -1, 0.5, 9e15 * 9]) {
    await expect(storage.paid.update("b1", () => sum)).rejects.toThrow();
  }
  expect(await storage.paid.spentNanoUsd("b1")).toBe(5);
});

it("passes over what is damaged", async () => {
  const { opened, storage } = fresh();
  await storage.create(stored("b1"), []);
  await storage.keep(resultOf("b1", 0), "log");
  const database = await opened;
  await database.put("labBatches", { batch: "?" }, "b2");
  await database.put("labResults", { outcome: "?" }, ["b1", "q1", "SSS"]);
  await database.put("labLogs", 7, ["b1", "q1", "SSS"]);
  await database.put("labCalls", { text: 1 }, "key");
  expect(await storage.batches()).toHaveLength(1);
  expect(await all(storage.results("b1"))).toHaveLength(1);
  expect(await storage.log("b1", "q1", "SSS")).toBeNull();
  expect(await storage.calls.get("key")).toBeNull();
});

it("says that the storage is full as an error of the app", async () => {
  const { opened } = fresh();
  const full = new Proxy(await opened, {
    get(database, name) {
      if (name !== "transaction") return Reflect.get(database, name);
      return () => {
        throw new DOMException("full", "QuotaExceededError");
      };
    },
  });
  const keep = databaseLab(async () => full).keep(resultOf("b1", 0), "log");
  await expect(keep).rejects.toMatchObject({ code: "quota-exceeded" });
});
