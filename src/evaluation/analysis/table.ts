import type { Column } from "../statistics/resample.ts";
import type { Interval, LabBatch, LabResult, MetricId } from "../types.ts";

export interface ResultTable {
  /** Sorted by id, so that the batch's run order changes no figure. */
  questions: readonly string[];
  results: ReadonlyMap<string, readonly (LabResult | null)[]>;
  /** The batch ran until it was settled, so its questions were not asked in every setup. */
  isPartial: boolean;
}

const rightOrWrong: ReadonlySet<MetricId> = new Set([
  "right",
  "em",
  "rightChoice",
  "coverEm",
  "coverEmTokens",
  "coverEmOutput",
  "hit",
]);

export function isRightOrWrong(metric: MetricId): boolean {
  return rightOrWrong.has(metric);
}

/** If two results share a place, the later counts. */
export function tableOf(batch: LabBatch, results: readonly LabResult[]): ResultTable {
  const own = results.filter((result) => result.batch === batch.id);
  const questions = [...new Set(own.map(({ question }) => question))].sort();
  const place = new Map(questions.map((question, at) => [question, at]));
  const rows = new Map(
    batch.configurations.map(({ id }) => [
      id,
      new Array<LabResult | null>(questions.length).fill(null),
    ]),
  );
  for (const result of own) {
    const at = place.get(result.question);
    const row = rows.get(result.configuration);
    if (at !== undefined && row !== undefined) row[at] = result;
  }
  const isPartial =
    batch.untilSettled === true && [...rows.values()].some((row) => row.includes(null));
  return { questions, results: rows, isPartial };
}

export function columnOf(
  table: ResultTable,
  configuration: string,
  figure: (result: LabResult) => number | null,
): Column {
  const column = new Float64Array(table.questions.length).fill(Number.NaN);
  table.results.get(configuration)?.forEach((result, at) => {
    if (result?.outcome === "answered") column[at] = figure(result) ?? Number.NaN;
  });
  return column;
}

export function metricColumn(table: ResultTable, configuration: string, metric: MetricId): Column {
  return columnOf(table, configuration, ({ metrics }) => metrics[metric]);
}

export function combined(columns: readonly Column[], weights: readonly number[]): Column {
  const sum = new Float64Array(columns[0]?.length ?? 0);
  columns.forEach((column, index) => {
    const weight = weights[index] ?? 0;
    for (let at = 0; at < sum.length; at += 1) {
      sum[at] = (sum[at] ?? 0) + weight * (column[at] ?? Number.NaN);
    }
  });
  return sum;
}

export function coversAll(column: Column, wanted: Column): boolean {
  return wanted.every(
    (value, at) => Number.isNaN(value) || !Number.isNaN(column[at] ?? Number.NaN),
  );
}

/** The column on the questions of another. */
export function onlyWhere(other: Column, column: Column): Column {
  return column.map((value, at) => (Number.isNaN(other[at] ?? Number.NaN) ? Number.NaN : value));
}

/**
 * Falls back from a non-binary metric to the right choice, then to cover-EM of the short answer;
 * null if unknown.
 */
export function rightBy({ outcome, metrics }: LabResult, metric: MetricId): boolean | null {
  if (outcome === "failed") return null;
  const score = isRightOrWrong(metric) ? metrics[metric] : metrics.right;
  return score === null ? null : score === 1;
}

export function deviationOf(
  differences: Column,
  { mean, n }: Pick<Interval, "mean" | "n">,
): number {
  const squares = differences.reduce(
    (sum, value) => sum + (Number.isNaN(value) ? 0 : (value - mean) ** 2),
    0,
  );
  return Math.sqrt(squares / (n - 1));
}
