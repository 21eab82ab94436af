import type { ScoredPassage } from "../../log/types.ts";

export interface CachedAnswer {
  passages: ScoredPassage[];
  storedEpochMs: number;
}

/** A failing cache must not fail a search. */
export interface ToolCache {
  get(key: string): Promise<CachedAnswer | null>;
  put(key: string, answer: CachedAnswer): Promise<void>;
  clear(): Promise<void>;
}

export const maxAnswers = 500;
const keptMs = 7 * 24 * 60 * 60 * 1000;

/** An answer from the future means that a clock was set back. */
export function isFresh(answer: CachedAnswer, epochMs: number): boolean {
  const age = epochMs - answer.storedEpochMs;
  return age >= 0 && age < keptMs;
}

/** LRU; misses are looked up in `backing`. */
export function memoryToolCache(
  options: { limit?: number; backing?: ToolCache | null } = {},
): ToolCache {
  const { limit = maxAnswers, backing = null } = options;
  const answers = new Map<string, CachedAnswer>();
  const keep = (key: string, answer: CachedAnswer) => {
    answers.delete(key);
    answers.set(key, answer);
    const [oldest] = answers.keys();
    if (answers.size > limit && oldest !== undefined) answers.delete(oldest);
  };
  return {
    async get(key) {
      const answer = answers.get(key) ?? (await orNull(backing?.get(key)));
      if (answer !== null) keep(key, answer);
      return answer;
    },
    async put(key, answer) {
      keep(key, answer);
      await orNull(backing?.put(key, answer));
    },
    async clear() {
      answers.clear();
      await backing?.clear();
    },
  };
}

/** Storage can be full, blocked or damaged. */
async function orNull<T>(stored: Promise<T> | undefined): Promise<T | null> {
  try {
    return (await stored) ?? null;
  } catch {
    return null;
  }
}

/**
 * `scope` holds all settings that affect the answer. Hashed, because a template may hold private
 * text.
 */
export function cacheKey(toolId: string, scope: string, text: string, k: number): string {
  return JSON.stringify([toolId, hash(scope), k, text.normalize("NFC")]);
}

/** FNV-1a with 64 bits suffices for a person's few settings. */
function hash(text: string): string {
  let value = 0xcbf29ce484222325n;
  for (const byte of new TextEncoder().encode(text)) {
    value = BigInt.asUintN(64, (value ^ BigInt(byte)) * 0x100000001b3n);
  }
  return value.toString(36);
}
