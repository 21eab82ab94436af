/**
 * Small rows let long lists open fast; logs are stored in pieces, as they arrive. Validated on
 * read.
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
  /** The tier that was to run it. */
  choice: planChoice,
  /** In US dollars; null if partly unknown. */
  usd: z.nullable(dollars),
  seconds,
  promptTokens: count,
  generatedTokens: count,
});
export type StageSummary = z.infer<typeof stageSummary>;

export const runSummary = z.object({
  id,
  question: z.string(),
  /** Null if the question serves. */
  title: z.nullable(z.string()),
  begunEpochMs: epochMs,
  savedEpochMs: epochMs,
  method: z.string(),
  library: z.string(),
  small: z.string(),
  large: z.nullable(z.string()),
  /** Null: not ended, or broken off with its tab. */
  outcome: z.nullable(z.enum(["answered", "stopped", "failed"])),
  short: z.string(),
  /** Absent without an answer, and in earlier versions. */
  found: z.optional(z.enum(["found", "partly-found", "not-in-library"])),
  sure: z.optional(z.nullable(z.number().check(z.gte(0), z.lte(1)))),
  steps: count,
  /** In US dollars; null if partly unknown. */
  usd: z.nullable(dollars),
  seconds,
  events: count,
  /** Size of its log, in characters of JSON. */
  size: count,
  continues: z.nullable(z.string()),
  /**
   * Only for runs in one go: others would not predict a similar run. Absent in earlier versions.
   */
  stages: z.optional(z.record(stage, stageSummary)),
  /** Set while the deletion can be undone. */
  deletedEpochMs: z.nullable(epochMs),
});
export type RunSummary = z.infer<typeof runSummary>;

/** `from` is the first event's `seq`. */
export interface LogPiece {
  from: number;
  events: readonly RunEvent[];
}

const storedPiece = z.object({ from: count, events: z.array(z.unknown()) });

export interface RunStorage {
  list(): Promise<RunSummary[]>;
  damaged(): Promise<string[]>;
  /**
   * Writes atomically; keeps title and deletion mark. False, with nothing written, if the run was
   * deleted meanwhile.
   */
  append(row: RunSummary, piece: LogPiece): Promise<boolean>;
  /** Throws `run-file-invalid` if damaged. */
  log(id: string): Promise<RunEvent[] | null>;
  rename(id: string, title: string | null): Promise<void>;
  mark(ids: readonly string[], deletedEpochMs: number | null): Promise<void>;
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
        // Without room only the transaction has the reason.
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

/** Events after a gap cannot be trusted. */
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
