import { byPath } from "../shared/by-path.ts";

export interface Tabs {
  /** Returns the release function; null if another tab has the run. */
  claim(run: string): Promise<(() => void) | null>;
  claimed(): Promise<ReadonlySet<string>>;
  announce(): void;
  /** Returns the unsubscribe function. */
  follow(changed: () => void): () => void;
}

const prefix = byPath("hopwise-run:");
const channelName = byPath("hopwise-runs");

/** Locks end with their tab. Without the API each tab knows only its own. */
export function browserTabs(): Tabs {
  const own = new Set<string>();
  const locks: LockManager | undefined = navigator.locks;
  let channel: BroadcastChannel | null = null;
  const opened = () => {
    channel ??= new BroadcastChannel(channelName);
    return channel;
  };
  return {
    async claim(run) {
      if (own.has(run)) return null;
      const release = locks === undefined ? () => undefined : await lock(locks, prefix + run);
      if (release === null) return null;
      own.add(run);
      return () => {
        own.delete(run);
        release();
      };
    },
    async claimed() {
      const { held = [] } = (await locks?.query()) ?? {};
      const names = held.flatMap(({ name = "" }) =>
        name.startsWith(prefix) ? name.slice(prefix.length) : [],
      );
      return new Set([...own, ...names]);
    },
    announce() {
      opened().postMessage(null);
    },
    follow(changed) {
      const on = opened();
      on.addEventListener("message", changed);
      return () => on.removeEventListener("message", changed);
    },
  };
}

function lock(locks: LockManager, name: string): Promise<(() => void) | null> {
  return new Promise((resolve, reject) => {
    const held = locks.request(name, { ifAvailable: true }, (granted) => {
      if (granted === null) {
        resolve(null);
        return;
      }
      return new Promise<void>((release) => resolve(release));
    });
    held.catch(reject);
  });
}
