import { noMetrics } from "../../src/evaluation/analysis/measure.ts";
import type { LabResult, MetricId } from "../../src/evaluation/types.ts";
import type { RunEvent } from "../../src/log/events.ts";
import { fakeSettings } from "../../src/testing/fakes.ts";
import type { KeptConfiguration, KeptRun } from "./kept-runs.ts";

type Changes = Omit<Partial<LabResult>, "metrics" | "total"> & {
  metrics?: Partial<Record<MetricId, number | null>>;
  total?: Partial<LabResult["total"]>;
  seconds?: number;
  events?: readonly RunEvent[];
};

export function fakeKept({ metrics, total, seconds = 2, events = [], ...more }: Changes): KeptRun {
  const spent = { calls: 5, largeCalls: 1, tokens: 100, largeTokens: 20, usd: 0, seconds: 1 };
  const result: LabResult = {
    batch: "b",
    question: "q",
    configuration: "c",
    outcome: "answered",
    error: null,
    prediction: "",
    byStage: { plan: spent, solve: spent, summarise: spent },
    paidUsd: 0,
    rememberedCalls: 0,
    searches: 2,
    bytesSent: 0,
    parses: 5,
    parseFailures: 0,
    exit: null,
    misled: null,
    ...more,
    metrics: { ...noMetrics, ...metrics },
    total: { ...spent, ...total },
  };
  return { result, seconds, readings: 3, events };
}

export function fakeConfiguration(
  method: string,
  runs: readonly KeptRun[],
  set = "a/b",
): KeptConfiguration {
  const id = `${method}/small`;
  const settings = { ...fakeSettings, method };
  const configuration = { id, title: method.toUpperCase(), settings, small: null };
  const batch: KeptConfiguration["batch"] = {
    id: set,
    title: set,
    createdEpochMs: 0,
    set,
    questionCount: runs.length,
    library: "shared",
    configurations: [configuration],
    models: { small: "tiny", large: null },
    largePrice: null,
    budgetUsd: null,
    seed: 0,
  };
  return { batch, configuration, runs };
}
