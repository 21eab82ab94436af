/** A day's spending, kept in this browser and shared by its tabs. */
import type { SpendingLedger } from "../engines/spending-cap.ts";
import type { Database } from "./database.ts";

/**
 * Each update is one transaction, so two tabs never lose each other's. Other days go
 * with it: caps look no further back.
 */
export function databaseLedger(database: () => Promise<Database>): SpendingLedger {
  return {
    async spentNanoUsd(day) {
      return whole(await (await database()).get("spending", day));
    },
    async update(day, change) {
      const transaction = (await database()).transaction("spending", "readwrite");
      const spent = whole(await transaction.store.get(day));
      await transaction.store.clear();
      await transaction.store.put(change(spent), day);
      await transaction.done;
    },
  };
}

/** What is stored is not trusted: anything but a whole, non-negative number is nothing. */
function whole(stored: unknown): number {
  return typeof stored === "number" && Number.isSafeInteger(stored) && stored >= 0 ? stored : 0;
}
