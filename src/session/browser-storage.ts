/** Stores small strings in `localStorage`, or in memory if the browser has no storage. */
import { byPath } from "../shared/by-path.ts";
import type { KeyValueStorage } from "./services.ts";

export function browserStorage(): KeyValueStorage {
  // Private windows may refuse or lose writes; values set during this visit must still be found.
  const memory = new Map<string, string>();
  return {
    get(key) {
      return memory.get(key) ?? attempt(() => localStorage.getItem(byPath(key))) ?? null;
    },
    set(key, value) {
      memory.set(key, value);
      attempt(() => localStorage.setItem(byPath(key), value));
    },
    remove(key) {
      memory.delete(key);
      attempt(() => localStorage.removeItem(byPath(key)));
    },
  };
}

function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    // Storage is optional: without it the page forgets between visits but works.
    return undefined;
  }
}
