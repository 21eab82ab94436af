import type { RunEvent } from "../../../src/log/events.ts";
import { database } from "../../../src/storage/database.ts";
import { databaseRuns } from "../../../src/storage/runs.ts";
import { isSame, unreadable } from "./invariants.ts";
import type { VirtualTime } from "./virtual-time.ts";

const patienceMs = 300_000;

/** A run that the page calls saved must be complete; otherwise a prefix suffices. */
export async function storeProblem(
  time: VirtualTime,
  events: readonly RunEvent[],
  saving: string,
  logged: number,
): Promise<string | null> {
  const [start] = events;
  if (start?.type !== "run-start") return null;
  let problem: string | null = null;
  const look = (async () => {
    const runs = databaseRuns(database());
    const stored = await runs.log(start.runId);
    if (saving === "saved" && stored?.length !== events.length) {
      problem = `the page calls the run saved, and ${stored?.length ?? 0} of ${events.length} events are stored (${logged} before the fault)`;
      return;
    }
    if (stored === null) return;
    const isBeginning = isSame(stored, events.slice(0, stored.length));
    if (!isBeginning) problem = "the stored log is no beginning of the run's";
    else problem = unreadable(stored, "in the store");
  })();
  const settled = await time.settles(
    look.catch((thrown: unknown) => {
      problem = `the stored log cannot be read: ${String(thrown)}`;
    }),
    patienceMs,
  );
  return settled ? problem : "the store does not answer after the fault is gone";
}
