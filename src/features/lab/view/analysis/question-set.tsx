/** The filtered and brushed questions: computed once, shown by every picture. */
import { createContext, type ReactNode, useContext, useMemo } from "react";
import {
  type Column,
  type LabColumns,
  questionSet,
} from "../../../../evaluation/analysis/columns.ts";
import { byValue, markBrushed, type ValueIndex } from "../pictures/lab-strip.ts";
import { useAnalysis } from "./use-analysis.ts";

export interface ShownSet {
  columns: LabColumns;
  configuration: Column;
  against: Column | null;
  values: Float64Array;
  /** Indices into `columns.questions`. */
  set: Uint32Array;
  narrowed: boolean;
}

const SetHolder = createContext<ShownSet | null>(null);

/** Null until a configuration has results. */
export function useShownSet(): ShownSet | null {
  return useContext(SetHolder);
}

export function QuestionSetProvider({ children }: { children: ReactNode }) {
  const columns = useAnalysis((state) => state.columns);
  const id = useAnalysis((state) => state.configuration);
  const againstId = useAnalysis((state) => state.against);
  const filter = useAnalysis((state) => state.filter);
  const strip = useAnalysis((state) => state.strip);
  const brush = useAnalysis((state) => state.brush);
  const configuration = columns?.byConfiguration.get(id ?? "") ?? null;
  const against = columns?.byConfiguration.get(againstId ?? "") ?? null;
  const values = configuration?.[strip] ?? null;
  // Sorted once per column, so that a moving brush only reads.
  const sorted: ValueIndex | null = useMemo(
    () => (values === null ? null : byValue(values)),
    [values],
  );
  const shown = useMemo((): ShownSet | null => {
    if (columns === null || configuration === null || values === null || sorted === null)
      return null;
    const brushed = brush === null ? null : markBrushed(sorted, brush, values.length);
    const set = questionSet({ configuration, against, filter, brushed });
    const narrowed = brush !== null || filter !== "all";
    return { columns, configuration, against, values, set, narrowed };
  }, [columns, configuration, against, values, sorted, filter, brush]);
  return <SetHolder value={shown}>{children}</SetHolder>;
}
