/** Each configuration by itself, over the questions that it answered. */

import type { Stage } from "../../log/types.ts";
import { misledRate, parseFailureRate } from "../../metrics/rates.ts";
import { estimate, identityStatistic, singleSamples } from "../statistics/estimate.ts";
import type { Column, Resamples } from "../statistics/resample.ts";
import { wilson } from "../statistics/wilson.ts";
import {
  byMetric,
  type Configuration,
  type ConfigurationSummary,
  type CostId,
  costIds,
  defaultMetric,
  type Interval,
  type LabResult,
  type MetricId,
  metricIds,
  type Spent,
} from "../types.ts";
import { qualityIntervals } from "./points.ts";
import { byCost } from "./records.ts";
import { columnOf, coversAll, metricColumn, type ResultTable, rightBy } from "./table.ts";

export function summaries(
  table: ResultTable,
  resamples: Resamples,
  metric: MetricId,
  configurations: readonly Configuration[],
): ConfigurationSummary[] {
  const metrics = metricIntervals(table, resamples, configurations);
  const costs = costIntervals(table, resamples, configurations);
  return configurations.map(({ id, title }, at) => {
    const results = (table.results.get(id) ?? []).filter((one) => one !== null);
    const answered = results.filter(({ outcome }) => outcome === "answered");
    return {
      id,
      title,
      n: results.length,
      failed: results.length - answered.length,
      metrics: byMetric((metricId) => metrics.get(metricId)?.[at] ?? null),
      costs: byCost((cost) => costs.get(cost)?.[at] ?? null),
      byStage: {
        plan: stageMeans(answered, "plan"),
        solve: stageMeans(answered, "solve"),
        summarise: stageMeans(answered, "summarise"),
      },
      parseFailureRate: parseFailureRate(answered),
      misledRate: misledRate(answered.map(({ misled }) => misled)),
      exits: exitsOf(answered, metric),
      coveredOnly: coveredOnlyOf(answered),
      answerWords: meanWords(answered),
      searches: answered.length === 0 ? 0 : sumOf(answered, "searches") / answered.length,
      paidUsd: paidOf(results),
      rememberedCalls: sumOf(results, "rememberedCalls"),
    };
  });
}

type Intervals<Id> = ReadonlyMap<Id, readonly (Interval | null)[]>;

function metricIntervals(
  table: ResultTable,
  resamples: Resamples,
  configurations: readonly Configuration[],
): Intervals<MetricId> {
  return new Map(
    metricIds.map((metric) => [
      metric,
      qualityIntervals(
        resamples,
        metric,
        configurations.map(({ id }) => metricColumn(table, id, metric)),
      ),
    ]),
  );
}

function costIntervals(
  table: ResultTable,
  resamples: Resamples,
  configurations: readonly Configuration[],
): Intervals<CostId> {
  const answered = configurations.map(({ id }) => columnOf(table, id, () => 0));
  return new Map(
    costIds.map((cost) => {
      const columns = configurations.map(({ id }) =>
        columnOf(table, id, ({ total }) => total[cost]),
      );
      const samples = singleSamples(resamples, columns);
      const known = (at: number) => coversAll(columns[at] ?? noColumn, answered[at] ?? noColumn);
      return [
        cost,
        samples.map((sample, at) => (known(at) ? estimate(sample, identityStatistic) : null)),
      ];
    }),
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

/** Null without any, and where one is unknown. */
export function meanCost(spents: readonly Spent[], cost: CostId): number | null {
  let sum = 0;
  for (const spent of spents) {
    const one = spent[cost];
    if (one === null) return null;
    sum += one;
  }
  return spents.length === 0 ? null : sum / spents.length;
}

type Counted = "searches" | "rememberedCalls";

function sumOf(results: readonly LabResult[], counted: Counted): number {
  return results.reduce((sum, result) => sum + result[counted], 0);
}

function paidOf(results: readonly LabResult[]): number | null {
  return results.reduce<number | null>(
    (sum, { paidUsd }) => (sum === null || paidUsd === null ? null : sum + paidUsd),
    0,
  );
}

/** Words beside the answer may hold what the answer misses: cover-EM over the output counts them. */
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

/** The exits in the order of their names; answers that cannot be told right or wrong are left out. */
function exitsOf(answered: readonly LabResult[], metric: MetricId): ConfigurationSummary["exits"] {
  const byExit = new Map<string, boolean[]>();
  for (const result of answered) {
    const right = rightBy(result, metric);
    if (result.exit === null || right === null) continue;
    byExit.set(result.exit, [...(byExit.get(result.exit) ?? []), right]);
  }
  return [...byExit]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([exit, rights]) => {
      const n = rights.length;
      return { exit, n, right: wilson(rights.filter((right) => right).length, n) };
    });
}
