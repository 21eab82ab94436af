/**
 * Runs from spans, by OpenTelemetry's `gen_ai.*` or OpenInference's names. A trace is a run; the
 * steps below its root are the stages, and the model calls inside say which model did each.
 */
import type { PipelineRun, PipelineRuns } from "../runs.ts";
import { type Cell, costOf, type Fields, scoreOf, textOfCell, type Unreadable } from "./parts.ts";

export interface Span {
  /** Its place in the file, from 1. */
  row: number;
  trace: string;
  id: string;
  parent: string | null;
  name: string;
  seconds: number | null;
  attributes: Fields;
}

const keys = {
  model: [
    "gen_ai.request.model",
    "llm.request.model_name",
    "llm.model_name",
    "gen_ai.response.model",
    "llm.response.model_name",
    "model",
  ],
  kind: ["openinference.span.kind", "gen_ai.operation.name", "kind"],
  stage: ["pipeline.stage", "gen_ai.agent.name", "agent.name"],
  question: ["question.id", "question", "input.value", "gen_ai.input.messages", "input"],
  score: [
    "score",
    "eval.score",
    "gen_ai.evaluation.score.value",
    "annotation.score",
    "evaluation.score",
    "annotations.0.annotation.score",
    "evaluations.0.evaluation.score",
    "trace.annotations.0.annotation.score",
    "trace.evaluations.0.evaluation.score",
    "gen_ai.evaluation.score.label",
  ],
  usd: ["llm.cost.total", "gen_ai.usage.cost", "usd"],
  tokens: ["llm.token_count.total", "gen_ai.usage.total_tokens", "tokens"],
  in: ["gen_ai.usage.input_tokens", "gen_ai.usage.prompt_tokens", "llm.token_count.prompt"],
  out: [
    "gen_ai.usage.output_tokens",
    "gen_ai.usage.completion_tokens",
    "llm.token_count.completion",
  ],
  repeat: ["repeat"],
} as const;

function attribute({ attributes }: Span, of: keyof typeof keys): Cell | undefined {
  const found = keys[of].find((key) => textOfCell(attributes.get(key)) !== null);
  return found === undefined ? undefined : attributes.get(found);
}

interface TraceRun {
  row: number;
  run: Omit<PipelineRun, "models">;
  models: ReadonlyMap<string, string>;
}

/** Progress is reported every so many traces. */
const stepTraces = 100;

export function runsOfSpans(
  spans: readonly Span[],
  tell?: (done: number, total: number) => void,
): { runs: PipelineRuns; bad: Unreadable[] } {
  const traces = new Map<string, Span[]>();
  for (const span of spans) {
    const own = traces.get(span.trace);
    if (own === undefined) traces.set(span.trace, [span]);
    else own.push(span);
  }
  const bad: Unreadable[] = [];
  const read: TraceRun[] = [];
  for (const own of traces.values()) {
    const done = read.length + bad.length;
    if (done % stepTraces === 0) tell?.(done, traces.size);
    const found = runOfTrace(own);
    if ("reason" in found) bad.push(found);
    else read.push(found);
  }
  const stages = [...new Set(read.flatMap(({ models }) => [...models.keys()]))];
  const runs = read.flatMap(({ row, run, models }): PipelineRun[] => {
    const missing = stages.find((stage) => !models.has(stage));
    if (missing === undefined) {
      return [{ ...run, models: stages.map((stage) => models.get(stage) ?? "") }];
    }
    bad.push({ row, reason: "no-model", at: missing });
    return [];
  });
  return { runs: { stages, runs }, bad };
}

function runOfTrace(spans: readonly Span[]): TraceRun | Unreadable {
  const byId = new Map(spans.map((span) => [span.id, span]));
  const roots = spans.filter(({ parent }) => parent === null || !byId.has(parent));
  const [root] = roots;
  const row = root?.row ?? spans[0]?.row ?? 0;
  const trace = spans[0]?.trace ?? "";
  if (root === undefined || roots.length > 1) return { row, reason: "no-root", at: trace };
  const question = textOfCell(attribute(root, "question"));
  if (question === null) return { row, reason: "no-question", at: trace };
  const score = scoreOf(
    spans.map((span) => attribute(span, "score")).find((one) => one !== undefined),
  );
  if (score === undefined) return { row, reason: "not-a-number", at: "score" };
  if (score === null) return { row, reason: "no-score", at: trace };
  const calls = callsOf(spans, byId, root);
  const models = new Map<string, string>();
  const sum: { usd: number | null; tokens: number | null } = { usd: 0, tokens: 0 };
  for (const call of calls) {
    const model = textOfCell(attribute(call, "model")) ?? "";
    const stage = stageOf(call, byId, root, model);
    if (stage === null) return { row: call.row, reason: "no-root", at: trace };
    const before = models.get(stage);
    if (before !== undefined && before !== model)
      return { row: call.row, reason: "two-models", at: stage };
    models.set(stage, model);
    const usd = costOf(attribute(call, "usd"), "usd");
    const tokens = tokensOf(call);
    if (usd === undefined) return { row: call.row, reason: "not-a-number", at: "cost" };
    if (tokens === undefined) return { row: call.row, reason: "not-a-number", at: "tokens" };
    // One unknown part makes the sum unknown.
    sum.usd = sum.usd === null || usd === null ? null : sum.usd + usd;
    sum.tokens = sum.tokens === null || tokens === null ? null : sum.tokens + tokens;
  }
  if (models.size === 0) return { row, reason: "no-model", at: trace };
  const repeat = textOfCell(attribute(root, "repeat")) ?? "";
  return { row, models, run: { question, score, ...sum, seconds: root.seconds, repeat } };
}

/** Kinds that are no work of the pipeline, also what runs inside an evaluator. */
const judges = new Set(["evaluator"]);
const notCalls = new Set(["embedding", "embeddings", ...judges]);

/**
 * Each call once: a stage's own span may name the model and sum up its calls, and is then taken at
 * its word; of other nested spans with a model only the innermost is a call.
 */
function callsOf(spans: readonly Span[], byId: ReadonlyMap<string, Span>, root: Span): Span[] {
  const kindOf = (span: Span) => textOfCell(attribute(span, "kind"))?.toLowerCase() ?? "";
  const named = spans.filter(
    (span) =>
      hasModel(span) &&
      !notCalls.has(kindOf(span)) &&
      !above(span, byId).some((one) => judges.has(kindOf(one))),
  );
  const own = named.filter((span) => {
    const step = stepOf(span, byId, root);
    return step === null || step === span || !sumsUp(step);
  });
  const outer = new Set(own.flatMap((span) => above(span, byId)));
  return own.filter((span) => !outer.has(span));
}

function hasModel(span: Span): boolean {
  return textOfCell(attribute(span, "model")) !== null;
}

function sumsUp(step: Span): boolean {
  const used = costOf(attribute(step, "usd"), "usd") ?? tokensOf(step);
  return hasModel(step) && typeof used === "number";
}

function above(span: Span, byId: ReadonlyMap<string, Span>): Span[] {
  const found: Span[] = [];
  let step = span;
  while (found.length < deepest) {
    const next = step.parent === null ? undefined : byId.get(step.parent);
    if (next === undefined) break;
    found.push(next);
    step = next;
  }
  return found;
}

function tokensOf(call: Span): number | null | undefined {
  const whole = costOf(attribute(call, "tokens"), "tokens");
  if (whole !== null) return whole;
  const [read, written] = [
    costOf(attribute(call, "in"), "tokens"),
    costOf(attribute(call, "out"), "tokens"),
  ];
  if (read === undefined || written === undefined) return undefined;
  return read === null || written === null ? null : read + written;
}

/** Deeper traces are loops. */
const deepest = 200;

/**
 * The nearest name of an agent, else the step below the root; a call below the root has its own
 * name, without the model's that the conventions put there.
 */
function stageOf(
  call: Span,
  byId: ReadonlyMap<string, Span>,
  root: Span,
  model: string,
): string | null {
  const step = stepOf(call, byId, root);
  if (step === null) return null;
  const named = step === root ? null : textOfCell(attribute(step, "stage"));
  const own = step === call ? step.name.replaceAll(model, "").trim() : step.name;
  return named ?? (own === "" ? step.name : own);
}

/** The span that names the call's stage, maybe itself; null in a loop. */
function stepOf(call: Span, byId: ReadonlyMap<string, Span>, root: Span): Span | null {
  let step = call;
  for (let depth = 0; depth < deepest; depth += 1) {
    if (step !== root && textOfCell(attribute(step, "stage")) !== null) return step;
    const above = step.parent === null ? undefined : byId.get(step.parent);
    if (above === undefined || above === root) return step;
    step = above;
  }
  return null;
}
