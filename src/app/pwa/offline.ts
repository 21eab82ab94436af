/**
 * The page's side of the service worker: registers it, requests offline caching, and activates a
 * new version only on request and when no run is in progress.
 */
import { Workbox } from "workbox-window";
import { createStore, type StoreApi } from "zustand/vanilla";
import { byPath } from "../../shared/by-path.ts";
import type { WorkerMessage } from "./messages.ts";

/** `elsewhere`: another tab has activated the new version, and this one still shows the old. */
export type Version = "current" | "waiting" | "taking" | "elsewhere";

export interface OfflineState {
  version: Version;
  /** True if questions can be answered offline from now on. */
  kept: boolean;
}

export interface ShellWorker {
  /** `isUpdate` is false on the first visit, when there was no worker before. */
  onWaiting(tell: (isUpdate: boolean) => void): void;
  onControlling(tell: (isUpdate: boolean) => void): void;
  register(): Promise<void>;
  takeOver(): void;
  /** True once everything that the message names is cached. */
  keep(message: WorkerMessage): Promise<boolean>;
}

export interface OfflinePorts {
  worker: ShellWorker;
  /** True while any tab runs a question or a batch. */
  isBusy(): Promise<boolean>;
  wait(milliseconds: number): Promise<void>;
  reload(): void;
  /**
   * True if the page should reload under its new worker to get threads: at most once per tab, and
   * never after the user has interacted with the page.
   */
  takeThreads(): boolean;
}

export interface Offline extends StoreApi<OfflineState> {
  start(): Promise<void>;
  /** Waits until no tab has a run in progress, then reloads into the new version. */
  takeNewVersion(): Promise<void>;
  keepToAnswer(models: readonly string[], webgpu: boolean): Promise<void>;
}

const askAgainMs = 2000;

export function createOffline({
  worker,
  isBusy,
  wait,
  reload,
  takeThreads,
}: OfflinePorts): Offline {
  const store = createStore<OfflineState>()(() => ({ version: "current", kept: false }));
  worker.onWaiting((isUpdate) => {
    // On a busy device the very first worker also reports "waiting", but it is no new version.
    if (isUpdate) store.setState({ version: "waiting" });
  });
  worker.onControlling((isUpdate) => {
    if (store.getState().version === "taking") reload();
    else if (isUpdate) store.setState({ version: "elsewhere" });
    else void reloadForThreads();
  });
  async function reloadForThreads(): Promise<void> {
    if (!(await isBusy()) && takeThreads()) reload();
  }
  return Object.assign(store, {
    start: () => worker.register(),
    async takeNewVersion() {
      const { version } = store.getState();
      if (version === "elsewhere") reload();
      if (version !== "waiting") return;
      store.setState({ version: "taking" });
      while (await isBusy()) await wait(askAgainMs);
      worker.takeOver();
    },
    async keepToAnswer(models: readonly string[], webgpu: boolean) {
      store.setState({ kept: await worker.keep({ type: "keep", models: [...models], webgpu }) });
    },
  });
}

const updateEveryMs = 3_600_000;

export function shellWorker(): ShellWorker {
  const workbox = new Workbox(new URL("service-worker.js", document.baseURI).href);
  return {
    onWaiting: (tell) =>
      workbox.addEventListener("waiting", async () => {
        const registration = await navigator.serviceWorker.getRegistration();
        tell((registration?.active ?? null) !== null);
      }),
    onControlling: (tell) =>
      workbox.addEventListener("controlling", ({ isUpdate }) => tell(isUpdate === true)),
    async register() {
      await workbox.register();
      setInterval(() => void workbox.update().catch(() => undefined), updateEveryMs);
    },
    takeOver: () => workbox.messageSkipWaiting(),
    async keep(message) {
      const { active } = await navigator.serviceWorker.ready;
      return new Promise((resolve) => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = ({ data }) => resolve(data === true);
        active?.postMessage(message, [port2]);
      });
    },
  };
}

/** Runs and batches hold a lock with this prefix while they are in progress, in any tab. */
const lockPrefix = byPath("hopwise-");

export async function isAnyTabBusy(): Promise<boolean> {
  const locks: LockManager | undefined = navigator.locks;
  const { held = [] } = (await locks?.query()) ?? {};
  return held.some(({ name = "" }) => name.startsWith(lockPrefix));
}
