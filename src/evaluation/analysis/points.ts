import {
  commonQuestions,
  estimate,
  identityStatistic,
  singleSamples,
  widenedIfConstant,
} from "../statistics/estimate.ts";
import { onFront } from "../statistics/pareto.ts";
import { type Column, columnMean, type Resamples } from "../statistics/resample.ts";
import { wilson } from "../statistics/wilson.ts";
import type { Configuration, CostId, Interval, MetricId, ParetoPoint, Verdicts } from "../types.ts";
import { columnOf, coversAll, isRightOrWrong, metricColumn, type ResultTable } from "./table.ts";

/**
 * Uses the questions that all configurations answered, so that none looks good on easier ones; if
 * there are none, each one's own.
 */
export function paretoPoints(
  table: ResultTable,
  resamples: Resamples,
  by: { metric: MetricId; cost: CostId },
  configurations: readonly Configuration[],
): ParetoPoint[] {
  const own = configurations
    .map((one) => ({ ...one, quality: metricColumn(table, one.id, by.metric) }))
    .filter(({ quality }) => quality.some((value) => !Number.isNaN(value)));
  const columns = shared(own.map(({ quality }) => quality));
  const qualities = qualityIntervals(resamples, isRightOrWrong(by.metric), columns);
  const placed = own.flatMap(({ id, title }, at) => {
    const [quality, column] = [qualities[at] ?? null, columns[at]];
    if (quality === null || column === undefined) return [];
    return [{ id, title, quality, cost: costOn(table, id, by.cost, column) }];
  });
  return withFront(placed);
}

/** For a partial table, where neighbouring setups may share no question. */
export function cornerPoints(
  { corners }: Pick<Verdicts, "corners">,
  configurations: readonly Configuration[],
): ParetoPoint[] {
  return withFront(
    configurations.flatMap(({ id, title }) => {
      const corner = corners.find((one) => one.id === id);
      return corner === undefined
        ? []
        : [{ id, title, quality: corner.quality, cost: corner.cost }];
    }),
  );
}

function withFront(points: readonly Omit<ParetoPoint, "onFront">[]): ParetoPoint[] {
  const front = onFront(points.map(({ cost, quality }) => ({ cost, quality: quality.mean })));
  return points.map((point, at) => ({ ...point, onFront: front[at] === true }));
}

function shared(columns: readonly Column[]): readonly Column[] {
  const common = commonQuestions(columns);
  return common[0]?.some((value) => !Number.isNaN(value)) ? common : columns;
}

function costOn(table: ResultTable, id: string, cost: CostId, column: Column): number | null {
  const costs = columnOf(table, id, ({ total }) => total[cost]);
  if (!coversAll(costs, column)) return null;
  return columnMean(
    costs.map((value, at) => (Number.isNaN(column[at] ?? Number.NaN) ? Number.NaN : value)),
  );
}

export function qualityIntervals(
  resamples: Resamples,
  isBinary: boolean,
  columns: readonly Column[],
  scale: readonly [number, number] = [0, 1],
): (Interval | null)[] {
  if (isBinary) return columns.map(shareOf);
  return singleSamples(resamples, columns).map((sample) => {
    const interval = estimate(sample, identityStatistic);
    return interval === null ? null : widenedIfConstant(interval, scale);
  });
}

function shareOf(column: Column): Interval | null {
  const known = column.filter((value) => !Number.isNaN(value));
  if (known.length === 0) return null;
  return wilson(
    known.reduce((sum, value) => sum + value, 0),
    known.length,
  );
}
