/** A day's spending, kept in this browser and shared by its tabs. */
import type { SpendingLedger } from "../engines/spending-cap.ts";
import type { KeyValueStorage } from "./services.ts";

const key = "hopwise.spending";

/** Runs `work` while no other tab is running its own. */
export type Exclusively = <T>(work: () => T) => Promise<T>;

/** Only the day in question is kept: caps look no further back. */
export function storedLedger(storage: KeyValueStorage, exclusively: Exclusively): SpendingLedger {
  function read(day: string): number {
    const [storedDay, nano] = (storage.get(key) ?? "").split(" ");
    const spent = Number(nano);
    return storedDay === day && Number.isSafeInteger(spent) ? spent : 0;
  }
  return {
    spentNanoUsd: (day) => exclusively(() => read(day)),
    update: (day, change) => exclusively(() => storage.set(key, `${day} ${change(read(day))}`)),
  };
}
