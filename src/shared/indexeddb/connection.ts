/**
 * Browsers block, refuse, close and sometimes never answer, so this reopens, limits the time of
 * every request and throws typed errors.
 */
import { type DBSchema, type IDBPDatabase, type OpenDBCallbacks, openDB, wrap } from "idb";
import { AppError } from "../../log/errors.ts";
import { within } from "./time-limit.ts";

type StorageCause = "blocked" | "failed" | "newer-version" | "no-answer" | "closed";

export interface ConnectionOptions {
  limitMs?: number;
}

interface Layout<Schema extends DBSchema> {
  name: string;
  version: number;
  upgrade: NonNullable<OpenDBCallbacks<Schema>["upgrade"]>;
}

/** Long for a busy disk, short for a person. */
const usualLimitMs = 5_000;
/** Requests get this share of the limit after a timeout, until one answers. */
const impatience = 0.2;

/**
 * Opens on first use, and again when lost. Throws `storage-unavailable` with a `StorageCause`; a
 * full disk stays a `QuotaExceededError`.
 */
export function connection<Schema extends DBSchema>(
  layout: Layout<Schema>,
  options: ConnectionOptions = {},
): () => Promise<IDBPDatabase<Schema>> {
  const patience = new TimeLimit(options.limitMs ?? usualLimitMs);
  let current: Promise<IDBPDatabase<Schema>> | null = null;

  function open(): Promise<IDBPDatabase<Schema>> {
    const forget = () => {
      if (current === mine) current = null;
    };
    const mine = opened(layout, patience, forget);
    mine.catch(forget);
    return mine;
  }

  return () => {
    current ??= open();
    return current;
  };
}

class TimeLimit {
  readonly #limitMs: number;
  #isSilent = false;
  /** Shared by all openers: later ones queue behind a blocked one and get no event. */
  isBlocked = false;

  constructor(limitMs: number) {
    this.#limitMs = limitMs;
  }

  async wait<T>(answer: Promise<T>, giveUp: () => StorageCause): Promise<T> {
    const limitMs = this.#isSilent ? this.#limitMs * impatience : this.#limitMs;
    const value = await within(answer, limitMs, () => {
      this.#isSilent = true;
      return unavailable(giveUp());
    });
    this.#isSilent = false;
    return value;
  }
}

async function opened<Schema extends DBSchema>(
  { name, version, upgrade }: Layout<Schema>,
  patience: TimeLimit,
  forget: () => void,
): Promise<IDBPDatabase<Schema>> {
  let isLate = false;
  try {
    const opening = openDB<Schema>(name, version, {
      upgrade,
      blocked() {
        patience.isBlocked = true;
      },
      /** A tab with a newer version may open. */
      blocking(_current, _blocked, event) {
        forget();
        if (event.target instanceof IDBDatabase) event.target.close();
      },
      terminated: forget,
    }).then((database) => {
      patience.isBlocked = false;
      // Nobody waits for it any more, and it would block others.
      if (isLate) database.close();
      return database;
    });
    const database = await patience.wait(opening, () => {
      isLate = true;
      return patience.isBlocked ? "blocked" : "no-answer";
    });
    for (const type of ["abort", "error"] as const) database.addEventListener(type, hearEnd);
    const lost = () => {
      forget();
      database.close();
    };
    const nothing = () => undefined;
    return watched(database, { patience, lost, abort: nothing, takeBack: nothing });
  } catch (thrown) {
    throw asUnavailable(thrown, "failed");
  }
}

/** A failed transaction also rejects `done`, which callers that stop early never await. */
function hearEnd({ target }: Event): void {
  const failed = target instanceof IDBRequest ? target.transaction : target;
  if (failed instanceof IDBTransaction) wrap(failed).done.catch(() => undefined);
}

interface Watch {
  patience: TimeLimit;
  lost: () => void;
  abort: () => void;
  /** After an abort by the caller the connection stays usable. */
  takeBack: () => void;
}

/** Limits the time of every request. */
function watched<T extends object>(target: T, watch: Watch): T {
  return new Proxy(target, {
    // The receiver must be the target.
    get(of, key) {
      if (key === "abort" && of instanceof IDBTransaction) return watch.takeBack;
      return answer(Reflect.get(of, key, of), of, watch);
    },
  });
}

function answer(value: unknown, of: object, watch: Watch): unknown {
  if (typeof value === "function") {
    return (...given: unknown[]) => {
      try {
        return answer(Reflect.apply(value, of, given), of, watch);
      } catch (thrown) {
        throw asStorageError(thrown, watch);
      }
    };
  }
  if (value instanceof Promise) return waitedFor(value, watch);
  if (value instanceof IDBTransaction) return watched(value, ofTransaction(value, watch));
  const isPart = value instanceof IDBObjectStore || value instanceof IDBIndex;
  return isPart ? watched(value, watch) : value;
}

async function waitedFor<T>(promise: Promise<T>, watch: Watch): Promise<T> {
  try {
    return await watch.patience.wait(promise, () => {
      watch.abort();
      watch.lost();
      return "no-answer";
    });
  } catch (thrown) {
    throw asStorageError(thrown, watch);
  }
}

function ofTransaction(transaction: IDBTransaction, watch: Watch): Watch {
  const abort = aborting(transaction);
  let isTakenBack = false;
  return {
    ...watch,
    abort,
    takeBack() {
      isTakenBack = true;
      abort();
    },
    lost() {
      if (!isTakenBack) watch.lost();
    },
  };
}

function aborting(transaction: IDBTransaction): () => void {
  return () => {
    try {
      transaction.abort();
    } catch {
      // Already finished.
    }
  };
}

function asStorageError(thrown: unknown, watch: Watch): unknown {
  const error = asUnavailable(thrown);
  // Some browsers close without an event.
  if (error instanceof AppError) watch.lost();
  return error;
}

const causes: ReadonlyMap<string, StorageCause> = new Map([
  ["VersionError", "newer-version"],
  ["InvalidStateError", "closed"],
  ["TransactionInactiveError", "closed"],
  ["AbortError", "closed"],
  ["UnknownError", "failed"],
  ["NotFoundError", "failed"],
  ["SecurityError", "failed"],
  ["NotReadableError", "failed"],
  ["NotAllowedError", "failed"],
  ["OperationError", "failed"],
  ["TimeoutError", "failed"],
]);

/** `otherwise` is for errors not from a store; if absent, those are unchanged. */
function asUnavailable(thrown: unknown, otherwise?: StorageCause): unknown {
  if (thrown instanceof AppError) return thrown;
  const cause = (thrown instanceof Error ? causes.get(thrown.name) : undefined) ?? otherwise;
  return cause === undefined ? thrown : unavailable(cause, thrown);
}

function unavailable(cause: StorageCause, thrown?: unknown): AppError {
  const retryable = cause !== "newer-version";
  return new AppError("storage-unavailable", { cause }, { retryable, cause: thrown });
}
