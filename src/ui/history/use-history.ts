/** Reads the store of this browser's runs. */
import { useStore } from "zustand";
import type { HistoryState } from "../../state/history.ts";
import { useRuntime } from "../shared/runtime-context.ts";

export function useHistory<T>(select: (state: HistoryState) => T): T {
  return useStore(useRuntime().history, select);
}
