import * as z from "zod/mini";
import { epochMs } from "../log/bounds.ts";
import { scoredPassage } from "../log/types.ts";
import { maxAnswers, type ToolCache } from "../retrieval/search-services/cache.ts";
import type { Database } from "./database.ts";

const cachedAnswer = z.object({ passages: z.array(scoredPassage), storedEpochMs: epochMs });

/** Backs `memoryToolCache`; removes the oldest first. */
export function databaseToolCache(
  database: () => Promise<Database>,
  limit: number = maxAnswers,
): ToolCache {
  return {
    async get(key) {
      const stored = cachedAnswer.safeParse(await (await database()).get("toolAnswers", key));
      return stored.success ? stored.data : null;
    },
    async put(key, answer) {
      const transaction = (await database()).transaction("toolAnswers", "readwrite");
      await transaction.store.put(answer, key);
      const surplus = (await transaction.store.count()) - limit;
      const oldest = transaction.store.index("storedEpochMs");
      // `getAllKeys` with a count of 0 would return all.
      const going = surplus > 0 ? await oldest.getAllKeys(null, surplus) : [];
      for (const old of going) await transaction.store.delete(old);
      await transaction.done;
    },
    async clear() {
      await (await database()).clear("toolAnswers");
    },
  };
}
