import "fake-indexeddb/auto";
import { describe, expect, it, vi } from "vitest";
import { createRuntime } from "../../app/runtime/runtime.ts";
import { AppError } from "../../log/errors.ts";
import type { RunEvent } from "../../log/events.ts";
import type { Run, RunRequest } from "../../runtime/run.ts";
import type { Services } from "../../session/services.ts";
import type { Tabs } from "../../session/tabs.ts";
import { openDatabase } from "../../storage/database.ts";
import { databaseRuns, type RunStorage } from "../../storage/runs.ts";
import { fakeRun, fakeRunUntil } from "../../testing/fake-run.ts";
import { fakeServices } from "../../testing/fake-services.ts";

/** Parts load lazily, and the machine may be busy. */
const soon = <T>(check: () => T) => vi.waitFor(check, { timeout: 20_000 });

let count = 0;

function browser(change: (storage: RunStorage) => RunStorage = (storage) => storage) {
  count += 1;
  const name = `history-${count}`;
  const storage = change(databaseRuns(() => openDatabase(name)));
  const claimed = new Set<string>();
  const followers = new Set<() => void>();
  let epochMs = 1000;
  const tabs: Tabs = {
    claim: async (run) => {
      if (claimed.has(run)) return null;
      claimed.add(run);
      return () => void claimed.delete(run);
    },
    claimed: async () => new Set(claimed),
    announce: () => {
      for (const changed of followers) changed();
    },
    follow: (changed) => {
      followers.add(changed);
      return () => void followers.delete(changed);
    },
  };
  const openTab = (changes: Partial<Services> = {}) =>
    createRuntime(
      fakeServices({
        runStorage: async () => storage,
        tabs: async () => tabs,
        clock: { nowMs: () => 0, epochMs: () => epochMs },
        ...changes,
      }),
    );
  return {
    storage,
    claimed,
    openTab,
    pass: (milliseconds: number) => {
      epochMs += milliseconds;
    },
  };
}

const named = (id: string, events: readonly RunEvent[] = fakeRun()) =>
  events.map((event) => (event.type === "run-start" ? { ...event, runId: id } : event));

function playing(...logs: readonly (readonly RunEvent[])[]) {
  const left = [...logs];
  const run: Run = async function* () {
    yield* left.shift() ?? [];
  };
  return { loadRun: () => Promise.resolve(run) };
}

describe("the history", { timeout: 30_000 }, () => {
  it("has every run whole after a reload, with what it came to", async () => {
    const { openTab, storage, claimed } = browser();
    await openTab(playing(named("a"))).ask("What?");
    await soon(async () => expect(await storage.log("a")).toEqual(named("a")));
    const reloaded = openTab();
    await reloaded.history.load();
    const { runs, status } = reloaded.history.getState();
    expect(status).toBe("ready");
    expect(runs).toMatchObject([
      {
        id: "a",
        outcome: "answered",
        short: "The ouguiya; independent since 28 November 1960",
        steps: 8,
        events: fakeRun().length,
        library: "The World Factbook",
      },
    ]);
    expect(runs[0]?.usd).toBeGreaterThan(0);
    expect(claimed.size).toBe(0);
  });

  it("answers where the store never does", async () => {
    const never = new Promise<never>(() => undefined);
    const silent = () => never;
    const { openTab } = browser(() => ({
      list: silent,
      damaged: silent,
      append: silent,
      log: silent,
      rename: silent,
      mark: silent,
      remove: silent,
    }));
    const tab = openTab({ ...playing(named("a")), libraries: silent });
    await tab.ask("What?");
    expect(tab.run.getState().trace.outcome).toBe("answered");
  });

  it.each(["connectServer", "searchTools", "routerStorage", "loadRun"] as const)(
    "stops while %s never answers",
    async (port) => {
      const { openTab } = browser();
      const never = new Promise<never>(() => undefined);
      const tab = openTab({ ...playing(named("a")), [port]: () => never });
      tab.settings.getState().change({
        large: { ...tab.settings.getState().large, baseUrl: "https://a.example", model: "m" },
      });
      tab.settings.getState().changeRun({ plan: "large" });
      const asked = tab.ask("What?");
      await new Promise((resolve) => setTimeout(resolve, 5));
      expect(tab.run.getState().phase).toBe("preparing");
      tab.stop();
      await asked;
      expect(tab.run.getState()).toMatchObject({ phase: "ended", error: null });
    },
  );

  it.each([1, 2, 3, 4])(
    "keeps all up to verdict %d when the tab is lost right after it",
    async (nth) => {
      const { openTab, storage } = browser();
      const before = named("a", fakeRunUntil("verdict", nth));
      const run: Run = async function* () {
        yield* before;
        await new Promise(() => undefined);
      };
      void openTab({ loadRun: () => Promise.resolve(run) }).ask("What?");
      await soon(async () => expect(await storage.log("a")).toEqual(before));
    },
  );

  it("goes on with a run that broke off, from its last step, and then has one run", async () => {
    const { openTab, storage } = browser();
    const broken = named("a", fakeRunUntil("node-start", 2));
    await storage.append(rowOf("a", broken), { from: 0, events: broken });
    const requests: RunRequest[] = [];
    const run: Run = async function* (request) {
      requests.push(request);
      yield* named("b").map((event) =>
        event.type === "run-start"
          ? { ...event, continues: { runId: "a", beforeSeq: request.resume?.beforeSeq ?? 0 } }
          : event,
      );
    };
    const tab = openTab({ loadRun: () => Promise.resolve(run), newId: () => "b" });
    const opened = await tab.history.log("a");
    if (!opened.ok) throw new Error("it is stored");
    expect(await tab.goOn("a", opened.events)).toBe(true);
    await soon(() => expect(requests[0]?.resume?.beforeSeq).toBe(broken.length - 1));
    await soon(() =>
      expect(tab.history.getState().runs.map(({ id, outcome }) => [id, outcome])).toEqual([
        ["b", "answered"],
      ]),
    );
    expect(await storage.log("a")).toBeNull();
  });

  it("keeps the broken-off run where going on did not come to begin", async () => {
    const { openTab, storage } = browser();
    const broken = named("a", fakeRunUntil("verdict", 1));
    await storage.append(rowOf("a", broken), { from: 0, events: broken });
    const tab = openTab({ loadSmall: () => Promise.reject(new AppError("out-of-memory")) });
    expect(await tab.goOn("a", broken)).toBe(true);
    await soon(() => expect(tab.run.getState().error?.code).toBe("out-of-memory"));
    await soon(() => expect(tab.history.getState().status).toBe("ready"));
    expect(await storage.log("a")).toEqual(broken);
  });

  it("is gone on with by one tab only, and lists what another runs as under way", async () => {
    const { openTab, storage } = browser();
    const broken = named("a", fakeRunUntil("verdict", 1));
    await storage.append(rowOf("a", broken), { from: 0, events: broken });
    const never: Run = async function* () {
      await new Promise(() => undefined);
      yield* [];
    };
    const first = openTab({ loadRun: () => Promise.resolve(never) });
    const second = openTab();
    void first.goOn("a", broken);
    await soon(async () => {
      await second.history.load();
      expect(second.history.getState().live).toEqual(new Set(["a"]));
    });
    expect(await second.goOn("a", broken)).toBe(false);
  });

  it("shows in one tab what another adds and deletes", async () => {
    const { openTab } = browser();
    const watching = openTab();
    const end = watching.history.follow();
    await watching.history.load();
    const working = openTab(playing(named("a")));
    await working.ask("What?");
    const ids = () => watching.history.getState().runs.map(({ id }) => id);
    await soon(() => expect(ids()).toEqual(["a"]));
    await working.history.remove(["a"]);
    await soon(() => expect(ids()).toEqual([]));
    end();
  });

  it("renames, deletes and undoes; after a while a deletion is final", async () => {
    const { openTab, storage, pass } = browser();
    const tab = openTab(playing(named("a"), named("b")));
    await tab.ask("What?");
    await tab.ask("What?");
    await soon(async () => expect(await storage.list()).toHaveLength(2));
    await tab.history.rename("a", "  My \n run ");
    await tab.history.remove(["a"]);
    expect(tab.history.getState().runs.map(({ id }) => id)).toEqual(["b"]);
    await tab.history.undo();
    const titles = () => tab.history.getState().runs.map(({ id, title }) => [id, title]);
    expect(titles()).toContainEqual(["a", "My run"]);
    await tab.history.remove(["a"]);
    await openTab().history.load();
    expect(await storage.log("a")).not.toBeNull();
    pass(61_000);
    await openTab().history.load();
    expect(await storage.log("a")).toBeNull();
  });

  it("waits for a choice where the browser is full, and loses nothing meanwhile", async () => {
    let room = false;
    const { openTab, storage } = browser((real) => ({
      ...real,
      append: (row, piece) =>
        room || row.id.startsWith("old")
          ? real.append(row, piece)
          : Promise.reject(new AppError("quota-exceeded")),
      remove: async (ids) => {
        room = true;
        await real.remove(ids);
      },
    }));
    const tab = openTab(playing(named("old1"), named("old2"), named("new")));
    await tab.ask("What?");
    await soon(async () => expect(await storage.list()).toHaveLength(1));
    await tab.ask("What?");
    await soon(async () => expect(await storage.list()).toHaveLength(2));
    await tab.ask("What?");
    expect(tab.run.getState().trace.outcome).toBe("answered");
    await soon(() => expect(tab.history.getState().saving).toBe("full"));
    expect((await tab.history.oldest()).map(({ id }) => id)).toHaveLength(1);
    await tab.history.makeRoom();
    await soon(async () => expect(await storage.log("new")).toEqual(named("new")));
    expect(tab.history.getState().saving).toBe("saved");
    expect(await storage.list()).toHaveLength(2);
  });

  it("goes on without saving when that is chosen", async () => {
    const append = vi.fn(() => Promise.reject(new AppError("quota-exceeded")));
    const { openTab, claimed } = browser((real) => ({ ...real, append }));
    const tab = openTab(playing(named("a")));
    await tab.ask("What?");
    await soon(() => expect(tab.history.getState().saving).toBe("full"));
    tab.history.goOnUnsaved();
    await soon(() => expect(claimed.size).toBe(0));
    expect(tab.history.getState().saving).toBe("unsaved");
    const tries = append.mock.calls.length;
    await tab.history.makeRoom();
    expect(append).toHaveBeenCalledTimes(tries);
  });

  it("lets a run be asked where nothing can be kept", async () => {
    const tab = createRuntime(fakeServices());
    await tab.ask("What?");
    await tab.history.load();
    expect(tab.run.getState().trace.outcome).toBe("answered");
    expect(tab.history.getState()).toMatchObject({ status: "failed", saving: "failed" });
  });
});

function rowOf(id: string, events: readonly RunEvent[]) {
  return {
    id,
    question: "What?",
    title: null,
    begunEpochMs: 1,
    savedEpochMs: 1,
    method: "coop-llm",
    library: "The World Factbook",
    small: "fake",
    large: null,
    outcome: null,
    short: "",
    steps: 0,
    usd: 0,
    seconds: 0,
    events: events.length,
    size: 1,
    continues: null,
    deletedEpochMs: null,
  };
}
