/** Hands the selection, and what belongs to the batch, to every picture. */
import { createContext, useContext, useMemo } from "react";
import { useStore } from "zustand";
import type { RunEvent } from "../../../../log/events.ts";
import type { Price } from "../../../../log/types.ts";
import type { LabAnalysisState, LabAnalysisStore } from "../../analysis.ts";

/** What a question is called, and what would be right. */
export interface QuestionWords {
  question: string;
  answers: readonly string[];
}

export interface AnalysisContext {
  store: LabAnalysisStore;
  /** By id; empty until they were read. */
  questions: ReadonlyMap<string, QuestionWords>;
  /** What the large model's money is counted at, where not as it was recorded. */
  price: Price | null;
  /** Null where no log was kept. */
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

/** What a configuration is called in its batch. */
export function useTitles(): (id: string) => string {
  const batch = useAnalysis((state) => state.batch);
  return useMemo(() => {
    const titles = new Map(batch?.configurations.map(({ id, title }) => [id, title]));
    return (id) => titles.get(id) ?? id;
  }, [batch]);
}
