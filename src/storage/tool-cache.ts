/** Answers of search services, kept in this browser: bounded, and checked when they are read. */
import * as z from "zod/mini";
import { scoredPassage } from "../core/types.ts";
import { maxAnswers, type ToolCache } from "../tools/cache.ts";
import type { Database } from "./database.ts";

const cachedAnswer = z.object({ passages: z.array(scoredPassage), storedEpochMs: z.number() });

/** The backing of `memoryToolCache`: what is stored is not trusted, the oldest goes first. */
export function databaseToolCache(
  open: () => Promise<Database>,
  limit: number = maxAnswers,
): ToolCache {
  let opened: Promise<Database> | null = null;
  const database = () => {
    opened ??= open();
    return opened;
  };
  return {
    async get(key) {
      const stored = cachedAnswer.safeParse(await (await database()).get("toolAnswers", key));
      return stored.success ? stored.data : null;
    },
    async put(key, answer) {
      const transaction = (await database()).transaction("toolAnswers", "readwrite");
      await transaction.store.put(answer, key);
      let surplus = (await transaction.store.count()) - limit;
      let oldest = await transaction.store.index("storedEpochMs").openCursor();
      while (oldest !== null && surplus > 0) {
        await oldest.delete();
        surplus -= 1;
        oldest = await oldest.continue();
      }
      await transaction.done;
    },
    async clear() {
      await (await database()).clear("toolAnswers");
    },
  };
}
