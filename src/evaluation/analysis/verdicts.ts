/** All figures use the same questions and resamples. */
import type { Stage } from "../../log/types.ts";
import {
  estimate,
  identityStatistic,
  type Sample,
  singleSamples,
  widenedIfConstant,
} from "../statistics/estimate.ts";
import { type Column, columnMean, drawResamples, type Resamples } from "../statistics/resample.ts";
import type {
  Corner,
  CostId,
  Flip,
  Interaction,
  Interval,
  LabBatch,
  LabResult,
  MetricId,
  Verdicts,
} from "../types.ts";
import { allSmallOf, combinationIds, isLarge, stagesOf, switched } from "./combination-ids.ts";
import { qualityIntervals } from "./points.ts";
import { stageVerdicts } from "./stage-verdicts.ts";
import { columnOf, combined, coversAll, metricColumn, type ResultTable, tableOf } from "./table.ts";

interface World {
  resamples: Resamples;
  /** Holds the common questions; the cost is null if one is unknown. */
  quality: ReadonlyMap<string, Column>;
  cost: ReadonlyMap<string, Column | null>;
}

/** Null until all combinations have answered at least one common question. */
export function verdictsOf(
  table: ResultTable,
  resamples: Resamples,
  by: { metric: MetricId; cost: CostId },
  combinations: readonly string[],
): Verdicts | null {
  const [first] = combinations;
  if (first === undefined) return null;
  const stages = stagesOf(first);
  const ids = allOf(allSmallOf(first), stages);
  const { world, n } = worldOf(table, resamples, by, ids);
  if (n === 0) return null;
  const pairs = stages.flatMap((stage) =>
    ids.filter((id) => !isLarge(id, stage)).map((from) => ({ stage, from })),
  );
  const flips = flipsOf(world, pairs);
  const verdicts = stageVerdicts(table, resamples, by.cost, combinations);
  if (flips.length !== pairs.length || verdicts === null) return null;
  return {
    ...by,
    n,
    stages: verdicts,
    corners: cornersOf(world, by.metric, ids),
    flips,
    interactions: interactionsOf(world, stages, ids),
  };
}

export const verdictRounds = 1000;

/** Computes them as the page does, so that printed tables agree. */
export function reportVerdicts(
  batch: LabBatch,
  results: readonly LabResult[],
  by: { metric: MetricId; cost: CostId },
): Verdicts | null {
  const table = tableOf(batch, results);
  const resamples = drawResamples(table.questions.length, verdictRounds, batch.seed);
  return verdictsOf(table, resamples, by, combinationIds(batch.configurations));
}

function allOf(base: string, stages: readonly Stage[]): string[] {
  return Array.from({ length: 2 ** stages.length }, (_, bits) =>
    stages.reduce(
      (id, stage, at) => ((bits >> (stages.length - 1 - at)) & 1 ? switched(id, stage, "L") : id),
      base,
    ),
  );
}

function worldOf(
  table: ResultTable,
  resamples: Resamples,
  by: { metric: MetricId; cost: CostId },
  ids: readonly string[],
): { world: World; n: number } {
  const scored = ids.map((id) => metricColumn(table, id, by.metric));
  const common = combined(
    scored,
    scored.map(() => 1),
  );
  const onCommon = (column: Column) =>
    column.map((value, at) => (Number.isNaN(common[at] ?? Number.NaN) ? Number.NaN : value));
  const costs = ids.map((id) => {
    const column = columnOf(table, id, ({ total }) => total[by.cost]);
    return coversAll(column, common) ? onCommon(column) : null;
  });
  const world = {
    resamples,
    quality: new Map(ids.map((id, at) => [id, onCommon(scored[at] ?? common)])),
    cost: new Map(ids.map((id, at) => [id, costs[at] ?? null])),
  };
  return { world, n: common.filter((value) => !Number.isNaN(value)).length };
}

function gainColumn({ quality }: World, stage: Stage, froms: readonly string[]): Column {
  const columns = froms.flatMap((from) => [
    quality.get(switched(from, stage, "L")) ?? new Float64Array(),
    quality.get(from) ?? new Float64Array(),
  ]);
  const weight = 1 / froms.length;
  return combined(
    columns,
    columns.map((_, at) => (at % 2 === 0 ? weight : -weight)),
  );
}

function costOf({ cost }: World, from: string, to: string): number | null {
  const [small, large] = [cost.get(from) ?? null, cost.get(to) ?? null];
  return small === null || large === null ? null : columnMean(large) - columnMean(small);
}

function flipsOf(world: World, pairs: readonly { stage: Stage; from: string }[]): Flip[] {
  const columns = pairs.map(({ stage, from }) => gainColumn(world, stage, [from]));
  const samples = singleSamples(world.resamples, columns);
  return pairs.flatMap(({ stage, from }, at) => {
    const gain = told(samples[at]);
    if (gain === null) return [];
    const to = switched(from, stage, "L");
    return [{ stage, from, to, gain, cost: costOf(world, from, to) }];
  });
}

function told(sample: Sample | undefined): Interval | null {
  const estimated = sample === undefined ? null : estimate(sample, identityStatistic);
  return estimated === null ? null : widenedIfConstant(estimated, [-1, 1]);
}

function cornersOf({ resamples, quality, cost }: World, metric: MetricId, ids: readonly string[]) {
  const columns = ids.map((id) => quality.get(id) ?? new Float64Array());
  const [base = new Float64Array()] = columns;
  const intervals = qualityIntervals(resamples, metric, columns);
  const gains = singleSamples(
    resamples,
    columns.map((column) => combined([column, base], [1, -1])),
  );
  return ids.flatMap((id, at): Corner[] => {
    const interval = intervals[at] ?? null;
    const spent = cost.get(id) ?? null;
    const gain = told(gains[at]);
    if (interval === null || gain === null) return [];
    return [{ id, quality: interval, cost: spent === null ? null : columnMean(spent), gain }];
  });
}

function interactionsOf(
  world: World,
  stages: readonly Stage[],
  ids: readonly string[],
): Interaction[] {
  const pairs = stages.flatMap((stage, at) =>
    stages.slice(at + 1).map((other) => ({ stage, other })),
  );
  const columns = pairs.map(({ stage, other }) => {
    const froms = (large: boolean) =>
      ids.filter((id) => !isLarge(id, stage) && isLarge(id, other) === large);
    const [alone, together] = [false, true].map((large) => gainColumn(world, stage, froms(large)));
    return { alone: alone ?? new Float64Array(), together: together ?? new Float64Array() };
  });
  const samples = singleSamples(
    world.resamples,
    columns.map(({ alone, together }) => combined([together, alone], [1, -1])),
  );
  return pairs.flatMap(({ stage, other }, at) => {
    const difference = told(samples[at]);
    const own = columns[at];
    if (difference === null || own === undefined) return [];
    const alone = columnMean(own.alone);
    return [{ stage, other, alone, together: columnMean(own.together), difference }];
  });
}
