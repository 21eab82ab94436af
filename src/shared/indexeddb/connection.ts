/**
 * A connection to IndexedDB that may fail: it is opened anew after a failure or a close, every
 * request has a time limit, and what goes wrong is a typed error. Browsers block, refuse, close
 * and sometimes never answer; who waits for a store must always hear of it.
 */
import { type DBSchema, type IDBPDatabase, type OpenDBCallbacks, openDB, wrap } from "idb";
import { AppError } from "../../log/errors.ts";
import { within } from "./time-limit.ts";

/** The causes of `storage-unavailable`. */
type StorageCause = "blocked" | "failed" | "newer-version" | "no-answer" | "closed";

export interface ConnectionOptions {
  /** Milliseconds that opening, and each request, may take. */
  limitMs?: number;
}

interface Layout<Schema extends DBSchema> {
  name: string;
  version: number;
  upgrade: NonNullable<OpenDBCallbacks<Schema>["upgrade"]>;
}

/** Long for a busy disk, short for a person who waits. */
const usualLimitMs = 5_000;
/** What did not answer once is waited for by this share of the limit, until it does. */
const impatience = 0.2;

/**
 * What gives the connection: opened when it is first asked for, and again when it was lost. It,
 * and every request on what it gives, throws `storage-unavailable` with its `StorageCause`; a
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

/** How long this store is waited for. */
class TimeLimit {
  readonly #limitMs: number;
  #isSilent = false;
  /** Of all that opens it: who asks later waits behind who is blocked, and is told nothing. */
  isBlocked = false;

  constructor(limitMs: number) {
    this.#limitMs = limitMs;
  }

  /** The answer; where none comes, `giveUp` is called and what it returns is the cause. */
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
      /** A tab with a newer page must not wait for this one to be closed. */
      blocking(_current, _blocked, event) {
        forget();
        if (event.target instanceof IDBDatabase) event.target.close();
      },
      terminated: forget,
    }).then((database) => {
      patience.isBlocked = false;
      // Nobody waits for it any more, and an open one would block others.
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

/**
 * A failed transaction also rejects `done`. Callers that stop at a failed request, or use the
 * database directly, never await it, so it is handled here: the events bubble up to the database.
 */
function hearEnd({ target }: Event): void {
  const failed = target instanceof IDBRequest ? target.transaction : target;
  if (failed instanceof IDBTransaction) wrap(failed).done.catch(() => undefined);
}

interface Watch {
  patience: TimeLimit;
  /** The connection is of no use any more. */
  lost: () => void;
  /** What was begun and gets no answer must not be done later, when nobody reckons with it. */
  abort: () => void;
  /** The same by who began it: the connection is none the worse for it, and others go on over it. */
  takeBack: () => void;
}

/** The same database, transaction, store or index, each of whose answers is waited for. */
function watched<T extends object>(target: T, watch: Watch): T {
  return new Proxy(target, {
    // The target's own properties ask for itself, not for what stands before it.
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
      // It has ended already.
    }
  };
}

function asStorageError(thrown: unknown, watch: Watch): unknown {
  const error = asUnavailable(thrown);
  // Some browsers close a connection and tell nobody: the next who asks gets a new one.
  if (error instanceof AppError) watch.lost();
  return error;
}

const causes: ReadonlyMap<string, StorageCause> = new Map([
  ["VersionError", "newer-version"],
  // What a transaction, or a connection, answers that the browser has closed.
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

/** `otherwise`: the cause of what is no error of a store; absent: that is left as it is. */
function asUnavailable(thrown: unknown, otherwise?: StorageCause): unknown {
  if (thrown instanceof AppError) return thrown;
  const cause = (thrown instanceof Error ? causes.get(thrown.name) : undefined) ?? otherwise;
  return cause === undefined ? thrown : unavailable(cause, thrown);
}

function unavailable(cause: StorageCause, thrown?: unknown): AppError {
  const retryable = cause !== "newer-version";
  return new AppError("storage-unavailable", { cause }, { retryable, cause: thrown });
}
