/**
 * Learns P(right) of every action by HomoRouter's heads, a linear model over the base run's
 * features, or its sureness.
 */
import * as z from "zod/mini";
import { AppError } from "../../log/errors.ts";
import { crossPredict, trainer } from "../../methods/homo-router/training/fit.ts";
import {
  defaultTrain,
  predict,
  predictorData,
  type TrainSettings,
} from "../../methods/homo-router/training/predictor.ts";
import { mean } from "../../methods/homo-router/training/problem.ts";
import { defaultRefine, type RefineSettings } from "../../methods/homo-router/training/refine.ts";
import { type ActionTable, meanCosts, type PolicyRow } from "./actions.ts";
import {
  asShare,
  type LineData,
  lineScores,
  type SurenessData,
  surenessScores,
  trainLine,
  trainSureness,
} from "./models.ts";

export const headsData = z.object({
  predictor: predictorData,
  /** Mean label per action; the heads add to it. */
  centres: z.array(z.number()),
  /** In [0, 1]; higher if the heads do well on unseen questions. */
  weight: z.number().check(z.gte(0), z.lte(1)),
});
export type HeadsData = z.infer<typeof headsData>;

export interface Models {
  heads: HeadsData | null;
  line: LineData | null;
  sureness: SurenessData | null;
}

export const designs = ["question", "run", "both", "sureness"] as const;
export type Design = (typeof designs)[number];

const modelsOf: Readonly<Record<Design, readonly (keyof Models)[]>> = {
  /** HomoRouter as published: the question's sentence vector only. */
  question: ["heads"],
  run: ["line"],
  /** The linear model, adjusted by the heads. */
  both: ["heads", "line"],
  sureness: ["sureness"],
};

export function possibleDesigns({ rows, features }: ActionTable): Design[] {
  const has: Record<keyof Models, boolean> = {
    heads: rows.every(({ vector }) => vector !== null),
    line: features.length > 0,
    sureness: features.includes("sure"),
  };
  return designs.filter((design) => modelsOf[design].every((model) => has[model]));
}

export interface LearnSettings {
  folds: number;
  /** Each fold's training questions are split again to tune a bound or threshold. */
  innerFolds: number;
  /** The number of random splits; results are means over them. */
  deals: number;
  seed: number;
  refine: RefineSettings;
  train: TrainSettings;
}

/**
 * At the router's rate, the few steps of a report's hundred questions would hardly move the
 * weights.
 */
const reportTrain: TrainSettings = { ...defaultTrain, learningRate: 1e-3 };

export const defaultLearn: LearnSettings = {
  folds: 10,
  innerFolds: 3,
  deals: 2,
  seed: 42,
  refine: defaultRefine,
  train: reportTrain,
};

export interface LearnProgress {
  trainings: number;
  trained: number;
}

export interface LearnHooks {
  onProgress?: (progress: LearnProgress) => void;
  /** Checked after every training and every epoch of heads. */
  signal?: { readonly aborted: boolean };
}

export interface Told {
  scores: Readonly<Partial<Record<Design, readonly number[]>>>;
  costs: readonly number[];
}

export interface Within {
  places: readonly number[];
  told: readonly Told[];
}

export interface Deal {
  told: readonly Told[];
  foldOf: readonly number[];
  within: readonly Within[];
}

/** Nested cross-validation, once per deal. Throws `stopped`. */
export function crossLearn(
  table: ActionTable,
  wanted: readonly Design[],
  settings: LearnSettings,
  hooks: LearnHooks = {},
): Deal[] {
  const { folds, innerFolds, deals, seed } = settings;
  const count = counter(deals * folds * (innerFolds + 1), hooks);
  const train = (rows: readonly PolicyRow[]) =>
    trained(table, rows, wanted, settings, hooks, count);
  return Array.from({ length: deals }, (_, deal) =>
    dealt(table, wanted, { folds, innerFolds, seed: seed + deal }, train),
  );
}

type Parting = Pick<LearnSettings, "folds" | "innerFolds" | "seed">;

function dealt(
  table: ActionTable,
  wanted: readonly Design[],
  { folds, innerFolds, seed }: Parting,
  train: (rows: readonly PolicyRow[]) => Models,
): Deal {
  const { rows } = table;
  const placeOf = new Map(rows.map((row, place) => [row, place]));
  const within: Within[] = [];
  const foldOf = rows.map(() => 0);
  const told = crossPredict(rows, { folds, seed }, (seen, fold) => {
    const inner = crossParts(table, seen, { folds: innerFolds, seed }, train);
    const weight = weightOf(seen, inner);
    within[fold] = {
      places: seen.flatMap((row) => placeOf.get(row) ?? []),
      told: inner.map((parts) => toldBy(parts, wanted, weight)),
    };
    const tell = parting(table, seen, train);
    return (row) => {
      foldOf[placeOf.get(row) ?? -1] = fold;
      return toldBy(tell(row), wanted, weight);
    };
  });
  return { told, foldOf, within };
}

export function trainModels(
  table: ActionTable,
  design: Design,
  settings: LearnSettings,
  hooks: LearnHooks = {},
): Models {
  const train = (rows: readonly PolicyRow[]) => trained(table, rows, [design], settings, hooks);
  const models = train(table.rows);
  if (models.heads === null || models.line === null) return models;
  const { innerFolds, seed } = settings;
  const parts = crossParts(table, table.rows, { folds: innerFolds, seed }, train);
  return { ...models, heads: { ...models.heads, weight: weightOf(table.rows, parts) } };
}

interface Parts {
  heads: readonly number[] | null;
  centres: readonly number[];
  line: readonly number[] | null;
  sureness: readonly number[] | null;
  costs: readonly number[];
}

function crossParts(
  table: ActionTable,
  rows: readonly PolicyRow[],
  dealing: Pick<LearnSettings, "folds" | "seed">,
  train: (rows: readonly PolicyRow[]) => Models,
): Parts[] {
  return crossPredict(rows, dealing, (seen) => parting(table, seen, train));
}

function parting(
  table: ActionTable,
  seen: readonly PolicyRow[],
  train: (rows: readonly PolicyRow[]) => Models,
): (row: PolicyRow) => Parts {
  const models = train(seen);
  const [centres, costs] = [meanLabels(seen), meanCosts(seen)];
  return (row) => {
    const input = inputOf(table, row);
    const by = (model: keyof Models) =>
      models[model] === null ? null : scoresOf({ ...noModels, [model]: models[model] }, input);
    return { heads: by("heads"), centres, line: by("line"), sureness: by("sureness"), costs };
  };
}

const noModels: Models = { heads: null, line: null, sureness: null };

function toldBy(parts: Parts, wanted: readonly Design[], weight: number): Told {
  const { heads, line, centres } = parts;
  const scoresBy = (design: Design) => {
    if (design === "both") return joined(line ?? [], heads ?? [], { centres, weight });
    const [model = "line"] = modelsOf[design];
    return [...(parts[model] ?? [])];
  };
  return {
    scores: Object.fromEntries(wanted.map((design) => [design, scoresBy(design)])),
    costs: parts.costs,
  };
}

/** Least squares for the linear model's residual, on rows that neither has seen. */
function weightOf(rows: readonly PolicyRow[], told: readonly Parts[]): number {
  let [both, own] = [0, 0];
  for (const [at, { heads, line, centres }] of told.entries()) {
    if (heads === null || line === null) return 1;
    for (const [action, score] of heads.entries()) {
      const beyond = score - (centres[action] ?? 0);
      const left = (rows[at]?.labels[action] ?? 0) - (line[action] ?? 0);
      both += beyond * left;
      own += beyond * beyond;
    }
  }
  return own === 0 ? 0 : asShare(both / own);
}

function joined(
  line: readonly number[],
  heads: readonly number[],
  { centres, weight }: { centres: readonly number[]; weight: number },
): number[] {
  return line.map((p, action) =>
    asShare(p + weight * ((heads[action] ?? 0) - (centres[action] ?? 0))),
  );
}

function counter(trainings: number, { onProgress = () => {}, signal }: LearnHooks): () => void {
  let done = 0;
  return () => {
    done += 1;
    onProgress({ trainings, trained: done });
    if (signal?.aborted === true) throw new AppError("stopped");
  };
}

function trained(
  { features }: ActionTable,
  rows: readonly PolicyRow[],
  wanted: readonly Design[],
  { refine, train, seed }: LearnSettings,
  { signal }: LearnHooks,
  onTrained: () => void = () => {},
): Models {
  const needs = (model: keyof Models) => wanted.some((design) => modelsOf[design].includes(model));
  const headsOf = trainer({ refine, train, seed }, 1, signal === undefined ? {} : { signal });
  const examples = rows.flatMap(({ id, question, vector, labels }) =>
    vector === null ? [] : [{ id, question, vector, labels }],
  );
  const sure = features.indexOf("sure");
  const models: Models = {
    heads: needs("heads")
      ? { predictor: headsOf(examples, null, 0), centres: meanLabels(examples), weight: 1 }
      : null,
    line: needs("line") ? trainLine(rows) : null,
    sureness: needs("sureness") ? trainSureness(rows, sure) : null,
  };
  onTrained();
  return models;
}

export interface PolicyInput {
  vector: Float32Array | null;
  features: readonly number[];
  sure: number | null;
}

function inputOf({ features: ids }: ActionTable, { vector, features }: PolicyRow): PolicyInput {
  return { vector, features, sure: features[ids.indexOf("sure")] ?? null };
}

export function scoresOf({ heads, line, sureness }: Models, input: PolicyInput): number[] {
  if (sureness !== null) return surenessScores(sureness, input.sure ?? 0);
  const told = line === null ? null : lineScores(line, input.features);
  if (heads === null) return told ?? [];
  const [asked = []] = predict(heads.predictor, [input.vector ?? new Float32Array()]);
  return told === null ? asked : joined(told, asked, heads);
}

function meanLabels(rows: readonly { labels: readonly number[] }[]): number[] {
  return (rows[0]?.labels ?? []).map((_, action) =>
    mean(rows.map(({ labels }) => labels[action] ?? 0)),
  );
}
