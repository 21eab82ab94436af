/** React context with the Lab's batches, and hooks that read their store. */
import { createContext, useContext } from "react";
import { useStore } from "zustand";
import type { LabBatchesState } from "../state.ts";
import type { LabBatches } from "../store.ts";

export const LabHolder = createContext<LabBatches | null>(null);

export function useLab(): LabBatches {
  const lab = useContext(LabHolder);
  if (lab === null) throw new Error("No lab was given to its views.");
  return lab;
}

export function useLabState<T>(select: (state: LabBatchesState) => T): T {
  return useStore(useLab().store, select);
}
