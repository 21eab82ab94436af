/** The sample's summary out of its report: what the lab says of it, in the few figures of the first screen. */
import { type Price, type Stage, stages } from "../../log/types.ts";
import { ceilingsOf } from "../analysis/ceilings.ts";
import { combinationIds } from "../analysis/combination-ids.ts";
import { isSplit, repricedResult } from "../analysis/reprice.ts";
import { tableOf } from "../analysis/table.ts";
import { verdictsOf } from "../analysis/verdicts.ts";
import { drawResamples } from "../statistics/resample.ts";
import { type Ceiling, type LabBatch, type LabResult, plainMetric, type Spent } from "../types.ts";
import type { SampleSummary, StageSample } from "./summary.ts";

/** As many as the lab draws. */
const rounds = 1000;

export interface SampleSource {
  batch: LabBatch;
  results: readonly LabResult[];
  /** What the large model's tokens are counted at. */
  price: Price & { title: string };
  /** The question set's title. */
  set: string;
  /**
   * Of earlier results, which tell one sum of large tokens: which share of them was written, for a
   * combination and a stage, by results that tell it.
   */
  writtenShare: (combination: string, stage: Stage) => number | null;
}

/** Throws where a combination is missing or no question was answered by all. */
export function sampleSummary(source: SampleSource): SampleSummary {
  const { batch, price, set } = source;
  const approximate = !source.results.every(isSplit);
  const results = source.results.map((one) => repricedResult(split(one, source), null, price));
  const table = tableOf(batch, results);
  const resamples = drawResamples(table.questions.length, rounds, batch.seed);
  const by = { metric: plainMetric, cost: "usd" } as const;
  const verdicts = verdictsOf(table, resamples, by, combinationIds(batch.configurations));
  if (verdicts === null) throw new Error("no question was answered by all eight combinations");
  const ceilings = ceilingsOf(batch, results, resamples, by.metric);
  return {
    format: "hopwise-summary",
    set,
    questions: verdicts.n,
    measuredEpochMs: batch.createdEpochMs,
    small: batch.models.small,
    large: batch.models.large ?? "",
    price: { title: price.title, asOf: price.asOf },
    approximate,
    combinations: verdicts.corners.map(({ id, quality: { mean, low, high }, cost }) => {
      return { id, right: rounded(mean), low: rounded(low), high: rounded(high), usd: money(cost) };
    }),
    stages: verdicts.stages.map(({ stage, gain: { mean, low, high }, probability, cost }) => ({
      stage,
      gain: rounded(mean),
      low: rounded(low),
      high: rounded(high),
      probability: rounded(probability),
      usd: money(cost),
      ...ceilingIn(ceilings, stage),
    })),
  };
}

function ceilingIn(ceilings: readonly Ceiling[], stage: Stage): Pick<StageSample, "ceiling"> {
  const found = ceilings.find((one) => one.stage === stage);
  if (found === undefined) return {};
  const { gain, model } = found;
  return { ceiling: { gain: rounded(gain.mean), model: model && rounded(model.mean) } };
}

function money(usd: number | null): number | null {
  return usd === null ? null : Number(usd.toFixed(8));
}

function rounded(value: number): number {
  return Number(value.toFixed(4));
}

/** With what the large model read and what it wrote apart, by the share of others like it. */
function split(result: LabResult, { writtenShare }: SampleSource): LabResult {
  if (isSplit(result)) return result;
  const byStage = stages.map((stage) => {
    const spent = result.byStage[stage];
    const share = writtenShare(result.configuration, stage);
    return [stage, share === null ? spent : splitAt(spent, share)] as const;
  });
  const parts = byStage.flatMap(([, { large }]) => large ?? []);
  const sum = (of: (part: (typeof parts)[number]) => number) =>
    parts.reduce((total, part) => total + of(part), 0);
  const large = {
    promptTokens: sum(({ promptTokens }) => promptTokens),
    generatedTokens: sum(({ generatedTokens }) => generatedTokens),
    othersUsd: 0,
  };
  const isWhole = byStage.every(([, { largeCalls, large: own }]) => largeCalls === 0 || own);
  return {
    ...result,
    byStage: { ...result.byStage, ...Object.fromEntries(byStage) },
    total: isWhole ? { ...result.total, large } : result.total,
  };
}

function splitAt(spent: Spent, written: number): Spent {
  const { largeTokens, largeCalls } = spent;
  if (largeCalls === 0 || largeTokens === null) return spent;
  const generatedTokens = Math.round(largeTokens * written);
  const large = { promptTokens: largeTokens - generatedTokens, generatedTokens, othersUsd: 0 };
  return { ...spent, large };
}
