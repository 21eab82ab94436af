import "fake-indexeddb/auto";
import { describe, expect, it } from "vitest";
import { fakeRun } from "../testing/fake-run.ts";
import { database } from "./database.ts";
import { databaseLab } from "./lab.ts";
import { createRouterStorage } from "./router.ts";
import { databaseRuns, type RunSummary } from "./runs.ts";

let count = 0;
function opened() {
  count += 1;
  return database(`damaged-${count}`);
}

describe("rows that cannot be read", () => {
  it("of runs: a date that no calendar has", async () => {
    const open = opened();
    const runs = databaseRuns(open);
    const events = fakeRun();
    const row: RunSummary = {
      id: "good",
      question: "Which sea?",
      title: null,
      begunEpochMs: 1000,
      savedEpochMs: 1000,
      method: "coop-llm",
      library: "The World Factbook",
      small: "fake",
      large: null,
      outcome: "answered",
      short: "",
      steps: 0,
      usd: 0,
      seconds: 0,
      events: events.length,
      size: 10,
      continues: null,
      deletedEpochMs: null,
    };
    await runs.append(row, { from: 0, events });
    await runs.append({ ...row, id: "bad", begunEpochMs: 9e99 }, { from: 0, events });
    expect((await runs.list()).map(({ id }) => id)).toEqual([row.id]);
    expect(await runs.damaged()).toEqual(["bad"]);
    expect(await runs.log("bad")).toEqual(events);
    await runs.remove(["bad"]);
    expect(await runs.damaged()).toEqual([]);
    expect(await runs.log("bad")).toBeNull();
  });

  it("of the lab", async () => {
    const open = opened();
    const lab = databaseLab(open);
    await (await open()).put("labBatches", { batch: { createdEpochMs: 9e99 } }, "bad");
    expect(await lab.batches()).toEqual([]);
    expect(await lab.damaged()).toEqual(["bad"]);
    await lab.remove("bad");
    expect(await lab.damaged()).toEqual([]);
  });

  it("of the router", async () => {
    const open = opened();
    const router = createRouterStorage(open);
    await (await open()).put("routerRows", { id: "bad", scores: { a: 7 } }, "bad");
    expect(await router.rows()).toEqual([]);
    expect(await router.damaged()).toEqual(["bad"]);
    await router.putRows([], ["bad"]);
    expect(await router.damaged()).toEqual([]);
  });
});
