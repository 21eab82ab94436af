/** Hook for the store of this browser's runs. */
import { useStore } from "zustand";
import type { HistoryState } from "../../features/runs/store.ts";
import { useRuntime } from "./runtime-context.ts";

export function useHistory<T>(select: (state: HistoryState) => T): T {
  return useStore(useRuntime().history, select);
}
