/** Falls back to memory if the browser has no `localStorage`. */
import { byPath } from "../shared/by-path.ts";
import type { KeyValueStorage } from "./services.ts";

export function browserStorage(): KeyValueStorage {
  // Private windows may refuse or lose writes; this visit's values must still be found.
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
    // The page works without storage, but forgets between visits.
    return undefined;
  }
}
