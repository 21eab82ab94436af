/** Runs as a journal keeps them: what the lab measures, and what only their logs tell. */
import type { Journal } from "../../src/cli/eval/journal.ts";
import type { Configuration, LabBatch, LabResult, MetricId } from "../../src/evaluation/types.ts";
import { foldLedger } from "../../src/folds/ledger.ts";
import type { RunEvent } from "../../src/log/events.ts";
import { openRunFile } from "../../src/log/file.ts";

export interface KeptRun {
  result: LabResult;
  /** From the question to the answer, whatever was done meanwhile; calls alone are `result.total`. */
  seconds: number;
  /** Times that the encoder read; 0 where the language model does. */
  readings: number;
  events: readonly RunEvent[];
}

/** Here a run without an answer is a wrong one. */
export function scoreOf({ result }: KeptRun, metric: MetricId): number {
  return result.metrics[metric] ?? 0;
}

export function keptRun(result: LabResult, events: readonly RunEvent[]): KeptRun {
  const tookMs = (events.at(-1)?.atMs ?? 0) - (events[0]?.atMs ?? 0);
  const { readings } = foldLedger(events).total;
  return { result, seconds: tookMs / 1000, readings, events };
}

/** One way to answer the questions of a set, with its runs in their order. */
export interface KeptConfiguration {
  batch: LabBatch;
  configuration: Configuration;
  runs: readonly KeptRun[];
}

/** All that has runs, set by set. */
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
