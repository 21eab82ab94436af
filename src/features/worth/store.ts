/**
 * The policy is the shipped one, or from the user's own report. It is read on first use; a run
 * waits for it.
 */
import { createStore, type StoreApi } from "zustand/vanilla";
import type { ActionPolicy } from "../../evaluation/policy/policy.ts";
import { type ErrorData, toAppError } from "../../log/errors.ts";
import type { Services } from "../../session/services.ts";

export interface WorthState {
  /** Null until read, or if there is none. */
  policy: ActionPolicy | null;
  own: boolean;
  error: ErrorData | null;
}

export interface WorthStore extends StoreApi<WorthState> {
  load(): Promise<ActionPolicy | null>;
  /** Null restores the shipped one. */
  save(policy: ActionPolicy | null): Promise<void>;
  open(file: Blob): Promise<void>;
}

const key = "hopwise.worth";

export function createWorthStore({
  storage,
  shippedPolicy,
}: Pick<Services, "storage" | "shippedPolicy">): WorthStore {
  const store = createStore<WorthState>()(() => ({ policy: null, own: false, error: null }));
  let reading: Promise<void> | null = null;

  async function read(): Promise<void> {
    const { readActionPolicy } = await import("../../evaluation/policy/policy.ts");
    const kept = storage.get(key);
    if (kept !== null) {
      try {
        store.setState({ policy: readActionPolicy(kept), own: true });
        return;
      } catch (thrown) {
        // A damaged policy, or one of another version, is replaced by the shipped one, and the
        // reason is shown.
        store.setState({ error: toAppError(thrown).toData() });
      }
    }
    store.setState({ policy: readActionPolicy(await shippedPolicy()), own: false });
  }

  async function load(): Promise<ActionPolicy | null> {
    reading ??= read().catch((thrown: unknown) => {
      reading = null;
      store.setState({ error: toAppError(thrown).toData() });
    });
    await reading;
    return store.getState().policy;
  }

  async function save(policy: ActionPolicy | null): Promise<void> {
    store.setState({ error: null });
    if (policy === null) {
      storage.remove(key);
      reading = null;
      await load();
      return;
    }
    const { writeActionPolicy } = await import("../../evaluation/policy/policy.ts");
    storage.set(key, writeActionPolicy(policy));
    reading = Promise.resolve();
    store.setState({ policy, own: true });
  }

  return Object.assign(store, {
    load,
    save,
    async open(file: Blob) {
      try {
        const { readActionPolicy } = await import("../../evaluation/policy/policy.ts");
        await save(readActionPolicy(await file.text()));
      } catch (thrown) {
        store.setState({ error: toAppError(thrown).toData() });
      }
    },
  });
}
