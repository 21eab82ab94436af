import { estimate, identityStatistic, singleSamples } from "../statistics/estimate.ts";
import {
  amongHighest,
  aurocInterval,
  calibrationErrorByChance,
  expectedCalibrationError,
  type Judged,
  reliabilityBins,
} from "../statistics/reliability.ts";
import type { Resamples } from "../statistics/resample.ts";
import { wilson } from "../statistics/wilson.ts";
import type { LabBatch, LabResult, MetricId, SurenessSummary } from "../types.ts";
import { columnOf, type ResultTable, rightBy } from "./table.ts";

const shares = Array.from({ length: 20 }, (_, at) => (at + 1) / 20);

/** Skips configurations without sureness, such as earlier results without logs. */
export function surenessSummaries(
  table: ResultTable,
  resamples: Resamples,
  metric: MetricId,
  { configurations, seed }: LabBatch,
): SurenessSummary[] {
  const gaps = singleSamples(
    resamples,
    configurations.map(({ id }) => columnOf(table, id, (result) => gapOf(result, metric))),
  );
  return configurations.flatMap(({ id }, at): SurenessSummary[] => {
    const judged = judgedOf(table.results.get(id) ?? [], metric);
    const n = judged.length;
    if (n === 0) return [];
    const gap = gaps[at];
    const right = judged.filter(({ positive }) => positive).length;
    const highest = amongHighest(judged);
    return [
      {
        id,
        n,
        sure: judged.reduce((sum, { score }) => sum + score, 0) / n,
        right: wilson(right, n),
        gap: gap === undefined ? null : estimate(gap, identityStatistic),
        bins: reliabilityBins(judged).map(({ from, to, n: count, score, positive }) => {
          return { from, to, n: count, sure: score, right: positive };
        }),
        calibrationError: expectedCalibrationError(judged),
        calibrationErrorByChance: calibrationErrorByChance(judged, seed),
        auroc: aurocInterval(judged),
        surest: shares.map((share) => ({ share, right: highest(share) })),
      },
    ];
  });
}

function judgedOf(results: readonly (LabResult | null)[], metric: MetricId): Judged[] {
  return results.flatMap((result) => {
    if (result === null) return [];
    const right = rightBy(result, metric);
    const sure = result.sure ?? null;
    return right === null || sure === null ? [] : [{ score: sure, positive: right }];
  });
}

function gapOf(result: LabResult, metric: MetricId): number | null {
  const right = rightBy(result, metric);
  const sure = result.sure ?? null;
  return right === null || sure === null ? null : sure - Number(right);
}
