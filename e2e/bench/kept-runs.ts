import type { Journal } from "../../src/cli/eval/journal.ts";
import type { Configuration, LabBatch, LabResult, MetricId } from "../../src/evaluation/types.ts";
import { foldLedger } from "../../src/folds/ledger.ts";
import type { RunEvent } from "../../src/log/events.ts";
import { openRunFile } from "../../src/log/file.ts";

export interface KeptRun {
  result: LabResult;
  /** Lasts from question to answer; `result.total` counts calls alone. */
  seconds: number;
  /** 0 if the language model reads. */
  readings: number;
  events: readonly RunEvent[];
}

/** A run without an answer counts as wrong. */
export function scoreOf({ result }: KeptRun, metric: MetricId): number {
  return result.metrics[metric] ?? 0;
}

export function keptRun(result: LabResult, events: readonly RunEvent[]): KeptRun {
  const tookMs = (events.at(-1)?.atMs ?? 0) - (events[0]?.atMs ?? 0);
  const { readings } = foldLedger(events).total;
  return { result, seconds: tookMs / 1000, readings, events };
}

export interface KeptConfiguration {
  batch: LabBatch;
  configuration: Configuration;
  runs: readonly KeptRun[];
}

export function keptConfigurations(journal: Journal): KeptConfiguration[] {
  const texts = new Map(
    journal.logs.map(({ text }, index) => [journal.results[index], text] as const),
  );
  const runsOf = (batch: string, configuration: string) =>
    journal.results
      .filter((one) => one.batch === batch && one.configuration === configuration)
      .map((result) => keptRun(result, openRunFile(texts.get(result) ?? "")));
  return journal.batches.flatMap((batch) =>
    batch.configurations
      .map((configuration) => ({ batch, configuration, runs: runsOf(batch.id, configuration.id) }))
      .filter(({ runs }) => runs.length > 0),
  );
}
