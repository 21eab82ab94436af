/** The linked views filter and count these columns on every pointer move. */

import type { CostId, LabBatch, LabResult, MetricId } from "../types.ts";
import { rightBy, tableOf } from "./table.ts";

export interface Column {
  /** 1 right, 0 wrong; otherwise `cannotTell` or `noResult`. */
  right: Uint8Array;
  /** In [0, 1]; NaN if missing or the run failed. */
  metric: Float64Array;
  cost: Float64Array;
  results: readonly (LabResult | null)[];
}

export interface LabColumns {
  metric: MetricId;
  cost: CostId;
  questions: readonly string[];
  byConfiguration: ReadonlyMap<string, Column>;
}

export const unscoredCode = 254;
export const noResult = 255;

export function labColumns(
  batch: LabBatch,
  results: readonly LabResult[],
  metric: MetricId,
  cost: CostId,
): LabColumns {
  const table = tableOf(batch, results);
  const byConfiguration = new Map<string, Column>();
  for (const [id, row] of table.results) {
    if (row.some((result) => result !== null)) byConfiguration.set(id, columnOf(row, metric, cost));
  }
  return { metric, cost, questions: table.questions, byConfiguration };
}

function columnOf(row: readonly (LabResult | null)[], metric: MetricId, cost: CostId): Column {
  const column = {
    right: new Uint8Array(row.length),
    metric: new Float64Array(row.length),
    cost: new Float64Array(row.length),
    results: row,
  };
  for (const [at, result] of row.entries()) {
    const answered = result?.outcome === "answered";
    column.right[at] = result === null ? noResult : rightCode(rightBy(result, metric));
    column.metric[at] = (answered ? result.metrics[metric] : null) ?? Number.NaN;
    column.cost[at] = result?.total[cost] ?? Number.NaN;
  }
  return column;
}

function rightCode(right: boolean | null): number {
  if (right === null) return unscoredCode;
  return right ? 1 : 0;
}

export const questionFilters = ["all", "right", "wrong", "differs"] as const;
export type QuestionFilter = (typeof questionFilters)[number];

export interface QuestionSet {
  configuration: Column;
  against: Column | null;
  filter: QuestionFilter;
  brushed: Uint8Array | null;
}

export function questionSet({ configuration, against, filter, brushed }: QuestionSet): Uint32Array {
  const { right } = configuration;
  const retained = new Uint32Array(right.length);
  let count = 0;
  for (let index = 0; index < right.length; index += 1) {
    const own = right[index] ?? noResult;
    if (own === noResult || (brushed !== null && brushed[index] !== 1)) continue;
    if (filter === "right" && own !== 1) continue;
    if (filter === "wrong" && own !== 0) continue;
    if (filter === "differs") {
      const other = against?.right[index] ?? noResult;
      if (own + other !== 1) continue;
    }
    retained[count] = index;
    count += 1;
  }
  return retained.subarray(0, count);
}

export function onSet(column: Column, set: Uint32Array): { n: number; metric: number | null } {
  let n = 0;
  let sum = 0;
  for (const index of set) {
    const value = column.metric[index] ?? Number.NaN;
    if (Number.isNaN(value)) continue;
    n += 1;
    sum += value;
  }
  return { n, metric: n === 0 ? null : sum / n };
}

/** Indices into `questions`. */
export interface Turned {
  won: readonly number[];
  lost: readonly number[];
  bothRight: readonly number[];
  bothWrong: readonly number[];
}

/** Counts only questions that both answered and that can be judged. */
export function turned(base: Column, chosen: Column): Turned {
  const won: number[] = [];
  const lost: number[] = [];
  const bothRight: number[] = [];
  const bothWrong: number[] = [];
  base.right.forEach((before, index) => {
    const after = chosen.right[index] ?? noResult;
    if (before > 1 || after > 1) return;
    if (before === after) (after === 1 ? bothRight : bothWrong).push(index);
    else (after === 1 ? won : lost).push(index);
  });
  return { won, lost, bothRight, bothWrong };
}
