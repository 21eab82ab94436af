/**
 * Training data: questions that every action answered, with features of the base's run, after which
 * the policy decides whether to ask again.
 */
import { AppError, type ErrorData } from "../../log/errors.ts";
import type { Price, RunSettings } from "../../log/types.ts";
import { mean } from "../../methods/homo-router/training/problem.ts";
import { combinationIds, largeStages } from "../analysis/combination-ids.ts";
import type { HowItWent } from "../analysis/measure.ts";
import { tableOf } from "../analysis/table.ts";
import type { QuestionRow } from "../questions/question.ts";
import type { CostId, LabBatch, LabResult, MetricId } from "../types.ts";

export const fewestQuestions = 20;

export interface Action {
  id: string;
  title: string;
  settings: RunSettings;
}

export const runFeatureIds = [
  /** P(right) of its answer, by the verifier. */
  "sure",
  "found",
  "partlyFound",
  "steps",
  "unsolved",
  "parseFailures",
  "words",
  "calls",
] as const;
export type RunFeatureId = (typeof runFeatureIds)[number];
export type RunFeatures = Readonly<Record<RunFeatureId, number | null>>;

export function runFeatures({
  prediction,
  found,
  sure,
  steps,
  parses,
  parseFailures,
}: HowItWent): RunFeatures {
  const words = prediction.split(/\s+/u).filter(Boolean).length;
  return {
    // The verifier gives no value for an empty answer, which is never right.
    sure: sure === undefined ? null : (sure ?? 0),
    found: found === undefined ? null : Number(found === "found"),
    partlyFound: found === undefined ? null : Number(found === "partly-found"),
    steps: steps?.all ?? null,
    unsolved: steps?.unsolved ?? null,
    parseFailures,
    // Log scale: the tenth word, or call, matters less than the second.
    words: Math.log1p(words),
    calls: Math.log1p(parses),
  };
}

export interface PolicyRow {
  id: string;
  question: string;
  labels: readonly number[];
  costs: readonly number[];
  /** In the order of the table's features. */
  features: readonly number[];
  vector: Float32Array | null;
}

/** The models that answered: others are right on other questions. */
export interface Answerers {
  small: string;
  large: string | null;
  price: Price | null;
}

export interface ActionTable {
  metric: MetricId;
  cost: CostId;
  actions: readonly Action[];
  base: number;
  features: readonly RunFeatureId[];
  untold: readonly RunFeatureId[];
  rows: readonly PolicyRow[];
  leftOut: number;
  answerers: Answerers;
}

export interface TableRequest {
  batch: LabBatch;
  questions: readonly Pick<QuestionRow, "id" | "question">[];
  results: readonly LabResult[];
  metric: MetricId;
  cost: CostId;
  actions?: readonly string[];
  /** Keyed by question id; used only if every question has one. */
  vectors?: ReadonlyMap<string, Float32Array>;
}

/** Throws `policy-data-invalid` if nothing can be learnt from the report. */
export function actionTable(request: TableRequest): ActionTable {
  const { batch, metric, cost } = request;
  const asked = request.actions ?? batch.configurations.map(({ id }) => id);
  const configurations = batch.configurations.filter(({ id }) => asked.includes(id));
  const actions = configurations.map(({ id, title, settings }) => ({ id, title, settings }));
  if (actions.length < 2) refuse("too-few-actions");
  const { common, leftOut } = commonResults(request, actions);
  const base = baseOf(actions, common, cost);
  const told = common.map(({ results }) => runFeatures(baseResult(results, base)));
  const features = runFeatureIds.filter((id) => told.every((row) => row[id] !== null));
  const { vectors } = request;
  const embedded = vectors !== undefined && common.every(({ id }) => vectors.has(id));
  const texts = new Map(request.questions.map(({ id, question }) => [id, question]));
  return {
    metric,
    cost,
    actions,
    base,
    features,
    untold: runFeatureIds.filter((id) => !features.includes(id)),
    rows: common.map(({ id, labels, results }, at) => ({
      id,
      question: texts.get(id) ?? id,
      labels,
      costs: results.map(({ total }) => total[cost] ?? 0),
      features: features.map((feature) => told[at]?.[feature] ?? 0),
      vector: embedded ? (vectors.get(id) ?? null) : null,
    })),
    leftOut,
    answerers: {
      small: batch.models.small,
      large: batch.models.large,
      price: batch.largePrice,
    },
  };
}

function refuse(reason: string, params: ErrorData["params"] = {}): never {
  throw new AppError("policy-data-invalid", { reason, ...params });
}

interface CommonResult {
  id: string;
  labels: number[];
  results: LabResult[];
}

function commonResults(
  { batch, results, metric, cost }: TableRequest,
  actions: readonly Action[],
): { common: CommonResult[]; leftOut: number } {
  const table = tableOf(batch, results);
  const common = table.questions.flatMap((id, at): CommonResult[] => {
    const own = actions.flatMap((action) => table.results.get(action.id)?.[at] ?? []);
    const labels = own.flatMap(({ outcome, metrics }) =>
      outcome === "answered" ? (metrics[metric] ?? []) : [],
    );
    return labels.length === actions.length ? [{ id, labels, results: own }] : [];
  });
  if (common.length === 0) refuse("no-common-question", { metric });
  if (common.length < fewestQuestions) {
    refuse("too-few-questions", { questions: common.length, needed: fewestQuestions });
  }
  const [first] = common.flatMap(({ labels }) => labels);
  if (common.every(({ labels }) => labels.every((label) => label === first))) {
    refuse("one-class", { label: first ?? 0 });
  }
  const unknown = actions.filter((_, at) =>
    common.some((row) => (row.results[at]?.total[cost] ?? null) === null),
  );
  if (unknown.length > 0) {
    refuse("cost-unknown", { cost, actions: unknown.map(({ title }) => title).join(", ") });
  }
  return { common, leftOut: table.questions.length - common.length };
}

/** All-small; without combinations, the cheapest action. */
function baseOf(actions: readonly Action[], common: readonly CommonResult[], cost: CostId): number {
  const [allSmall] = combinationIds(
    actions.map(({ id, title, settings }) => ({ id, title, settings, small: null })),
  ).filter((id) => largeStages(id) === 0);
  if (allSmall !== undefined) return actions.findIndex(({ id }) => id === allSmall);
  const costs = actions.map((_, at) =>
    mean(common.map(({ results }) => results[at]?.total[cost] ?? Number.POSITIVE_INFINITY)),
  );
  return costs.indexOf(Math.min(...costs));
}

function baseResult(results: readonly LabResult[], base: number): LabResult {
  const result = results[base];
  if (result === undefined) throw new RangeError("no such action");
  return result;
}

export function meanCosts(rows: readonly PolicyRow[]): number[] {
  const [first] = rows;
  return (first?.costs ?? []).map((_, action) => mean(rows.map(({ costs }) => costs[action] ?? 0)));
}
