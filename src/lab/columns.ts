/**
 * The results of a batch as columns, one a configuration and a number a question: what the
 * linked views filter, brush and count at every movement of the hand.
 */
import type { CostId, LabResult, MetricId } from "./types.ts";

export interface Column {
  /** 1 right, 0 wrong or failed, 255 no result yet. */
  right: Uint8Array;
  /** The metric, in [0, 1]; NaN where there is none. */
  metric: Float64Array;
  /** The cost of the question; NaN where it is not known. */
  cost: Float64Array;
  results: readonly (LabResult | null)[];
}

export interface LabColumns {
  metric: MetricId;
  cost: CostId;
  /** Ids of the questions, in the order in which they first came. */
  questions: readonly string[];
  byConfiguration: ReadonlyMap<string, Column>;
}

export const noResult = 255;

const zeroOrOne: ReadonlySet<MetricId> = new Set(["coverEm", "coverEmTokens", "em", "hit"]);

/**
 * Right by the metric where it is 0 or 1. A graded one has no right and wrong: there the
 * paper's cover-EM says it.
 */
export function isRight({ outcome, metrics }: LabResult, metric: MetricId): boolean {
  if (outcome === "failed") return false;
  return metrics[zeroOrOne.has(metric) ? metric : "coverEm"] === 1;
}

export function labColumns(
  results: readonly LabResult[],
  metric: MetricId,
  cost: CostId,
): LabColumns {
  const places = new Map<string, number>();
  for (const { question } of results) {
    if (!places.has(question)) places.set(question, places.size);
  }
  const count = places.size;
  const byConfiguration = new Map<string, Column & { results: (LabResult | null)[] }>();
  for (const result of results) {
    const place = places.get(result.question) ?? 0;
    let column = byConfiguration.get(result.configuration);
    if (column === undefined) {
      column = emptyColumn(count);
      byConfiguration.set(result.configuration, column);
    }
    column.results[place] = result;
    column.right[place] = isRight(result, metric) ? 1 : 0;
    column.metric[place] = result.metrics[metric] ?? Number.NaN;
    column.cost[place] = result.total[cost] ?? Number.NaN;
  }
  return { metric, cost, questions: [...places.keys()], byConfiguration };
}

function emptyColumn(count: number) {
  return {
    right: new Uint8Array(count).fill(noResult),
    metric: new Float64Array(count).fill(Number.NaN),
    cost: new Float64Array(count).fill(Number.NaN),
    results: new Array<LabResult | null>(count).fill(null),
  };
}

export type QuestionFilter = "all" | "right" | "wrong" | "differs";

export interface QuestionSet {
  configuration: Column;
  /** Null: there is nothing to differ from. */
  against: Column | null;
  filter: QuestionFilter;
  /** 1 where the brush holds the question; null: no brush. */
  brushed: Uint8Array | null;
}

/** Indices of the questions that the filter and the brush let through, in their order. */
export function questionSet({ configuration, against, filter, brushed }: QuestionSet): Uint32Array {
  const { right } = configuration;
  const kept = new Uint32Array(right.length);
  let count = 0;
  for (let index = 0; index < right.length; index += 1) {
    const own = right[index];
    if (own === noResult || (brushed !== null && brushed[index] !== 1)) continue;
    if (filter === "right" && own !== 1) continue;
    if (filter === "wrong" && own !== 0) continue;
    if (filter === "differs") {
      const other = against?.right[index] ?? noResult;
      if (other === noResult || other === own) continue;
    }
    kept[count] = index;
    count += 1;
  }
  return kept.subarray(0, count);
}

/** What a configuration comes to on a set of questions: of those it has answered. */
export function onSet(
  column: Column,
  set: Uint32Array,
): { n: number; right: number; metric: number | null; cost: number | null } {
  let n = 0;
  let right = 0;
  let metric = 0;
  let cost = 0;
  for (const index of set) {
    if (column.right[index] === noResult) continue;
    n += 1;
    right += column.right[index] ?? 0;
    metric += column.metric[index] ?? Number.NaN;
    cost += column.cost[index] ?? Number.NaN;
  }
  const mean = (sum: number) => (n === 0 || Number.isNaN(sum) ? null : sum / n);
  return { n, right, metric: mean(metric), cost: mean(cost) };
}
