import "fake-indexeddb/auto";
import { describe, expect, it } from "vitest";
import type { AppError } from "../log/errors.ts";
import { fakeRun } from "../testing/fake-run.ts";
import { openDatabase } from "./database.ts";
import { databaseRuns, type RunSummary } from "./runs.ts";

let count = 0;
function fresh() {
  count += 1;
  const name = `runs-${count}`;
  return () => openDatabase(name);
}
const events = fakeRun();
const row = (id: string, begunEpochMs = 1): RunSummary => ({
  id,
  question: "Which sea?",
  title: null,
  begunEpochMs,
  savedEpochMs: begunEpochMs,
  method: "coop-llm",
  library: "The World Factbook",
  small: "fake",
  large: null,
  outcome: null,
  short: "",
  steps: 0,
  usd: 0,
  seconds: 0,
  events: 0,
  size: 0,
  continues: null,
  deletedEpochMs: null,
});

describe("stored runs", () => {
  it("grow by pieces, and are found whole after a reload, the newest first", async () => {
    const open = fresh();
    const runs = databaseRuns(open);
    await runs.append(row("old", 1), { from: 0, events: events.slice(0, 5) });
    await runs.append(row("new", 2), { from: 0, events });
    await runs.append(row("old", 1), { from: 5, events: events.slice(5, 9) });
    const later = databaseRuns(open);
    expect((await later.list()).map(({ id }) => id)).toEqual(["new", "old"]);
    expect(await later.log("old")).toEqual(events.slice(0, 9));
    expect(await later.log("new")).toEqual(events);
    expect(await later.log("never")).toBeNull();
  });

  it("keep the title that a person gave, whatever the run writes after it", async () => {
    const runs = databaseRuns(fresh());
    await runs.append(row("a"), { from: 0, events: events.slice(0, 5) });
    await runs.rename("a", "Mine");
    await runs.append({ ...row("a"), steps: 3 }, { from: 5, events: events.slice(5, 6) });
    expect(await runs.list()).toMatchObject([{ title: "Mine", steps: 3 }]);
  });

  it("do not come back when their tab goes on writing after they were deleted elsewhere", async () => {
    const open = fresh();
    const runs = databaseRuns(open);
    await runs.append(row("a"), { from: 0, events: events.slice(0, 5) });
    await databaseRuns(open).remove(["a"]);
    expect(await runs.append(row("a"), { from: 5, events: events.slice(5, 9) })).toBe(false);
    expect(await runs.list()).toEqual([]);
    expect(await (await open()).count("runLogs")).toBe(0);
  });

  it("are marked, unmarked, and deleted with their logs and nobody else's", async () => {
    const open = fresh();
    const runs = databaseRuns(open);
    for (const id of ["a", "ab", "b"]) await runs.append(row(id), { from: 0, events });
    await runs.mark(["a", "b"], 9);
    await runs.mark(["b"], null);
    expect((await runs.list()).map((one) => [one.id, one.deletedEpochMs])).toEqual([
      ["a", 9],
      ["ab", null],
      ["b", null],
    ]);
    await runs.remove(["a"]);
    expect(await runs.log("a")).toBeNull();
    expect(await runs.log("ab")).toEqual(events);
  });

  it("pass over damaged rows, and end a log where a piece is missing", async () => {
    const open = fresh();
    const runs = databaseRuns(open);
    const database = await open();
    await database.put("runs", { id: 7 }, "x");
    await runs.append(row("a"), { from: 0, events: events.slice(0, 5) });
    await runs.append(row("a"), { from: 9, events: events.slice(9, 12) });
    expect(await runs.list()).toHaveLength(1);
    expect(await runs.log("a")).toEqual(events.slice(0, 5));
    await database.put("runLogs", { from: 0, events: [{ type: "nonsense" }] }, ["b", 0]);
    await expect(runs.log("b")).rejects.toMatchObject({ code: "run-file-invalid" });
  });

  it("say that the browser is full, and write neither row nor piece", async () => {
    const open = fresh();
    const runs = databaseRuns(open);
    await runs.append(row("a"), { from: 0, events: events.slice(0, 5) });
    const put = IDBObjectStore.prototype.put;
    IDBObjectStore.prototype.put = function full(value, key) {
      const request = put.call(this, value, key);
      const { transaction } = this;
      if (this.name === "runLogs") {
        Reflect.apply(Reflect.get(transaction, "_abort"), transaction, ["QuotaExceededError"]);
      }
      return request;
    };
    try {
      const failed = runs.append({ ...row("a"), steps: 3 }, { from: 5, events: events.slice(5) });
      await expect(failed).rejects.toMatchObject({
        code: "quota-exceeded",
      } satisfies Partial<AppError>);
    } finally {
      IDBObjectStore.prototype.put = put;
    }
    expect(await runs.list()).toMatchObject([{ steps: 0 }]);
    expect(await runs.log("a")).toHaveLength(5);
  });
});
