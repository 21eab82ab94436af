/** Validated on read. */
import * as z from "zod/mini";
import { id } from "../log/bounds.ts";
import { answerer } from "../methods/homo-router/training/answerer.ts";
import { maxRouterRows } from "../methods/homo-router/training/limits.ts";
import {
  type RouterPolicy,
  readPolicy,
  writePolicy,
} from "../methods/homo-router/training/policy.ts";
import { type Matching, matchings, type ScoreRow } from "../methods/homo-router/training/scores.ts";
import { unreadable } from "../shared/indexeddb/damaged.ts";
import type { Database } from "./database.ts";

const piece = 250;

const score = z.number().check(z.gte(0), z.lte(1));
const storedRow = z.object({
  id: id.check(z.minLength(1)),
  question: z.string().check(z.minLength(1)),
  set: z.optional(z.string()),
  golds: z.array(z.string()),
  scores: z.record(z.string(), score),
  vector: z.nullable(z.instanceof(Float32Array)),
  encoder: z._default(z.nullable(z.string()), null),
  predictions: z.record(z.string(), z.string()),
  answerer: z.optional(answerer),
});
const matching = z.enum(matchings);

export interface RouterStorage {
  rows(): Promise<ScoreRow[]>;
  damaged(): Promise<string[]>;
  /** Deletes first; rows beyond the limit are dropped. */
  putRows(rows: readonly ScoreRow[], deletedIds?: readonly string[]): Promise<void>;
  clearRows(): Promise<void>;
  policy(): Promise<RouterPolicy | null>;
  putPolicy(policy: RouterPolicy | null): Promise<void>;
  study(): Promise<string | null>;
  putStudy(text: string | null): Promise<void>;
  matching(): Promise<Matching>;
}

export function createRouterStorage(
  database: () => Promise<Database>,
  limit: number = maxRouterRows,
): RouterStorage {
  return {
    async rows() {
      const keys = await (await database()).getAllKeys("routerRows");
      const rows: ScoreRow[] = [];
      for (let first = 0; first < keys.length; first += piece) {
        const range = IDBKeyRange.bound(keys[first], keys[first + piece - 1] ?? keys.at(-1));
        for (const value of await (await database()).getAll("routerRows", range)) {
          const row = readable(value);
          if (row !== null) rows.push(row);
        }
      }
      return rows;
    },
    async damaged() {
      return unreadable((await database()).transaction("routerRows").store, readable);
    },
    async putRows(rows, deletedIds = []) {
      const transaction = (await database()).transaction("routerRows", "readwrite");
      for (const id of deletedIds) await transaction.store.delete(id);
      let room = limit - (await transaction.store.count());
      for (const row of rows) {
        const isNew = (await transaction.store.getKey(row.id)) === undefined;
        if (isNew && room <= 0) continue;
        if (isNew) room -= 1;
        await transaction.store.put(row, row.id);
      }
      await transaction.done;
    },
    async clearRows() {
      const open = await database();
      await open.clear("routerRows");
      await open.delete("routerState", "matching");
    },
    async policy() {
      return policyOf(await (await database()).get("routerState", "policy"));
    },
    async putPolicy(policy) {
      if (policy === null) await (await database()).delete("routerState", "policy");
      else await (await database()).put("routerState", writePolicy(policy), "policy");
    },
    async study() {
      const stored = await (await database()).get("routerState", "study");
      return typeof stored === "string" ? stored : null;
    },
    async putStudy(text) {
      if (text === null) await (await database()).delete("routerState", "study");
      else await (await database()).put("routerState", text, "study");
    },
    async matching() {
      const stored = matching.safeParse(await (await database()).get("routerState", "matching"));
      return stored.success ? stored.data : "token-f1";
    },
  };
}

function readable(value: unknown): ScoreRow | null {
  return storedRow.safeParse(value).data ?? null;
}

function policyOf(stored: unknown): RouterPolicy | null {
  if (typeof stored !== "string") return null;
  try {
    return readPolicy(stored);
  } catch {
    // A damaged or newer policy counts as none.
    return null;
  }
}
