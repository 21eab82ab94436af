/** Everything is validated on read. */
import * as z from "zod/mini";
import { completedBy, isComplete } from "../evaluation/analysis/complete.ts";
import { type CallMemory, rememberedCall } from "../evaluation/batch/memory.ts";
import { type QuestionRow, questionRow } from "../evaluation/questions/question.ts";
import { type LabResult, labBatch, labResult } from "../evaluation/types.ts";
import { AppError } from "../log/errors.ts";
import type { SpendingLedger } from "../models/budget/spending-cap.ts";
import { unreadable } from "../shared/indexeddb/damaged.ts";
import { atomically } from "../shared/indexeddb/transaction.ts";
import type { Database, LabKey } from "./database.ts";

const nano = z.int().check(z.gte(0));
const storedBatch = z.object({
  batch: labBatch,
  imported: z.boolean(),
  keepsLogs: z.boolean(),
  /** Billionths of a US dollar, with the reservation of an open call. */
  paidNanoUsd: z._default(nano, 0),
});
export type StoredBatch = z.infer<typeof storedBatch>;

export interface LogText {
  question: string;
  configuration: string;
  text: string;
}

export interface LabStorage {
  batches(): Promise<StoredBatch[]>;
  damaged(): Promise<string[]>;
  batch(id: string): Promise<StoredBatch | null>;
  /** All or nothing. Throws `quota-exceeded`, as do all writes. */
  create(stored: StoredBatch, questions: readonly QuestionRow[]): Promise<void>;
  change(id: string, change: (stored: StoredBatch) => StoredBatch): Promise<void>;
  remove(id: string): Promise<void>;
  question(id: string, index: number): Promise<QuestionRow | null>;
  /** In order and in pieces, without damaged ones. */
  questions(id: string): AsyncIterable<QuestionRow[]>;
  counts(id: string): Promise<{ done: number; failed: number }>;
  resultKeys(id: string): Promise<{ question: string; configuration: string }[]>;
  results(id: string): AsyncIterable<LabResult[]>;
  /** Writes both or neither. */
  keep(result: LabResult, logText: string | null): Promise<void>;
  keepAll(results: readonly LabResult[]): Promise<void>;
  keepLogs(id: string, logs: readonly LogText[]): Promise<void>;
  deleteFailed(id: string): Promise<void>;
  log(id: string, question: string, configuration: string): Promise<string | null>;
  logs(id: string): AsyncIterable<LogText[]>;
  /** Deletes all other batches' logs; if none, this one's. Returns the count. */
  deleteOlderLogs(id: string): Promise<number>;
  countCalls(): Promise<number>;
  clearCalls(): Promise<void>;
  readonly calls: CallMemory;
  readonly paid: SpendingLedger;
}

const piece = 200;
const stores = ["labBatches", "labQuestions", "labResults", "labLogs"] as const;

export function databaseLab(database: () => Promise<Database>): LabStorage {
  return {
    ...batchesOf(database),
    ...resultsOf(database),
    ...logsOf(database),
    async countCalls() {
      return (await database()).count("labCalls");
    },
    async clearCalls() {
      await (await database()).clear("labCalls");
    },
    calls: {
      async get(key) {
        const call = rememberedCall.safeParse(await (await database()).get("labCalls", key));
        return call.success ? call.data : null;
      },
      put: (key, call) =>
        inRoom(async () => {
          await (await database()).put("labCalls", call, key);
        }),
    },
    paid: paidOf(database),
  };
}

type Part<Name extends keyof LabStorage> = Pick<LabStorage, Name>;
type Open = () => Promise<Database>;

function batchesOf(
  database: Open,
): Part<
  "batches" | "damaged" | "batch" | "create" | "change" | "remove" | "question" | "questions"
> {
  return {
    async batches() {
      const all = await (await database()).getAll("labBatches");
      return all
        .flatMap((value) => batchOf(value) ?? [])
        .sort((a, b) => b.batch.createdEpochMs - a.batch.createdEpochMs);
    },
    async damaged() {
      return unreadable((await database()).transaction("labBatches").store, batchOf);
    },
    async batch(id) {
      return batchOf(await (await database()).get("labBatches", id));
    },
    create: (stored, questions) =>
      inRoom(async () => {
        const { id } = stored.batch;
        const transaction = (await database()).transaction(
          ["labBatches", "labQuestions"],
          "readwrite",
        );
        const rows = transaction.objectStore("labQuestions");
        for (const [index, row] of questions.entries()) await rows.put(row, [id, index]);
        await transaction.objectStore("labBatches").put(stored, id);
        await transaction.done;
      }),
    change: (id, change) => inRoom(async () => changeBatch(await database(), id, change)),
    async remove(id) {
      const transaction = (await database()).transaction(stores, "readwrite");
      await transaction.objectStore("labBatches").delete(id);
      await transaction.objectStore("labQuestions").delete(under(id));
      await transaction.objectStore("labResults").delete(under(id));
      await transaction.objectStore("labLogs").delete(under(id));
      await transaction.done;
    },
    async question(id, index) {
      const row = questionRow.safeParse(await (await database()).get("labQuestions", [id, index]));
      return row.success ? row.data : null;
    },
    async *questions(id) {
      for (let index = 0; ; index += piece) {
        const range = IDBKeyRange.bound([id, index], [id, index + piece], false, true);
        const values = await (await database()).getAll("labQuestions", range);
        if (values.length === 0) return;
        yield values.flatMap((value) => questionRow.safeParse(value).data ?? []);
      }
    },
  };
}

function resultsOf(
  database: Open,
): Part<"counts" | "resultKeys" | "results" | "keep" | "keepAll" | "deleteFailed"> {
  return {
    async counts(id) {
      const transaction = (await database()).transaction("labResults");
      const done = await transaction.store.count(under(id));
      const failed = await transaction.store.index("failed").count(id);
      return { done, failed };
    },
    async resultKeys(id) {
      const keys = await (await database()).getAllKeys("labResults", under(id));
      return keys.map(([, question, configuration]) => ({ question, configuration }));
    },
    async *results(id) {
      const open = await database();
      const keys = await open.getAllKeys("labResults", under(id));
      const ranges = [...pieces(keys)];
      const fetched = (index: number) => {
        const range = ranges[index];
        const values = range === undefined ? null : open.getAll("labResults", range);
        // Its rejection is handled when awaited.
        values?.catch(() => undefined);
        return values;
      };
      // The next piece comes while this one is validated.
      let coming = fetched(0);
      for (let index = 1; coming !== null; index += 1) {
        const values = await coming;
        coming = fetched(index);
        const results = values.flatMap((value) => labResult.safeParse(value).data ?? []);
        yield [...(await completed(open, results))];
      }
    },
    keep: (result, logText) =>
      inRoom(async () => {
        const transaction = (await database()).transaction(["labResults", "labLogs"], "readwrite");
        const key = keyOf(result);
        await transaction.objectStore("labResults").put(indexed(result), key);
        if (logText !== null) await transaction.objectStore("labLogs").put(logText, key);
        await transaction.done;
      }),
    keepAll: (results) =>
      inRoom(async () => {
        const transaction = (await database()).transaction("labResults", "readwrite");
        for (const result of results) await transaction.store.put(indexed(result), keyOf(result));
        await transaction.done;
      }),
    async deleteFailed(id) {
      const transaction = (await database()).transaction(["labResults", "labLogs"], "readwrite");
      const results = transaction.objectStore("labResults");
      for (const key of await results.index("failed").getAllKeys(id)) {
        await results.delete(key);
        await transaction.objectStore("labLogs").delete(key);
      }
      await transaction.done;
    },
  };
}

/** Completes results of earlier versions from their logs; once, since the outcome is stored. */
async function completed(
  database: Database,
  results: readonly LabResult[],
): Promise<readonly LabResult[]> {
  const earlier = results.filter((result) => !isComplete(result));
  const logged = await withLog(database, earlier);
  if (logged.length === 0) return results;
  const told = new Map<LabResult, LabResult>();
  for (const result of logged) {
    const log = textOf(await database.get("labLogs", keyOf(result)));
    if (log === null) continue;
    const whole = completedBy(log, result);
    if (whole !== result) told.set(result, whole);
  }
  const transaction = database.transaction("labResults", "readwrite");
  for (const result of told.values()) {
    const key = keyOf(result);
    const isThere = (await transaction.store.getKey(key)) !== undefined;
    if (isThere) await transaction.store.put(indexed(result), key);
  }
  // Without room they are computed again.
  await transaction.done.catch(() => undefined);
  return results.map((result) => told.get(result) ?? result);
}

/** Keeps the order; reads keys only, since most results have no log. */
async function withLog(
  database: Database,
  results: readonly LabResult[],
): Promise<readonly LabResult[]> {
  const [first, last] = [results[0], results.at(-1)];
  if (first === undefined || last === undefined) return [];
  const range = IDBKeyRange.bound(keyOf(first), keyOf(last));
  const keys = await database.getAllKeys("labLogs", range);
  const there = new Set(keys.map((key) => JSON.stringify(key)));
  return results.filter((result) => there.has(JSON.stringify(keyOf(result))));
}

function logsOf(database: Open): Part<"keepLogs" | "log" | "logs" | "deleteOlderLogs"> {
  return {
    keepLogs: (id, logs) =>
      inRoom(async () => {
        const transaction = (await database()).transaction("labLogs", "readwrite");
        for (const { question, configuration, text } of logs) {
          await transaction.store.put(text, [id, question, configuration]);
        }
        await transaction.done;
      }),
    async log(id, question, configuration) {
      return textOf(await (await database()).get("labLogs", [id, question, configuration]));
    },
    async *logs(id) {
      const keys = await (await database()).getAllKeys("labLogs", under(id));
      // Pieces are smaller: a log is about ten kilobytes.
      for (let first = 0; first < keys.length; first += piece / 10) {
        const some = keys.slice(first, first + piece / 10);
        const texts: LogText[] = [];
        for (const key of some) {
          const text = textOf(await (await database()).get("labLogs", key));
          if (text !== null) texts.push({ question: key[1], configuration: key[2], text });
        }
        yield texts;
      }
    },
    async deleteOlderLogs(id) {
      const transaction = (await database()).transaction("labLogs", "readwrite");
      const keys = await transaction.store.getAllKeys();
      const others = keys.filter(([batch]) => batch !== id);
      const old = others.length > 0 ? others : keys;
      for (const key of old) await transaction.store.delete(key);
      await transaction.done;
      return old.length;
    },
  };
}

/**
 * Each update is one transaction across tabs. A missing or damaged batch throws
 * `spending-record-damaged` rather than count as unspent.
 */
function paidOf(database: Open): SpendingLedger {
  return {
    async spentNanoUsd(id) {
      return paidBy(id, batchOf(await (await database()).get("labBatches", id))).paidNanoUsd;
    },
    async update(id, change) {
      const own = await database();
      const transaction = own.transaction("labBatches", "readwrite", { durability: "strict" });
      await atomically(transaction, async ({ store }) => {
        const stored = paidBy(id, batchOf(await store.get(id)));
        const paidNanoUsd = nano.parse(change(stored.paidNanoUsd));
        await store.put({ ...stored, paidNanoUsd }, id);
      });
    },
  };
}

function paidBy(id: string, stored: StoredBatch | null): StoredBatch {
  if (stored === null) throw new AppError("spending-record-damaged", { batch: id });
  return stored;
}

async function changeBatch(
  database: Database,
  id: string,
  change: (stored: StoredBatch) => StoredBatch,
): Promise<void> {
  const transaction = database.transaction("labBatches", "readwrite");
  const stored = batchOf(await transaction.store.get(id));
  if (stored !== null) await transaction.store.put(change(stored), id);
  await transaction.done;
}

function batchOf(value: unknown): StoredBatch | null {
  const stored = storedBatch.safeParse(value);
  return stored.success ? stored.data : null;
}

function keyOf({ batch, question, configuration }: LabResult): LabKey {
  return [batch, question, configuration];
}

function indexed(result: LabResult): object {
  return result.outcome === "failed" ? { ...result, failedBatch: result.batch } : result;
}

function textOf(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}

/** An array sorts after any string. */
function under(id: string): IDBKeyRange {
  return IDBKeyRange.bound([id], [id, []]);
}

function* pieces(keys: readonly LabKey[]): Generator<IDBKeyRange> {
  for (let first = 0; first < keys.length; first += piece) {
    yield IDBKeyRange.bound(keys[first], keys[Math.min(first + piece, keys.length) - 1]);
  }
}

/** A full storage becomes an AppError that offers a choice. */
async function inRoom(write: () => Promise<void>): Promise<void> {
  try {
    await write();
  } catch (thrown) {
    const full = thrown instanceof DOMException && thrown.name === "QuotaExceededError";
    throw full ? new AppError("quota-exceeded", { kept: "lab" }, { cause: thrown }) : thrown;
  }
}
