/** Shapley shares of the stages in quality and in cost, over all combinations. */
import {
  estimate,
  identityStatistic,
  singleSamples,
  widenedIfConstant,
} from "../statistics/estimate.ts";
import type { Column, Resamples } from "../statistics/resample.ts";
import { shapleyWeights } from "../statistics/shapley.ts";
import type { CostId, MetricId, ShapleyShare } from "../types.ts";
import { allSmallOf, stagesOf, switched } from "./combination-ids.ts";
import { columnOf, combined, coversAll, metricColumn, type ResultTable } from "./table.ts";

/** Null until every combination has an answer to one common question. */
export function shapleyShares(
  table: ResultTable,
  resamples: Resamples,
  by: { metric: MetricId; cost: CostId },
  combinations: readonly string[],
): ShapleyShare[] | null {
  const [first] = combinations;
  if (first === undefined) return null;
  const stages = stagesOf(first);
  const ids = Array.from({ length: 2 ** stages.length }, (_, bits) =>
    stages.reduce(
      (id, stage, at) => ((bits >> at) & 1 ? switched(id, stage, "L") : id),
      allSmallOf(first),
    ),
  );
  const quality = ids.map((id) => metricColumn(table, id, by.metric));
  const costs = ids.map((id) => columnOf(table, id, ({ total }) => total[by.cost]));
  const common = combined(
    quality,
    quality.map(() => 1),
  );
  const costKnown = costs.every((column) => coversAll(column, common));
  const share = (columns: readonly Column[]) =>
    stages.map((_, stage) =>
      onCommon(combined(columns, shapleyWeights(stages.length, stage)), common),
    );
  const samples = singleSamples(resamples, [...share(quality), ...share(costs)]);
  const intervals = samples.map((sample) => estimate(sample, identityStatistic));
  const shares = stages.flatMap((stage, at) => {
    const brought = intervals[at] ?? null;
    const spent = intervals[stages.length + at] ?? null;
    if (brought === null) return [];
    return [
      { stage, quality: widenedIfConstant(brought, [-1, 1]), cost: costKnown ? spent : null },
    ];
  });
  return shares.length === stages.length ? shares : null;
}

function onCommon(column: Column, common: Column): Column {
  return column.map((value, at) => (Number.isNaN(common[at] ?? Number.NaN) ? Number.NaN : value));
}
