/** Runs of any pipeline: a question, the model that did each stage, a score and what it cost. */
import { coversAll } from "../analysis/table.ts";
import type { Column } from "../statistics/resample.ts";
import { setupCount, setupOf } from "../statistics/shapley.ts";
import { designOf } from "./design.ts";
import { levelsOf } from "./fill.ts";

export const pipelineCosts = ["usd", "tokens", "seconds"] as const;
export type PipelineCost = (typeof pipelineCosts)[number];

export interface PipelineRun extends Readonly<Record<PipelineCost, number | null>> {
  question: string;
  /** One for each stage. */
  models: readonly string[];
  score: number;
  /** Runs of one question and setup differ in it. */
  repeat: string;
}

export interface PipelineRuns {
  stages: readonly string[];
  runs: readonly PipelineRun[];
}

/** A reason, and figures for its sentence. */
export type Unfit =
  | { reason: "no-runs" }
  | { reason: "stages"; count: number }
  | { reason: "models"; stage: string; count: number }
  | { reason: "setups"; count: number };

export interface PipelineTable {
  stages: readonly { name: string; models: readonly string[] }[];
  /** Stages that one model did in all runs. */
  fixed: readonly { name: string; model: string }[];
  /** Sorted, so that the file's order changes no figure. */
  questions: readonly string[];
  /** One for each setup: the mean of its repeats, NaN where it was not asked. */
  quality: readonly Column[];
  /** How many runs those means are of. */
  repeats: readonly Column[];
  cost: Readonly<Record<PipelineCost, readonly Column[]>>;
  runs: number;
}

const mostStages = 6;
const mostModels = 5;
/** More would take minutes, and nobody fills them. */
const mostSetups = 1024;

export function pipelineTable({ stages, runs }: PipelineRuns): PipelineTable | Unfit {
  if (runs.length === 0) return { reason: "no-runs" };
  const all = stages.map((name, at) => ({
    name,
    at,
    models: [...new Set(runs.map(({ models }) => models[at] ?? ""))],
  }));
  const varied = all.filter(({ models }) => models.length > 1);
  if (varied.length === 0 || varied.length > mostStages) {
    return { reason: "stages", count: varied.length };
  }
  for (const { name, models } of varied) {
    if (models.length > mostModels) return { reason: "models", stage: name, count: models.length };
  }
  const setups = setupCount(varied.map(({ models }) => models.length));
  if (setups > mostSetups) return { reason: "setups", count: setups };
  const questions = [...new Set(runs.map(({ question }) => question))].sort();
  const ordered = cheapestFirst(varied, columnsOf(varied, questions, runs));
  return {
    stages: ordered.map(({ name, models }) => ({ name, models })),
    fixed: all.flatMap(({ name, models: [model, ...others] }) =>
      model === undefined || others.length > 0 ? [] : [{ name, model }],
    ),
    questions,
    ...columnsOf(ordered, questions, runs),
    runs: runs.length,
  };
}

interface VariedStage {
  name: string;
  /** Its place in a run's models. */
  at: number;
  models: readonly string[];
}

function columnsOf(
  stages: readonly VariedStage[],
  questions: readonly string[],
  runs: readonly PipelineRun[],
): Pick<PipelineTable, "quality" | "repeats" | "cost"> {
  const counts = stages.map(({ models }) => models.length);
  const place = new Map(questions.map((question, at) => [question, at]));
  const groups = new Map<number, PipelineRun[]>();
  for (const run of runs) {
    const digits = stages.map(({ at, models }) => models.indexOf(run.models[at] ?? ""));
    const key = setupOf(digits, counts) * questions.length + (place.get(run.question) ?? 0);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [run]);
    else group.push(run);
  }
  const columns = (figure: (repeats: readonly PipelineRun[]) => number) => {
    const filled = Array.from({ length: setupCount(counts) }, () =>
      new Float64Array(questions.length).fill(Number.NaN),
    );
    for (const [key, group] of groups) {
      const column = filled[Math.floor(key / questions.length)];
      if (column !== undefined) column[key % questions.length] = figure(group);
    }
    return filled;
  };
  // An unknown figure makes the mean unknown.
  const means = (figure: (run: PipelineRun) => number | null) =>
    columns(
      (repeats) =>
        repeats.reduce((sum, run) => sum + (figure(run) ?? Number.NaN), 0) / repeats.length,
    );
  return {
    quality: means(({ score }) => score),
    repeats: columns(({ length }) => length),
    cost: {
      usd: means(({ usd }) => usd),
      tokens: means(({ tokens }) => tokens),
      seconds: means(({ seconds }) => seconds),
    },
  };
}

/** Those known of every run. */
export function knownCosts({
  quality,
  cost,
}: Pick<PipelineTable, "quality" | "cost">): PipelineCost[] {
  return pipelineCosts.filter((one) =>
    quality.every((column, at) => coversAll(cost[one][at] ?? new Float64Array(), column)),
  );
}

/**
 * Orders models by what each adds to the cost of the same question, which is fair where outcomes are
 * incomplete. Where costs are unknown, the file's order stays.
 */
function cheapestFirst(
  stages: readonly VariedStage[],
  { quality, cost }: Pick<PipelineTable, "quality" | "cost">,
): VariedStage[] {
  const [known] = knownCosts({ quality, cost });
  if (known === undefined) return [...stages];
  const counts = stages.map(({ models }) => models.length);
  const added = levelsOf(designOf(counts, quality, "none"), cost[known]);
  let at = 0;
  return stages.map((stage) => {
    const own = stage.models.map((model, place) => ({
      model,
      adds: place === 0 ? 0 : (added[at++] ?? 0),
    }));
    return { ...stage, models: own.sort((a, b) => a.adds - b.adds).map(({ model }) => model) };
  });
}
