/**
 * A batch as OTLP/JSON, a trace for each answer: what each stage's model cost and how long it took,
 * and, where there is a log, its steps and calls. No trace has a question, prompt, passage or answer:
 * only ids and figures.
 */
import type { Fields } from "../../folds/otlp/attributes.ts";
import { rootId, runDrafts, stageId } from "../../folds/otlp/run-trace.ts";
import { type Draft, type OtlpTrace, traceOf } from "../../folds/otlp/spans.ts";
import type { RunEvent } from "../../log/events.ts";
import { type Stage, stages, stageWords } from "../../log/types.ts";
import type { Configuration, LabBatch, LabResult, MetricId, Spent } from "../types.ts";

/** The first is the score that `readPipeline` reads. */
const scoredBy: readonly MetricId[] = ["f1", "right"];

export interface AskedRun {
  result: LabResult;
  /** Null if it was not kept. */
  events: readonly RunEvent[] | null;
}

/**
 * One `ExportTraceServiceRequest` an answer, as OpenTelemetry's file exporter writes them.
 * Ceilings are left out: no model did their perfect stages.
 */
export async function* batchTraces(
  batch: LabBatch,
  runs: AsyncIterable<AskedRun>,
): AsyncGenerator<OtlpTrace, void, undefined> {
  const byId = new Map(batch.configurations.map((one) => [one.id, one]));
  // Without logs the times are unknown: one question after another.
  let startEpochMs = batch.createdEpochMs;
  for await (const run of runs) {
    const configuration = byId.get(run.result.configuration);
    if (configuration === undefined) continue;
    yield runTrace(batch, configuration, run, startEpochMs);
    startEpochMs += Math.ceil(run.result.total.seconds * 1000);
  }
}

/** The same as a file: a line a request. */
export async function* traceLines(
  batch: LabBatch,
  runs: AsyncIterable<AskedRun>,
): AsyncGenerator<string, void, undefined> {
  for await (const trace of batchTraces(batch, runs)) yield `${JSON.stringify(trace)}\n`;
}

function runTrace(
  batch: LabBatch,
  configuration: Configuration,
  { result, events }: AskedRun,
  laterEpochMs: number,
): OtlpTrace {
  const [start] = events ?? [];
  const run = start?.type === "run-start" ? start : null;
  const trace = run?.runId ?? JSON.stringify([batch.id, result.question, result.configuration]);
  const startEpochMs = run?.startedAtEpochMs ?? laterEpochMs;
  const drafts = runDrafts(events ?? []);
  const begun = new Map(drafts.map((draft) => [draft.id, draft.startMs]));
  let endMs = 0;
  const steps = stages.map((stage): Draft => {
    const spent = result.byStage[stage];
    const startMs = begun.get(stageId(stage)) ?? endMs;
    endMs = startMs + spent.seconds * 1000;
    const fields = stageFields(batch, configuration, stage, spent);
    const name = `invoke_agent ${stageWords[stage]}`;
    return { id: stageId(stage), parent: rootId, name, startMs, endMs, fields };
  });
  const own = new Set([rootId, ...steps.map(({ id }) => id)]);
  const inner = drafts.filter(({ id }) => !own.has(id)).map(withoutTexts);
  return traceOf({ trace, startEpochMs }, [rootDraft(result, configuration), ...steps, ...inner]);
}

function rootDraft(result: LabResult, { settings }: Configuration): Draft {
  const { outcome, total, metrics } = result;
  const scores = outcome === "answered" ? scoredBy : [];
  return {
    id: rootId,
    parent: null,
    name: `invoke_agent ${settings.method}`,
    startMs: 0,
    endMs: total.seconds * 1000,
    fields: {
      "openinference.span.kind": "AGENT",
      "gen_ai.operation.name": "invoke_agent",
      "gen_ai.agent.name": settings.method,
      "question.id": result.question,
      "hopwise.configuration": result.configuration,
    },
    events: scores.flatMap((metric) => {
      const value = metrics[metric];
      if (value === null) return [];
      const fields = { "gen_ai.evaluation.name": metric, "gen_ai.evaluation.score.value": value };
      return { name: "gen_ai.evaluation.result", fields };
    }),
    ...(outcome === "answered" ? {} : { error: result.error ?? outcome }),
  };
}

/** Null where the run itself chose, and where the stage was off. */
export function stageModel(
  { models }: LabBatch,
  { settings, small }: Configuration,
  stage: Stage,
): string | null {
  const model = { small: small ?? models.small, large: models.large, decide: null, off: null };
  return model[settings[stage]];
}

function stageFields(
  batch: LabBatch,
  configuration: Configuration,
  stage: Stage,
  { tokens, usd, calls, largeCalls }: Spent,
): Fields {
  return {
    "openinference.span.kind": "CHAIN",
    "gen_ai.operation.name": "invoke_agent",
    "gen_ai.agent.name": stageWords[stage],
    "gen_ai.request.model": stageModel(batch, configuration, stage) ?? undefined,
    "llm.token_count.total": tokens ?? undefined,
    "llm.cost.total": usd ?? undefined,
    "hopwise.calls": calls,
    "hopwise.large_calls": largeCalls,
  };
}

/** All others may quote what was asked, found or written. */
const figures: ReadonlySet<string> = new Set([
  "openinference.span.kind",
  "gen_ai.operation.name",
  "gen_ai.provider.name",
  "gen_ai.request.model",
  "gen_ai.usage.input_tokens",
  "gen_ai.usage.output_tokens",
  "llm.token_count.prompt",
  "llm.token_count.completion",
  "llm.token_count.total",
  "llm.token_count.prompt_details.cache_read",
  "llm.cost.total",
  "llm.finish_reason",
  "reranker.top_k",
  "hopwise.purpose",
  "hopwise.tier",
  "hopwise.bytes_sent",
  "hopwise.mean_logprob",
  "hopwise.mode",
  "hopwise.status",
  "hopwise.confidence",
  "hopwise.confidence_threshold",
  "hopwise.abandoned",
  "hopwise.score",
  "hopwise.threshold",
]);

function withoutTexts({ fields, name, ...draft }: Draft): Draft {
  const kept = Object.fromEntries(Object.entries(fields).filter(([key]) => figures.has(key)));
  // A step is named by its query.
  const isStep = fields["graph.node.id"] !== undefined;
  return { ...draft, name: isStep ? "step" : name, fields: kept };
}
