/**
 * The runs of this browser. A small row a run, so that a long list opens at once; its log in
 * pieces beside it, each written as it came. What is stored is checked when it is read.
 */
import * as z from "zod/mini";
import { count, dollars, epochMs, id, seconds } from "../log/bounds.ts";
import { AppError } from "../log/errors.ts";
import type { RunEvent } from "../log/events.ts";
import { openLogInParts } from "../log/file.ts";
import { planChoice, stage } from "../log/types.ts";
import { unreadable } from "../shared/indexeddb/damaged.ts";
import { yieldToMain } from "../shared/yield-to-main.ts";
import type { Database } from "./database.ts";

const stageSummary = z.object({
  /** Who was to do it, by the switch. */
  choice: planChoice,
  /** US dollars; null: part of it is unknown. */
  usd: z.nullable(dollars),
  /** Of models and searches, here and elsewhere. */
  seconds,
  /** Sums over its calls of language models. */
  promptTokens: count,
  generatedTokens: count,
});
export type StageSummary = z.infer<typeof stageSummary>;

export const runSummary = z.object({
  id,
  question: z.string(),
  /** The name a person gave it; null: its question. */
  title: z.nullable(z.string()),
  begunEpochMs: epochMs,
  /** When its last piece was written. */
  savedEpochMs: epochMs,
  method: z.string(),
  library: z.string(),
  small: z.string(),
  large: z.nullable(z.string()),
  /** Null: it has not ended, or it broke off with its tab. */
  outcome: z.nullable(z.enum(["answered", "stopped", "failed"])),
  short: z.string(),
  /** Whether that was found where it was looked up; absent without an answer, and in rows of earlier versions. */
  found: z.optional(z.enum(["found", "partly-found", "not-in-library"])),
  /** P(right), in [0, 1], as the verifier tells it; null or absent where it does not. */
  sure: z.optional(z.nullable(z.number().check(z.gte(0), z.lte(1)))),
  steps: count,
  /** US dollars; null: part of it is unknown. */
  usd: z.nullable(dollars),
  seconds,
  events: count,
  /** Characters of its log as JSON. */
  size: count,
  /** The run whose beginning it has; null: none. */
  continues: z.nullable(z.string()),
  /**
   * What each stage took, of a run that was answered in one go: the others' would tell nothing
   * of a run like it. Absent in rows of earlier versions, too.
   */
  stages: z.optional(z.record(stage, stageSummary)),
  /** Set while a deletion can still be taken back. */
  deletedEpochMs: z.nullable(epochMs),
});
export type RunSummary = z.infer<typeof runSummary>;

/** Neighbouring events of a log; `from` is the `seq` of the first. */
export interface LogPiece {
  from: number;
  events: readonly RunEvent[];
}

const storedPiece = z.object({ from: count, events: z.array(z.unknown()) });

/** Writing throws `quota-exceeded` where the browser has no more room. */
export interface RunStorage {
  /** All rows, the newest first, those that are being deleted too. */
  list(): Promise<RunSummary[]>;
  /** The ids of rows that cannot be read, which the list leaves out. */
  damaged(): Promise<string[]>;
  /**
   * Writes a piece and the row together. A person's title and deletion stay. False, and
   * nothing is written, where the run was deleted since its first piece.
   */
  append(row: RunSummary, piece: LogPiece): Promise<boolean>;
  /** Null where there is none. Throws `run-file-invalid` when it is damaged. */
  log(id: string): Promise<RunEvent[] | null>;
  rename(id: string, title: string | null): Promise<void>;
  /** Marks for deletion, or takes that back with null. */
  mark(ids: readonly string[], deletedEpochMs: number | null): Promise<void>;
  /** Deletes for good. */
  remove(ids: readonly string[]): Promise<void>;
}

export function databaseRuns(database: () => Promise<Database>): RunStorage {
  async function change(id: string, what: Partial<RunSummary>): Promise<void> {
    const transaction = (await database()).transaction("runs", "readwrite");
    const row = readable(await transaction.store.get(id));
    if (row !== null) await transaction.store.put({ ...row, ...what }, id);
    await transaction.done;
  }

  return {
    async list() {
      const rows = await (await database()).getAll("runs");
      return rows
        .flatMap((value) => readable(value) ?? [])
        .sort((a, b) => b.begunEpochMs - a.begunEpochMs || a.id.localeCompare(b.id));
    },
    async damaged() {
      return unreadable((await database()).transaction("runs").store, readable);
    },
    append: (row, piece) =>
      mindingRoom(async () => {
        const transaction = (await database()).transaction(["runs", "runLogs"], "readwrite");
        const rows = transaction.objectStore("runs");
        const before = readable(await rows.get(row.id));
        const goesOn = piece.from === 0 || before !== null;
        const { title, deletedEpochMs } = before ?? row;
        const writes = goesOn
          ? [
              rows.put({ ...row, title, deletedEpochMs }, row.id),
              transaction
                .objectStore("runLogs")
                .put({ from: piece.from, events: [...piece.events] }, [row.id, piece.from]),
            ]
          : [];
        // Where there is no room writes may fail, too; only the transaction says why.
        const [end] = await Promise.allSettled([transaction.done, ...writes]);
        if (end.status === "rejected") throw end.reason;
        return goesOn;
      }),
    async log(id) {
      const pieces = await (await database()).getAll("runLogs", piecesOf(id));
      const events = inOrder(pieces);
      return events.length === 0 ? null : openLogInParts(events, yieldToMain);
    },
    rename: (id, title) => change(id, { title }),
    async mark(ids, deletedEpochMs) {
      for (const id of ids) await change(id, { deletedEpochMs });
    },
    async remove(ids) {
      const transaction = (await database()).transaction(["runs", "runLogs"], "readwrite");
      for (const id of ids) {
        await transaction.objectStore("runs").delete(id);
        await transaction.objectStore("runLogs").delete(piecesOf(id));
      }
      await transaction.done;
    },
  };
}

function readable(value: unknown): RunSummary | null {
  const row = runSummary.safeParse(value);
  return row.success ? row.data : null;
}

function piecesOf(id: string): IDBKeyRange {
  return IDBKeyRange.bound([id, 0], [id, Number.POSITIVE_INFINITY]);
}

/** The events of the pieces as far as none is missing: a gap ends what can be trusted. */
function inOrder(pieces: readonly unknown[]): unknown[] {
  const events: unknown[] = [];
  for (const value of pieces) {
    const piece = storedPiece.safeParse(value);
    if (!piece.success || piece.data.from !== events.length) break;
    for (const event of piece.data.events) events.push(event);
  }
  return events;
}

async function mindingRoom<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (thrown) {
    if (thrown instanceof Error && thrown.name === "QuotaExceededError") {
      throw new AppError("quota-exceeded", {}, { cause: thrown });
    }
    throw thrown;
  }
}
