import type { Stage } from "../../log/types.ts";
import { estimate, identityStatistic, singleSamples } from "../statistics/estimate.ts";
import type { Column, Resamples } from "../statistics/resample.ts";
import {
  byMetric,
  type Configuration,
  type ConfigurationSummary,
  type CostId,
  defaultMetric,
  type Interval,
  type LabResult,
  type MetricId,
  type Spent,
} from "../types.ts";
import { courseOf } from "./course.ts";
import { qualityIntervals } from "./points.ts";
import { byCost } from "./records.ts";
import {
  columnOf,
  coversAll,
  isRightOrWrong,
  metricColumn,
  type ResultTable,
  rightBy,
} from "./table.ts";

export function summaries(
  table: ResultTable,
  resamples: Resamples,
  metric: MetricId,
  configurations: readonly Configuration[],
): ConfigurationSummary[] {
  const metrics = metricIntervals(table, resamples, configurations);
  const means = (figure: (result: LabResult) => number | null) =>
    meanIntervals(table, resamples, configurations, figure);
  const costs = byCost((cost) => means(({ total }) => total[cost]));
  const searches = means((result) => result.searches);
  const steps = means((result) => result.steps?.all ?? null);
  return configurations.map(({ id, title }, at) => {
    const results = (table.results.get(id) ?? []).filter((one) => one !== null);
    const answered = results.filter(({ outcome }) => outcome === "answered");
    return {
      id,
      title,
      n: results.length,
      failed: results.length - answered.length,
      metrics: byMetric((metricId) => metrics[metricId][at] ?? null),
      costs: byCost((cost) => costs[cost][at] ?? null),
      byStage: {
        plan: stageMeans(answered, "plan"),
        solve: stageMeans(answered, "solve"),
        summarise: stageMeans(answered, "summarise"),
      },
      ...courseOf(answered, metric),
      coveredOnly: coveredOnlyOf(answered),
      answerWords: meanWords(answered),
      searches: searches[at] ?? null,
      steps: steps[at] ?? null,
      paidUsd: paidOf(results),
      rememberedCalls: results.reduce((sum, { rememberedCalls }) => sum + rememberedCalls, 0),
    };
  });
}

function metricIntervals(
  table: ResultTable,
  resamples: Resamples,
  configurations: readonly Configuration[],
): Record<MetricId, readonly (Interval | null)[]> {
  return byMetric((metric) =>
    qualityIntervals(
      resamples,
      isRightOrWrong(metric),
      configurations.map(({ id }) => metricColumn(table, id, metric)),
    ),
  );
}

function meanIntervals(
  table: ResultTable,
  resamples: Resamples,
  configurations: readonly Configuration[],
  figure: (result: LabResult) => number | null,
): (Interval | null)[] {
  const answered = configurations.map(({ id }) => columnOf(table, id, () => 0));
  const columns = configurations.map(({ id }) => columnOf(table, id, figure));
  const known = (at: number) => coversAll(columns[at] ?? noColumn, answered[at] ?? noColumn);
  return singleSamples(resamples, columns).map((sample, at) =>
    known(at) ? estimate(sample, identityStatistic) : null,
  );
}

const noColumn: Column = new Float64Array();

function stageMeans(
  answered: readonly LabResult[],
  stage: Stage,
): Readonly<Record<CostId, number | null>> {
  const spents = answered.map(({ byStage }) => byStage[stage]);
  return byCost((cost) => meanCost(spents, cost));
}

export function meanCost(spents: readonly Spent[], cost: CostId): number | null {
  let sum = 0;
  for (const spent of spents) {
    const one = spent[cost];
    if (one === null) return null;
    sum += one;
  }
  return spents.length === 0 ? null : sum / spents.length;
}

function paidOf(results: readonly LabResult[]): number | null {
  return results.reduce<number | null>(
    (sum, { paidUsd }) => (sum === null || paidUsd === null ? null : sum + paidUsd),
    0,
  );
}

/**
 * Counts answers that only cover-EM over the output accepts: other words may contain what the short
 * answer misses.
 */
function coveredOnlyOf(answered: readonly LabResult[]): ConfigurationSummary["coveredOnly"] {
  const known = answered.filter(({ metrics }) => metrics.coverEmOutput !== null);
  const only = known.filter(
    (result) => result.metrics.coverEmOutput === 1 && rightBy(result, defaultMetric) === false,
  );
  return { n: only.length, of: known.length };
}

function meanWords(answered: readonly LabResult[]): number | null {
  const words = answered.map(({ prediction }) => prediction.split(/\s+/u).filter(Boolean).length);
  return words.length === 0 ? null : words.reduce((sum, one) => sum + one, 0) / words.length;
}
