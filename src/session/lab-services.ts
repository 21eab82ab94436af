import type { StopSignal } from "../runtime/ports.ts";
import { byPath } from "../shared/by-path.ts";
import type { Database } from "../storage/database.ts";
import { databaseLab, type LabStorage } from "../storage/lab.ts";
import { databasePipelines, type PipelineStorage } from "../storage/pipelines.ts";
import type { LabLooks } from "./lab-looks.ts";
import { tabLooks } from "./lab-looks.ts";

/** A closed or crashed tab releases its locks. */
export interface TabLocks {
  /** Null if the lock is taken. */
  take(name: string): Promise<(() => void) | null>;
  isTaken(name: string): Promise<boolean>;
}

export interface LabServices {
  storage: LabStorage;
  pipelines: PipelineStorage;
  looks: LabLooks;
  locks: TabLocks;
  sha256(text: string): Promise<string>;
  /** Resolves early on abort. */
  sleep(milliseconds: number, signal: StopSignal): Promise<void>;
  /** In [0, 1). */
  random(): number;
}

export function browserLab(open: () => Promise<Database>): LabServices {
  return {
    storage: databaseLab(open),
    pipelines: databasePipelines(open),
    looks: tabLooks(() => sessionStorage),
    locks: tabLocks(),
    sha256,
    sleep,
    random: Math.random,
  };
}

/** Insecure pages have no locks. */
function tabLocks(): TabLocks {
  const locks: LockManager | undefined = navigator.locks;
  if (locks === undefined) return { take: async () => () => undefined, isTaken: async () => false };
  return {
    take: (name) =>
      new Promise((resolve, reject) => {
        locks
          .request(byPath(name), { ifAvailable: true }, (lock) => {
            if (lock === null) return void resolve(null);
            return new Promise<void>((letGo) => resolve(letGo));
          })
          .catch(reject);
      }),
    async isTaken(name) {
      const { held = [] } = await locks.query();
      return held.some((lock) => lock.name === byPath(name));
    },
  };
}

/** Insecure pages cannot hash: the text is its own key. */
async function sha256(text: string): Promise<string> {
  const subtle: SubtleCrypto | undefined = crypto.subtle;
  if (subtle === undefined) return text;
  const digest = await subtle.digest("SHA-256", new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function sleep(milliseconds: number, signal: StopSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    signal.addEventListener("abort", end);
  });
}
