import type { Price, Stage } from "../../log/types.ts";
import { reportCeilings } from "../analysis/ceilings.ts";
import { isSplit, repricedResult } from "../analysis/reprice.ts";
import { reportVerdicts } from "../analysis/verdicts.ts";
import { splitResult, type WrittenShares } from "../analysis/written-share.ts";
import { type Ceiling, type LabBatch, type LabResult, verdictMetric } from "../types.ts";
import type { SampleSummary, StageSample } from "./summary.ts";

export interface SampleSource {
  batch: LabBatch;
  results: readonly LabResult[];
  price: Price & { title: string };
  set: string;
  /** Needed for results with one sum of large tokens. */
  written: WrittenShares | null;
}

/** Throws if a combination is missing or no question was answered by all. */
export function sampleSummary(source: SampleSource): SampleSummary {
  const { batch, price, set } = source;
  const approximate = !source.results.every(isSplit);
  const results = source.results.map((one) =>
    repricedResult(splitResult(one, source.written), null, price),
  );
  const verdicts = reportVerdicts(batch, results, { metric: verdictMetric, cost: "usd" });
  if (verdicts === null) throw new Error("no question was answered by all eight combinations");
  const ceilings = reportCeilings(batch, results);
  return {
    format: "hopwise-summary",
    set,
    questions: verdicts.n,
    measuredEpochMs: batch.createdEpochMs,
    small: batch.models.small,
    large: batch.models.large ?? "",
    library: batch.library === "shared" ? (batch.libraryId ?? "") : null,
    price: { title: price.title, asOf: price.asOf },
    approximate,
    combinations: verdicts.corners.map(({ id, quality: { mean, low, high }, cost }) => {
      const shares = { f1: rounded(mean), low: rounded(low), high: rounded(high) };
      return { id, ...shares, usd: money(cost), ...tokensOf(id, results) };
    }),
    stages: verdicts.stages.map(({ stage, gain: { mean, low, high }, advice, settles, cost }) => ({
      stage,
      gain: rounded(mean),
      low: rounded(low),
      high: rounded(high),
      advice,
      settles,
      usd: money(cost?.mean ?? null),
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
  // + 0 turns a −0 into 0.
  return Number(value.toFixed(6)) + 0;
}

function tokensOf(id: string, results: readonly LabResult[]) {
  const own = results.filter((one) => one.configuration === id && one.outcome === "answered");
  if (!own.every(isSplit)) return { read: null, written: null };
  const mean = (of: "promptTokens" | "generatedTokens") =>
    Math.round(own.reduce((sum, { total }) => sum + (total.large?.[of] ?? 0), 0) / own.length);
  return { read: mean("promptTokens"), written: mean("generatedTokens") };
}
