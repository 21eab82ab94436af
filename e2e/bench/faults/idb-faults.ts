/** Patches fake-indexeddb, not the page, so that the storage code under test is the shipped one. */
import {
  IDBCursor,
  IDBDatabase,
  IDBFactory,
  IDBIndex,
  IDBObjectStore,
  IDBTransaction,
  IDBVersionChangeEvent,
} from "fake-indexeddb";
import type { FaultPlan } from "./plan.ts";

type Method = (this: object, ...given: unknown[]) => unknown;

const requests = [
  "get",
  "getKey",
  "getAll",
  "getAllKeys",
  "count",
  "put",
  "add",
  "delete",
  "clear",
  "openCursor",
] as const;
const cursorMoves = ["continue", "update", "delete"] as const;

export const requestKinds = ["error", "abort", "throws", "never"] as const;
export const writeKinds = [...requestKinds, "quota"] as const;
export const openKinds = ["error", "quota", "version", "blocked", "throws", "never"] as const;
export const transactionKinds = ["closing", "closed", "throws", "never"] as const;
export const commitKinds = ["error", "quota", "abort", "never"] as const;

export function idbKinds(seam: string): readonly string[] {
  const name = seam.slice("idb.".length);
  if (name === "open") return openKinds;
  if (name === "transaction") return transactionKinds;
  if (name === "commit") return commitKinds;
  return /^(put|add|update|delete|clear)/u.test(name) ? writeKinds : requestKinds;
}

/** The patch is permanent; the current plan decides. */
export function patchIndexedDb(current: () => FaultPlan | null): void {
  const held = new Set<object>();
  let kindOfNext: string | null = null;
  const next = (seam: string) => current()?.next(`idb.${seam}`) ?? null;

  function hold(transaction: object): void {
    held.add(transaction);
    current()?.whenGone(() => {
      held.delete(transaction);
      call(transaction, "_start");
    });
  }

  /** Browsers abort in a separate task, before the answer. */
  function abortLater(transaction: object, error: string | null): void {
    held.add(transaction);
    setImmediate(() => {
      held.delete(transaction);
      call(transaction, "_abort", error);
    });
  }

  function failing(store: object, kind: string, ask: () => unknown): unknown {
    const transaction = transactionOf(store);
    if (kind === "throws") throw new DOMException("told to", "InvalidStateError");
    if (kind === "never") hold(transaction);
    kindOfNext = kind === "error" ? kind : null;
    const request = ask();
    kindOfNext = null;
    if (kind === "quota") abortLater(transaction, "QuotaExceededError");
    if (kind === "abort") abortLater(transaction, null);
    return request;
  }

  for (const [prototype, names, prefix] of [
    [IDBObjectStore.prototype, requests, ""],
    [IDBIndex.prototype, requests, ""],
    [IDBCursor.prototype, cursorMoves, "cursor-"],
  ] as const) {
    for (const name of names) {
      if (!(name in prototype)) continue;
      patch(prototype, name, (original) => {
        return function asked(...given) {
          const kind = next(prefix + name);
          const ask = () => Reflect.apply(original, this, given);
          return kind === null ? ask() : failing(this, kind, ask);
        };
      });
    }
  }

  patch(IDBTransaction.prototype, "_execRequestAsync", (original) => {
    return function asked(order, ...given) {
      const operation = () => {
        throw new DOMException("told to", "UnknownError");
      };
      const failed = kindOfNext === null ? order : { ...Object(order), operation };
      return Reflect.apply(original, this, [failed, ...given]);
    };
  });

  patch(IDBTransaction.prototype, "_start", (original) => {
    return function started() {
      if (held.has(this)) return undefined;
      if (isDone(this)) {
        const kind = next("commit");
        if (kind === "never") return hold(this);
        if (kind === "abort") return call(this, "_abort", null);
        if (kind !== null) {
          return call(this, "_abort", kind === "quota" ? "QuotaExceededError" : "UnknownError");
        }
      }
      return Reflect.apply(original, this, []);
    };
  });

  patch(IDBDatabase.prototype, "transaction", (original) => {
    return function begun(...given) {
      const kind = given[1] === "versionchange" ? null : next("transaction");
      if (kind === "throws") throw new DOMException("told to", "UnknownError");
      if (kind === "closing" || kind === "closed") {
        call(this, "close");
        // Browsers fire "close" when they close a connection.
        if (kind === "closed") call(this, "dispatchEvent", new IDBVersionChangeEvent("close"));
      }
      const transaction = Reflect.apply(original, this, given);
      if (kind === "never") hold(Object(transaction));
      return transaction;
    };
  });

  // fake-indexeddb polls until all transactions end, which a held one never does.
  patch(IDBDatabase.prototype, "close", (original) => {
    return function closed() {
      if (held.size === 0) return Reflect.apply(original, this, []);
      Reflect.set(this, "_closePending", true);
      current()?.whenGone(() => Reflect.apply(original, this, []));
      return undefined;
    };
  });

  patch(IDBFactory.prototype, "open", (original) => {
    return function opened(...given) {
      const kind = next("open");
      const open = () => Reflect.apply(original, this, given);
      if (kind === null) return open();
      if (kind === "throws") throw new DOMException("told to", "SecurityError");
      const { request, task } = caught(open);
      const errors: Record<string, string> = {
        error: "UnknownError",
        quota: "QuotaExceededError",
        version: "VersionError",
      };
      const error = errors[kind];
      if (error === undefined) {
        current()?.whenGone(() => setImmediate(task));
        if (kind === "blocked") later(request, "blocked");
        return request;
      }
      Reflect.set(request, "readyState", "done");
      Reflect.set(request, "error", new DOMException("told to", error));
      later(request, "error");
      return request;
    };
  });
}

function patch(prototype: object, name: string, make: (original: Method) => Method): void {
  const original: unknown = Reflect.get(prototype, name);
  if (typeof original !== "function") throw new Error(`fake-indexeddb has no ${name} any more`);
  const bound: Method = function bound(...given) {
    return Reflect.apply(original, this, given);
  };
  Reflect.set(prototype, name, make(bound));
}

function call(on: object, name: string, ...given: unknown[]): unknown {
  const method: unknown = Reflect.get(on, name);
  if (typeof method !== "function") throw new Error(`fake-indexeddb has no ${name} any more`);
  return Reflect.apply(method, on, given);
}

function transactionOf(asked: object): object {
  const own: unknown = Reflect.get(asked, "transaction");
  if (typeof own === "object" && own !== null) return own;
  const above: unknown = Reflect.get(asked, "objectStore") ?? Reflect.get(asked, "source");
  if (typeof above !== "object" || above === null) throw new Error("no transaction");
  return transactionOf(above);
}

/** All requests are answered, but completion is not reported yet. */
function isDone(transaction: object): boolean {
  const state: unknown = Reflect.get(transaction, "_state");
  const waiting: unknown = Reflect.get(transaction, "_requests");
  const isOver = state === "finished" || Reflect.get(transaction, "mode") === "versionchange";
  return !isOver && Array.isArray(waiting) && waiting.every(isAnswered);
}

function isAnswered(waiting: { request: { readyState: string } }): boolean {
  return waiting.request.readyState === "done";
}

/** The first task of an open call is caught, so that it does not run. */
function caught(open: () => unknown): { request: object; task: () => void } {
  const { setImmediate } = globalThis;
  let task = () => {};
  try {
    Object.assign(globalThis, {
      setImmediate: (work: () => void) => {
        task = work;
      },
    });
    return { request: Object(open()), task: () => task() };
  } finally {
    Object.assign(globalThis, { setImmediate });
  }
}

function later(request: object, type: string): void {
  setImmediate(() => {
    const event = new IDBVersionChangeEvent(type);
    Reflect.set(event, "eventPath", []);
    call(request, "dispatchEvent", event);
  });
}
