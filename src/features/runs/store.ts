/**
 * Runs are stored while in progress and restored after a reload. The storage code is fetched on
 * first use.
 */
import { createStore, type StoreApi } from "zustand/vanilla";
import { AppError, type ErrorData, toAppError } from "../../log/errors.ts";
import type { RunEvent } from "../../log/events.ts";
import type { Services } from "../../session/services.ts";
import type { Tabs } from "../../session/tabs.ts";
import { within } from "../../shared/indexeddb/time-limit.ts";
import type { RunStorage, RunSummary } from "../../storage/runs.ts";
import type { Recorder } from "./run-recorder.ts";

export interface HistoryState {
  /** `failed`: storage is unavailable. */
  status: "unread" | "reading" | "ready" | "failed";
  /** Newest first, without pending deletions. */
  runs: readonly RunSummary[];
  /** Ids of unreadable rows: they can be deleted, or their log opened. */
  damaged: readonly string[];
  /** Runs in progress in any tab. */
  live: ReadonlySet<string>;
  /** The last deletion, for undoing. */
  deleted: readonly string[];
  error: ErrorData | null;
  /** `full` waits for the user; `failed`: see `notKept`. */
  saving: "saved" | "full" | "unsaved" | "failed";
  notKept: ErrorData | null;
  origin: RunOrigin;
}

/** `recorded` runs come with the page; one plays on arrival. */
export type RunOrigin = "file" | "link" | "runs" | "lab" | "recorded";

export interface RunRecord {
  push(event: RunEvent): void;
  close(): void;
}

export type OpenedLog = { ok: true; events: RunEvent[] } | { ok: false; error: ErrorData | null };

export interface HistoryStore extends StoreApi<HistoryState> {
  record(): RunRecord;
  /** Resolves when everything possible of the last run is written. */
  written(): Promise<void>;
  load(): Promise<void>;
  /** Returns the unsubscribe function. */
  follow(): () => void;
  log(id: string): Promise<OpenedLog>;
  /** False if it could not be written. */
  keep(events: readonly RunEvent[]): Promise<boolean>;
  rename(id: string, title: string): Promise<void>;
  /** Can be undone until the next deletion or `forget`. */
  remove(ids: readonly string[]): Promise<void>;
  undo(): Promise<void>;
  forget(): Promise<void>;
  /** Locks an interrupted run for this tab; null if another tab has it. */
  claim(id: string): Promise<(() => void) | null>;
  /** Deletes a run for good because another contains it or its row is damaged. */
  replace(id: string): Promise<void>;
  oldest(): Promise<readonly RunSummary[]>;
  /** Applies while `saving` is `full`. */
  makeRoom(): Promise<void>;
  goOnUnsaved(): void;
}

/** Older deletions are final, even if their tab has closed. */
const undoMs = 60_000;
const pauseMs = 400;
const patienceMs = 5_000;

export function createHistoryStore(
  services: Pick<Services, "clock" | "runStorage" | "tabs">,
): HistoryStore {
  const store = createStore<HistoryState>()(() => ({
    status: "unread",
    error: null,
    notKept: null,
    runs: [],
    damaged: [],
    live: new Set(),
    deleted: [],
    saving: "saved",
    origin: "file",
  }));
  const now = () => services.clock.epochMs();
  let parts: Promise<{ storage: RunStorage; tabs: Tabs }> | null = null;
  let recorder: Recorder | null = null;
  let closing: Promise<void> = Promise.resolve();

  function opened() {
    parts ??= Promise.all([services.runStorage(), services.tabs()])
      .then(([storage, tabs]) => ({ storage, tabs }))
      .catch((thrown: unknown) => {
        parts = null;
        throw thrown;
      });
    return parts;
  }

  async function read(): Promise<void> {
    const { storage, tabs } = await opened();
    const [all, damaged, live] = await Promise.all([
      storage.list(),
      storage.damaged(),
      tabs.claimed(),
    ]);
    const old = all.filter(({ deletedEpochMs }) => isOver(deletedEpochMs, now()));
    if (old.length > 0) await storage.remove(old.map(({ id }) => id));
    const runs = all.filter(({ deletedEpochMs }) => deletedEpochMs === null);
    store.setState({ status: "ready", error: null, runs, damaged, live });
  }

  function fail(thrown: unknown): void {
    store.setState({ status: "failed", error: toAppError(thrown).toData() });
  }

  function failSaving(error: ErrorData): void {
    store.setState({ saving: "failed", notKept: error });
  }

  /** Refreshes the list in all tabs afterwards. */
  async function change(work: (storage: RunStorage) => Promise<void>): Promise<void> {
    try {
      const { storage, tabs } = await opened();
      await work(storage);
      tabs.announce();
      await read();
    } catch (thrown) {
      // Unavailable storage is a state of the list, not an error.
      fail(thrown);
    }
  }

  async function newRecorder(): Promise<Recorder | null> {
    try {
      const [{ createRecorder }, { storage, tabs }] = await Promise.all([
        import("./run-recorder.ts"),
        opened(),
      ]);
      return createRecorder({
        storage,
        tabs: { ...tabs, claim: (run) => claimSoon(tabs, run) },
        epochMs: now,
        later: (work) => void setTimeout(work, pauseMs),
        onSaved: (row) => {
          store.setState({ saving: "saved", notKept: null });
          // The list shows only a run's first and final state.
          if (row.events === 1 || row.outcome !== null) void change(async () => {});
        },
        onFull: () => store.setState({ saving: "full" }),
        onFailed: failSaving,
      });
    } catch (thrown) {
      failSaving(toAppError(thrown).toData());
      return null;
    }
  }

  async function keep(events: readonly RunEvent[]): Promise<boolean> {
    recorder = await newRecorder();
    for (const event of events) recorder?.push(event);
    await recorder?.close();
    return store.getState().saving === "saved";
  }

  return Object.assign(store, {
    record() {
      const mine = newRecorder();
      // If the code arrives late, it still writes everything.
      const overdue = setTimeout(() => failSaving(noAnswer().toData()), patienceMs);
      void mine.then((made) => {
        clearTimeout(overdue);
        recorder = made;
      });
      return {
        push: (event: RunEvent) => void mine.then((made) => made?.push(event)),
        close() {
          closing = mine
            .then((made) => made?.close())
            .then(() => (store.getState().status === "ready" ? change(async () => {}) : undefined));
        },
      };
    },

    written: () => closing,

    async load() {
      if (store.getState().status === "unread") store.setState({ status: "reading" });
      await read().catch(fail);
    },

    follow() {
      let end: (() => void) | null = null;
      let over = false;
      void opened()
        .then(({ tabs }) => {
          if (!over) end = tabs.follow(() => void read().catch(() => undefined));
        })
        .catch(() => undefined);
      return () => {
        over = true;
        end?.();
      };
    },

    async log(id: string): Promise<OpenedLog> {
      try {
        const events = await (await opened()).storage.log(id);
        return events === null ? { ok: false, error: null } : { ok: true, events };
      } catch (thrown) {
        return { ok: false, error: toAppError(thrown).toData() };
      }
    },

    keep,

    rename: (id: string, title: string) => {
      const given = title.replace(/\s+/gu, " ").trim();
      return change((storage) => storage.rename(id, given === "" ? null : given));
    },

    async remove(ids: readonly string[]) {
      const before = store.getState().deleted;
      await change(async (storage) => {
        if (before.length > 0) await storage.remove(before);
        await storage.mark(ids, now());
      });
      store.setState({ deleted: ids });
    },
    async undo() {
      const { deleted } = store.getState();
      await change((storage) => storage.mark(deleted, null));
      store.setState({ deleted: [] });
    },
    async forget() {
      const { deleted } = store.getState();
      if (deleted.length === 0) return;
      store.setState({ deleted: [] });
      await change((storage) => storage.remove(deleted));
    },

    claim: async (id: string) => (await opened()).tabs.claim(id),
    replace: (id: string) => change((storage) => storage.remove([id])),

    async oldest() {
      await read().catch(() => undefined);
      return oldestQuarter(store.getState());
    },
    async makeRoom() {
      const going = oldestQuarter(store.getState()).map(({ id }) => id);
      await change((storage) => storage.remove(going));
      await recorder?.goOn();
    },
    goOnUnsaved() {
      recorder?.giveUp();
      store.setState({ saving: "unsaved" });
    },
  });
}

function noAnswer(): AppError {
  return new AppError("storage-unavailable", { cause: "no-answer" }, { retryable: true });
}

/** Without a lock the run is stored all the same; a lock that arrives late is released. */
async function claimSoon(tabs: Tabs, run: string): Promise<(() => void) | null> {
  const claim = tabs.claim(run);
  try {
    return await within(claim, patienceMs, noAnswer);
  } catch (thrown) {
    void claim.then((release) => release?.()).catch(() => undefined);
    throw thrown;
  }
}

function isOver(deletedEpochMs: number | null, nowEpochMs: number): boolean {
  return deletedEpochMs !== null && nowEpochMs - deletedEpochMs > undoMs;
}

function oldestQuarter({ runs, live }: HistoryState): readonly RunSummary[] {
  const idle = runs.filter(({ id }) => !live.has(id));
  return idle.slice(idle.length - Math.ceil(idle.length / 4));
}
