/** Computes the ROI of CoopLLM's Figure 2. */
import type { Stage } from "../../log/types.ts";
import {
  estimate,
  isConstant,
  type Sample,
  type Statistic,
  sampleOf,
} from "../statistics/estimate.ts";
import type { Column, Resamples } from "../statistics/resample.ts";
import type { Interval, LabResult, MetricId, PairedGain, StageRoi } from "../types.ts";
import { allSmallOf, stagesOf, switched } from "./combination-ids.ts";
import { comparePairs, reachingZero } from "./compare.ts";
import { improvement, type RoiDenominator, roi, roiDenominators, roiUnit } from "./roi.ts";
import { columnOf, combined, coversAll, metricColumn, type ResultTable } from "./table.ts";

/** Skips stages whose two configurations share no question. */
export function stageRois(
  table: ResultTable,
  resamples: Resamples,
  metric: MetricId,
  combinations: readonly string[],
): StageRoi[] {
  const [first] = combinations;
  if (first === undefined) return [];
  const base = allSmallOf(first);
  const pairs = stagesOf(first).map((stage) => ({ base, with: switched(base, stage, "L"), stage }));
  const known = pairs.filter((pair) => [pair.base, pair.with].every((id) => table.results.has(id)));
  return comparePairs(table, resamples, metric, known).map(({ stage, ...compared }) =>
    stageRoi(table, resamples, metric, stage, compared),
  );
}

function stageRoi(
  table: ResultTable,
  resamples: Resamples,
  metric: MetricId,
  stage: Stage,
  compared: PairedGain,
): StageRoi {
  const metrics = [compared.base, compared.with].map((id) => metricColumn(table, id, metric));
  const costs = roiDenominators.map((cost) => costColumn(table, compared, stage, cost));
  const both = combined(metrics, [1, 1]);
  const known = costs.map((cost) => coversAll(cost, both));
  const usable = costs.map((cost, at) => (known[at] === true ? cost : cost.map(() => 0)));
  const sample = sampleOf(resamples, [...metrics, ...usable]);
  const meanOf = (cost: RoiDenominator) => {
    const at = roiDenominators.indexOf(cost);
    return known[at] === true ? (sample.means[2 + at] ?? null) : null;
  };
  const roiOf = (cost: RoiDenominator) => {
    if (meanOf(cost) === null) return null;
    const at = 2 + roiDenominators.indexOf(cost);
    return ratio(sample, compared.gain, (means) =>
      roi(means[0] ?? 0, means[1] ?? 0, means[at] ?? 0, roiUnit[cost]),
    );
  };
  return {
    ...compared,
    stage,
    improvement: ratio(sample, compared.gain, ([a = 0, b = 0]) => improvement(a, b)),
    cost: {
      largeTokens: meanOf("largeTokens"),
      usd: meanOf("usd"),
      largeCalls: meanOf("largeCalls"),
    },
    roi: { largeTokens: roiOf("largeTokens"), usd: roiOf("usd"), largeCalls: roiOf("largeCalls") },
    mixed: stage === "solve" && largePlanned(table, compared.with),
  };
}

/**
 * True if the large model may have planned although the small one was set to: in earlier versions a
 * large reader also continued the chain.
 */
function largePlanned({ results }: ResultTable, id: string): boolean {
  if (!stagesOf(id).includes("plan")) return false;
  return (results.get(id) ?? []).some(
    (one) => one !== null && (one.rolesApart !== true || one.byStage.plan.largeCalls > 0),
  );
}

/**
 * Subtracts all-small's cost there: paid searches are charged to the stage whichever model does it.
 */
function costColumn(
  table: ResultTable,
  compared: PairedGain,
  stage: Stage,
  cost: RoiDenominator,
): Column {
  const figure = ({ byStage }: LabResult) => byStage[stage][cost];
  const large = columnOf(table, compared.with, figure);
  if (cost !== "usd") return large;
  return combined([large, columnOf(table, compared.base, figure)], [1, -1]);
}

function ratio(sample: Sample, gain: Interval, statistic: Statistic): Interval | null {
  const estimated = estimate(sample, statistic);
  if (estimated === null) return null;
  const scaled = isConstant(estimated) ? scaledGain(sample, gain, estimated, statistic) : estimated;
  return gain.low <= 0 && gain.high >= 0 ? reachingZero(scaled) : scaled;
}

function scaledGain(
  { means }: Sample,
  gain: Interval,
  estimated: Interval,
  statistic: Statistic,
): Interval {
  const [base = 0, , ...costs] = means;
  const at = (bound: number) => statistic([base, base + bound, ...costs]);
  return { ...estimated, low: at(gain.low), high: at(gain.high) };
}
