import { AppError } from "../log/errors.ts";
import { isNano } from "../models/budget/nano-usd.ts";
import type { SpendingLedger } from "../models/budget/spending-cap.ts";
import { within } from "../shared/indexeddb/time-limit.ts";
import { abort, atomically } from "../shared/indexeddb/transaction.ts";
import type { Database } from "./database.ts";

export interface StoredSpending extends SpendingLedger {
  /** The user sets a day back to 0, for example if damaged. */
  reset(day: string): Promise<void>;
}

const usualLimitMs = 5_000;

/**
 * Each update is one transaction that computes before it writes, so a refusal changes nothing. Rows
 * are never deleted: that needs a trusted clock. Throws `spending-record-damaged`, or
 * `storage-unavailable` after `limitMs`; then nothing was written.
 */
export function databaseLedger(
  open: () => Promise<Database>,
  { limitMs = usualLimitMs }: { limitMs?: number } = {},
): StoredSpending {
  let opened: Promise<Database> | null = null;
  const database = () => {
    opened ??= open();
    return opened;
  };

  /** Retries once on a closed connection, on which `use` cannot have begun anything. */
  async function connected<T>(use: (database: Database) => T): Promise<T> {
    const own = await database();
    try {
      return use(own);
    } catch (thrown) {
      if (!isClosed(thrown)) throw thrown;
      opened = null;
      return use(await database());
    }
  }

  async function typed<T>(answer: Promise<T>, onLate: () => void): Promise<T> {
    try {
      return await within(answer, limitMs, () => {
        onLate();
        return unavailable("no-answer");
      });
    } catch (thrown) {
      if (thrown instanceof AppError && thrown.code !== "storage-unavailable") throw thrown;
      opened = null;
      throw thrown instanceof AppError ? thrown : unavailable("failed", thrown);
    }
  }

  function write(day: string, next: (stored: unknown) => number): Promise<void> {
    let isLate = false;
    let undo = () => {};
    const written = async () => {
      const transaction = await connected((own) =>
        // The reservation must be on disk before the call.
        own.transaction("spending", "readwrite", { durability: "strict" }),
      );
      undo = () => abort(transaction);
      await atomically(transaction, async ({ store }) => {
        if (isLate) throw unavailable("no-answer");
        await store.put(next(await store.get(day)), day);
      });
    };
    return typed(written(), () => {
      isLate = true;
      undo();
    });
  }

  return {
    async spentNanoUsd(day) {
      const read = connected((own) => {
        const { store, done } = own.transaction("spending");
        done.catch(() => undefined);
        return store.get(day);
      });
      return amountOf(day, await typed(read, () => undefined));
    },
    update: (day, change) => write(day, (stored) => amount(change(amountOf(day, stored)))),
    reset: (day) => write(day, () => 0),
  };
}

/** Reading a damaged amount as 0 would lift the cap. */
function amountOf(day: string, stored: unknown): number {
  if (stored === undefined) return 0;
  if (isNano(stored)) return stored;
  throw new AppError("spending-record-damaged", { day });
}

function amount(value: number): number {
  if (isNano(value)) return value;
  throw new AppError("internal", { message: "a sum of money is out of bounds" });
}

function unavailable(cause: "failed" | "no-answer", thrown?: unknown): AppError {
  return new AppError("storage-unavailable", { cause }, { retryable: true, cause: thrown });
}

function isClosed(thrown: unknown): boolean {
  if (thrown instanceof AppError) return thrown.params["cause"] === "closed";
  return thrown instanceof DOMException && thrown.name === "InvalidStateError";
}
