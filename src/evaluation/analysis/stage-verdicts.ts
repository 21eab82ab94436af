/** The single source for cards, table, switches, advice and `bench -- returns`. */
import type { StageAdvice } from "../stage-advices.ts";
import {
  estimate,
  identityStatistic,
  singleSamples,
  widenedIfConstant,
} from "../statistics/estimate.ts";
import { holm } from "../statistics/holm.ts";
import { pairedTest } from "../statistics/paired-test.ts";
import type { Column, Resamples } from "../statistics/resample.ts";
import { leastQuestions, questionsToSettle } from "../statistics/sample-size.ts";
import { shapleyWeights } from "../statistics/shapley.ts";
import { type CostId, type Interval, type StageVerdict, verdictMetric } from "../types.ts";
import { allSmallOf, stagesOf, switched } from "./combination-ids.ts";
import {
  columnOf,
  combined,
  coversAll,
  deviationOf,
  metricColumn,
  type ResultTable,
} from "./table.ts";

const alpha = 0.05;

export function stageVerdicts(
  table: ResultTable,
  resamples: Resamples,
  cost: CostId,
  combinations: readonly string[],
): StageVerdict[] | null {
  const [first] = combinations;
  if (first === undefined) return null;
  const stages = stagesOf(first);
  const ids = Array.from({ length: 2 ** stages.length }, (_, bits) =>
    stages.reduce(
      (id, stage, at) => ((bits >> at) & 1 ? switched(id, stage, "L") : id),
      allSmallOf(first),
    ),
  );
  const quality = ids.map((id) => metricColumn(table, id, verdictMetric));
  const costs = ids.map((id) => columnOf(table, id, ({ total }) => total[cost]));
  const common = combined(
    quality,
    quality.map(() => 1),
  );
  const isCostKnown = costs.every((column) => coversAll(column, common));
  const values = (columns: readonly Column[]) =>
    stages.map((_, stage) =>
      onCommon(combined(columns, shapleyWeights(stages.length, stage)), common),
    );
  const gains = values(quality);
  const samples = singleSamples(resamples, [...gains, ...values(costs)]);
  const intervals = samples.map((sample) => estimate(sample, identityStatistic));
  const tested = stages.flatMap((stage, at) => {
    const brought = intervals[at] ?? null;
    const column = gains[at];
    if (brought === null || column === undefined) return [];
    const gain = widenedIfConstant(brought, [-1, 1]);
    const deviation = deviationOf(column, gain);
    const spent = isCostKnown ? (intervals[stages.length + at] ?? null) : null;
    return [{ stage, gain, deviation, cost: spent, ownP: testOf(gain, deviation) }];
  });
  if (tested.length < stages.length) return null;
  const corrected = holm(tested.map(({ ownP }) => ownP));
  return tested.map(({ stage, gain, deviation, cost }, at) => {
    const p = corrected[at] ?? 1;
    // Holm's strictest level, so that n suffices whatever the other p-values are.
    const settles = questionsToSettle(gain.mean, deviation, alpha / tested.length);
    return { stage, gain, cost, p, advice: adviceFor(gain, p), settles };
  });
}

/** Sums of thirds and sixths leave a rounding residue where there is no difference. */
const rounding = 1e-12;

function testOf({ mean, n }: Interval, deviation: number): number {
  const isConstant = !(deviation > rounding);
  return pairedTest(Math.abs(mean) < rounding ? 0 : mean, isConstant ? 0 : deviation, n);
}

function adviceFor(gain: Interval, p: number): StageAdvice {
  if (gain.n < leastQuestions) return "few";
  if (p >= alpha) return "open";
  if (gain.low > 0) return "large";
  return gain.high < 0 ? "small" : "open";
}

function onCommon(column: Column, common: Column): Column {
  return column.map((value, at) => (Number.isNaN(common[at] ?? Number.NaN) ? Number.NaN : value));
}
