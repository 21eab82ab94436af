/** One row a question and one cell a configuration, for the linked views. */
import type { CostId, LabBatch, LabResult, MetricId } from "../types.ts";
import { rightBy, tableOf } from "./table.ts";

export interface QuestionCell {
  outcome: "answered" | "failed" | "missing";
  /** Null where it failed, is missing, or cannot be told. */
  score: number | null;
  right: boolean | null;
  cost: number | null;
}

export interface QuestionTableRow {
  question: string;
  /** In the order of the batch's configurations. */
  cells: readonly QuestionCell[];
  /** Some configuration is right and some other wrong. */
  differs: boolean;
}

/** Questions in the order of their ids. */
export function questionTable(
  batch: LabBatch,
  results: readonly LabResult[],
  by: { metric: MetricId; cost: CostId },
): QuestionTableRow[] {
  const table = tableOf(batch, results);
  const columns = batch.configurations.map(({ id }) => table.results.get(id) ?? []);
  return table.questions.map((question, at) => {
    const cells = columns.map((column) => cellOf(column[at] ?? null, by));
    const differs = [true, false].every((wanted) => cells.some(({ right }) => right === wanted));
    return { question, cells, differs };
  });
}

function cellOf(result: LabResult | null, by: { metric: MetricId; cost: CostId }): QuestionCell {
  if (result === null) return { outcome: "missing", score: null, right: null, cost: null };
  return {
    outcome: result.outcome,
    score: result.outcome === "answered" ? result.metrics[by.metric] : null,
    right: rightBy(result, by.metric),
    cost: result.total[by.cost],
  };
}
