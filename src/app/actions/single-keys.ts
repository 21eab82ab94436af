/** Single-key shortcuts, stored on the device. Users of speech input can turn them off. */
import { createStore, type StoreApi } from "zustand/vanilla";
import type { KeyValueStorage } from "../../session/services.ts";

export interface SingleKeysState {
  on: boolean;
  turn(on: boolean): void;
}

const storageKey = "hopwise.single-keys";

export function createSingleKeys(storage: KeyValueStorage): StoreApi<SingleKeysState> {
  return createStore<SingleKeysState>()((set) => ({
    on: storage.get(storageKey) !== "off",
    turn(on) {
      storage.set(storageKey, on ? "on" : "off");
      set({ on });
    },
  }));
}
