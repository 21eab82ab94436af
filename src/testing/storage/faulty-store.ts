/** A browser whose IndexedDB fails, each in one way; over the real factory of the tests. */
import { vi } from "vitest";

/** Requests that are never heard of: what they would tell is stopped before anyone hears it. */
function silence<Request extends IDBRequest>(request: Request): Request {
  for (const type of ["success", "error", "upgradeneeded", "blocked"]) {
    request.addEventListener(type, (event) => event.stopImmediatePropagation());
  }
  return request;
}

export function openingNeverAnswers(): void {
  const open = indexedDB.open.bind(indexedDB);
  // Of another name: what is opened behind the silence must not be the database, without its stores.
  vi.spyOn(indexedDB, "open").mockImplementation((name) => silence(open(`${name} unheard`)));
}

/** As private windows do that keep nothing. */
export function openingFails(name = "UnknownError"): void {
  vi.spyOn(indexedDB, "open").mockImplementation(() => {
    throw new DOMException("refused", name);
  });
}

export function readingNeverAnswers(): void {
  for (const method of ["get", "getAll", "getAllKeys"] as const) {
    const read = IDBObjectStore.prototype[method];
    vi.spyOn(IDBObjectStore.prototype, method).mockImplementation(function (
      this: IDBObjectStore,
      ...given: unknown[]
    ) {
      return silence(Reflect.apply(read, this, given));
    });
  }
}

/** Another tab that holds an older form and does not let go; returns what closes it. */
export function heldByAnother(name: string, version: number): Promise<() => void> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name, version);
    request.onsuccess = () => resolve(() => request.result.close());
    request.onerror = () => reject(request.error);
  });
}

/** Every connection that is opened from now on; what it returns closes those that are open. */
export function closedUnderneath(): () => void {
  const opened: IDBDatabase[] = [];
  const open = indexedDB.open.bind(indexedDB);
  vi.spyOn(indexedDB, "open").mockImplementation((name, version) => {
    const request = open(name, version);
    request.addEventListener("success", () => opened.push(request.result));
    return request;
  });
  return () => {
    for (const database of opened) database.close();
  };
}
