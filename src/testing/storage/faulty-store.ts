import { vi } from "vitest";

/** Stops events before any listener. */
function silence<Request extends IDBRequest>(request: Request): Request {
  for (const type of ["success", "error", "upgradeneeded", "blocked"]) {
    request.addEventListener(type, (event) => event.stopImmediatePropagation());
  }
  return request;
}

export function openingNeverAnswers(): void {
  const open = indexedDB.open.bind(indexedDB);
  // The silent request must not create the database.
  vi.spyOn(indexedDB, "open").mockImplementation((name) => silence(open(`${name} unheard`)));
}

/** Private windows that store nothing do this. */
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

/** Returns the function that closes it. */
export function heldByAnother(name: string, version: number): Promise<() => void> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name, version);
    request.onsuccess = () => resolve(() => request.result.close());
    request.onerror = () => reject(request.error);
  });
}

/** Closes all connections opened from now on. */
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
