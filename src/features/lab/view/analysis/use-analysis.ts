/** Context with the selection and the batch's data for every picture. */
import { createContext, useContext, useMemo } from "react";
import { useStore } from "zustand";
import type { RunEvent } from "../../../../log/events.ts";
import type { Price } from "../../../../log/types.ts";
import type { LabAnalysisState, LabAnalysisStore } from "../../analysis.ts";

export interface QuestionWords {
  question: string;
  answers: readonly string[];
}

export interface AnalysisContext {
  store: LabAnalysisStore;
  questions: ReadonlyMap<string, QuestionWords>;
  /** Replaces the recorded price of the large model; null keeps it. */
  price: Price | null;
  /** Null if no log was stored. */
  log(question: string, configuration: string): Promise<readonly RunEvent[] | null>;
}

export const AnalysisHolder = createContext<AnalysisContext | null>(null);

export function useAnalysisContext(): AnalysisContext {
  const context = useContext(AnalysisHolder);
  if (context === null) throw new Error("No analysis was given to the view.");
  return context;
}

export function useAnalysis<T>(select: (state: LabAnalysisState) => T): T {
  return useStore(useAnalysisContext().store, select);
}

export function useTitles(): (id: string) => string {
  const batch = useAnalysis((state) => state.batch);
  return useMemo(() => {
    const titles = new Map(batch?.configurations.map(({ id, title }) => [id, title]));
    return (id) => titles.get(id) ?? id;
  }, [batch]);
}
