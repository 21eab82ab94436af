/** The storage code or a run's lock may never arrive. */
import "fake-indexeddb/auto";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Tabs } from "../../session/tabs.ts";
import { database } from "../../storage/database.ts";
import { databaseRuns } from "../../storage/runs.ts";
import { fakeRun } from "../../testing/fake-run.ts";
import { createHistoryStore } from "./store.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
afterEach(() => void vi.useRealTimers());

const never = new Promise<never>(() => undefined);
const clock = { nowMs: () => 0, epochMs: () => 0 };
const tabs = (claim: Tabs["claim"]): Tabs => ({
  claim,
  claimed: async () => new Set(),
  announce: () => undefined,
  follow: () => () => undefined,
});
/** Storage takes longer than the default wait. */
const soon = (check: () => void) =>
  vi.waitFor(async () => {
    await vi.advanceTimersByTimeAsync(500);
    check();
  });

it("says that a run is not kept while that which keeps runs does not come", async () => {
  let come = () => {};
  const coming = new Promise<void>((resolve) => {
    come = resolve;
  });
  const runs = databaseRuns(database("overdue"));
  const history = createHistoryStore({
    clock,
    runStorage: () => coming.then(() => runs),
    tabs: async () => tabs(async () => () => undefined),
  });
  const record = history.record();
  for (const event of fakeRun()) record.push(event);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(history.getState()).toMatchObject({
    saving: "failed",
    notKept: { code: "storage-unavailable", params: { cause: "no-answer" } },
  });
  come();
  await soon(() => expect(history.getState()).toMatchObject({ saving: "saved", notKept: null }));
  expect(await runs.log("fake-run")).toEqual(fakeRun());
});

it("writes a run whose lock does not come, and gives the lock back where it comes late", async () => {
  let grant = (_release: () => void) => {};
  const granted = new Promise<() => void>((resolve) => {
    grant = resolve;
  });
  const release = vi.fn();
  const runs = databaseRuns(database("no-lock"));
  const history = createHistoryStore({
    clock,
    runStorage: async () => runs,
    tabs: async () => tabs((run) => (run === "fake-run" ? granted : never)),
  });
  const record = history.record();
  for (const event of fakeRun()) record.push(event);
  record.close();
  let written = 0;
  void history.written().then(async () => {
    written = (await runs.log("fake-run"))?.length ?? 0;
  });
  await soon(() => expect(written).toBe(fakeRun().length));
  grant(release);
  await soon(() => expect(release).toHaveBeenCalledOnce());
});
