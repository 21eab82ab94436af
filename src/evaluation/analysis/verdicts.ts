/**
 * What the large model brings in each stage, from all combinations of small and large: the cards, the
 * cube and its flips. They are paired: every figure is of the same questions, over the same resamples.
 */
import type { Stage } from "../../log/types.ts";
import {
  estimate,
  identityStatistic,
  type Sample,
  singleSamples,
  widenedIfConstant,
} from "../statistics/estimate.ts";
import { type Column, columnMean, type Resamples } from "../statistics/resample.ts";
import { questionsMissing } from "../statistics/sample-size.ts";
import type {
  Corner,
  CostId,
  Flip,
  Interaction,
  Interval,
  MetricId,
  StageAdvice,
  StageVerdict,
  Verdicts,
} from "../types.ts";
import { allSmallOf, isLarge, stagesOf, switched } from "./combination-ids.ts";
import { qualityIntervals } from "./points.ts";
import { columnOf, combined, coversAll, metricColumn, type ResultTable } from "./table.ts";

interface World {
  resamples: Resamples;
  /** Every combination's metric and cost on the common questions; a cost is null where one is unknown. */
  quality: ReadonlyMap<string, Column>;
  cost: ReadonlyMap<string, Column | null>;
}

/** Null until every combination has an answer to one common question. */
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
  const verdicts = stages.flatMap((stage) => {
    const own = pairs.filter((pair) => pair.stage === stage).map(({ from }) => from);
    return stageVerdict(world, stage, own) ?? [];
  });
  if (flips.length !== pairs.length || verdicts.length !== stages.length) return null;
  return {
    ...by,
    n,
    stages: verdicts,
    corners: cornersOf(world, by.metric, ids),
    flips,
    interactions: interactionsOf(world, stages, ids),
  };
}

/** All small first, then in the order of their names' bits. */
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

/** What is gained, averaged over the flips that begin at these combinations. */
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

/** Likewise, what it costs more a question. */
function costOf({ cost }: World, stage: Stage, froms: readonly string[]): number | null {
  let sum = 0;
  for (const from of froms) {
    const [small, large] = [cost.get(from) ?? null, cost.get(switched(from, stage, "L")) ?? null];
    if (small === null || large === null) return null;
    sum += columnMean(large) - columnMean(small);
  }
  return sum / froms.length;
}

function flipsOf(world: World, pairs: readonly { stage: Stage; from: string }[]): Flip[] {
  const columns = pairs.map(({ stage, from }) => gainColumn(world, stage, [from]));
  const samples = singleSamples(world.resamples, columns);
  return pairs.flatMap(({ stage, from }, at) => {
    const known = told(samples[at]);
    if (known === null) return [];
    const { gain, probability } = known;
    const to = switched(from, stage, "L");
    return [{ stage, from, to, gain, cost: costOf(world, stage, [from]), probability }];
  });
}

function stageVerdict(world: World, stage: Stage, froms: readonly string[]): StageVerdict | null {
  const column = gainColumn(world, stage, froms);
  const [sample] = singleSamples(world.resamples, [column]);
  const known = told(sample);
  if (known === null) return null;
  const { gain, probability } = known;
  const advice = adviceFor(gain, probability);
  const isSettled = advice === "large" || advice === "small";
  const more = isSettled ? 0 : questionsMissing(gain.mean, deviationOf(column, gain), gain.n);
  return { stage, gain, probability, advice, more, cost: costOf(world, stage, froms) };
}

function told(sample: Sample | undefined): { gain: Interval; probability: number } | null {
  const estimated = sample === undefined ? null : estimate(sample, identityStatistic);
  if (sample === undefined || estimated === null) return null;
  const [means = new Float64Array()] = sample.resampled;
  return { gain: widenedIfConstant(estimated, [-1, 1]), probability: shareAbove0(means) };
}

/** Sums of thirds and quarters leave a rest where there is no difference. */
const rounding = 1e-12;

function shareAbove0(means: Float64Array): number {
  let above = 0;
  for (const mean of means) above += mean > rounding ? 1 : mean < -rounding ? 0 : 0.5;
  return means.length === 0 ? 0.5 : above / means.length;
}

/** From here on it leans to one side. */
const leaning = 0.8;

function adviceFor(gain: Interval, probability: number): StageAdvice {
  if (gain.low > 0) return "large";
  if (gain.high < 0) return "small";
  if (probability >= leaning) return "lean-large";
  return probability <= 1 - leaning ? "lean-small" : "open";
}

function deviationOf(column: Column, { mean, n }: Interval): number {
  const squares = column.reduce(
    (sum, value) => sum + (Number.isNaN(value) ? 0 : (value - mean) ** 2),
    0,
  );
  return Math.sqrt(squares / (n - 1));
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
    const known = told(gains[at]);
    if (interval === null || known === null) return [];
    return [{ id, quality: interval, cost: spent === null ? null : columnMean(spent), ...known }];
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
    const known = told(samples[at]);
    const own = columns[at];
    if (known === null || own === undefined) return [];
    const { gain: difference, probability } = known;
    const alone = columnMean(own.alone);
    return [{ stage, other, alone, together: columnMean(own.together), difference, probability }];
  });
}
