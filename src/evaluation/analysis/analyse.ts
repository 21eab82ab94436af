import { tuningPairs } from "../combinations.ts";
import { drawResamples } from "../statistics/resample.ts";
import type { CostId, LabAnalysis, LabBatch, LabResult, MetricId } from "../types.ts";
import { adviceOf } from "./advice.ts";
import { ceilingsOf } from "./ceilings.ts";
import { combinationIds } from "./combination-ids.ts";
import { comparePairs, type Pair } from "./compare.ts";
import { cornerPoints, paretoPoints } from "./points.ts";
import { referenceOf } from "./reference.ts";
import { retrievalEffects } from "./retrieval-effect.ts";
import { stageRois } from "./stage-roi.ts";
import { summaries } from "./summary.ts";
import { surenessSummaries } from "./sureness.ts";
import { tableOf } from "./table.ts";
import { verdictRounds, verdictsOf } from "./verdicts.ts";

export interface AnalysisChoice {
  metric: MetricId;
  cost: CostId;
  rounds?: number;
}

/** Deterministic: resamples are drawn from the batch's seed. */
export function analyse(
  batch: LabBatch,
  results: readonly LabResult[],
  { metric, cost, rounds = verdictRounds }: AnalysisChoice,
): LabAnalysis {
  const { configurations, seed } = batch;
  const table = tableOf(batch, results);
  const resamples = drawResamples(table.questions.length, rounds, seed);
  const combinations = combinationIds(configurations);
  const verdicts = verdictsOf(table, resamples, { metric, cost }, combinations);
  const points =
    table.isPartial && verdicts !== null
      ? cornerPoints(verdicts, configurations)
      : paretoPoints(table, resamples, { metric, cost }, configurations);
  return {
    metric,
    cost,
    questions: table.questions.length,
    summaries: summaries(table, resamples, metric, configurations),
    roi: stageRois(table, resamples, metric, combinations),
    tuning: comparePairs(table, resamples, metric, tuningPairs),
    against: comparePairs(table, resamples, metric, pairsAgainst(batch)),
    retrieval: retrievalEffects(table, metric, configurations),
    sureness: surenessSummaries(table, resamples, metric, batch),
    pareto: points,
    advice: adviceOf({ table, resamples, metric, cost, configurations, points, verdicts }),
    verdicts,
    ceilings: ceilingsOf(batch, results, resamples),
  };
}

function pairsAgainst(batch: LabBatch): Pair[] {
  const base = referenceOf(batch);
  if (base === null) return [];
  return batch.configurations.flatMap(({ id }) => (id === base ? [] : [{ base, with: id }]));
}
