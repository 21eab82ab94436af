import { AppError } from "../../../log/errors.ts";
import { seededRandom, shuffled } from "../../../shared/random.ts";
import {
  bestPredictedAccuracy,
  klDivergence,
  meanAbsoluteError,
  pairAccuracy,
  topAccuracy,
  type Yardsticks,
  yardsticks,
} from "./metrics.ts";
import {
  type EpochDone,
  type PredictorData,
  predict,
  type TrainSettings,
  trainPredictor,
} from "./predictor.ts";
import { type Refinement, type RefineSettings, refineLabels } from "./refine.ts";
import { type DroppedRow, type Example, examplesOf, type ScoreRow } from "./scores.ts";

export interface FitRequest {
  rows: readonly ScoreRow[];
  /** Rows without a score for each tool are dropped. */
  toolIds: readonly string[];
  refine: RefineSettings;
  train: TrainSettings;
  /** The paper's is 42. */
  seed: number;
  /** At least 2. */
  folds: number;
}

export interface Quality {
  questions: number;
  /** J, Eq. 8. */
  kl: number;
  meanAbsoluteError: number;
  /** Null if no question has tools with different scores. */
  pairAccuracy: number | null;
  topAccuracy: number;
  /** Best-Predicted (Eq. 7). */
  accuracy: number;
  yardsticks: Yardsticks;
}

export interface Fit {
  /** Trained on all examples. */
  predictor: PredictorData;
  toolIds: readonly string[];
  dropped: DroppedRow[];
  refinements: Refinement[];
  questions: { id: string; question: string }[];
  heldOut: number[][];
  labels: number[][];
  quality: Quality;
}

export interface FitProgress extends EpochDone {
  trainings: number;
  /** Counted from 1. */
  training: number;
}

export interface FitHooks {
  onProgress?: (progress: FitProgress) => void;
  /** Checked after every epoch. */
  signal?: { readonly aborted: boolean };
}

/**
 * Each fold refines labels with its own training questions only, so held-out labels never leak.
 * Throws `router-data-invalid`, or `stopped`.
 */
export function fitRouter(request: FitRequest, hooks: FitHooks = {}): Fit {
  const { rows, toolIds, refine, folds, seed } = request;
  const { examples, dropped } = examplesOf(rows, toolIds);
  requireFolds(examples, request);
  const trainOn = trainer(request, folds + 1, hooks);
  const heldOut = crossPredict(examples, { folds, seed }, scoring(trainOn));
  const refinements = refineLabels(examples, refine);
  const predictor = trainOn(examples, refinements, folds);
  const labels = examples.map((example) => [...example.labels]);
  return {
    predictor,
    toolIds,
    dropped,
    refinements,
    questions: examples.map(({ id, question }) => ({ id, question })),
    heldOut,
    labels,
    quality: qualityOf(heldOut, labels),
  };
}

/** Throws `router-data-invalid`. */
export function requireFolds(
  examples: readonly Example[],
  { toolIds, folds }: Pick<FitRequest, "toolIds" | "folds">,
): void {
  if (!Number.isInteger(folds) || folds < 2) {
    throw new AppError("router-data-invalid", { reason: "folds" });
  }
  if (toolIds.length === 0 || examples.length < folds) {
    throw new AppError("router-data-invalid", { reason: "no-rows" });
  }
}

/** Null `refinements` refine the examples among themselves. */
export type Trainer = (
  examples: readonly Example[],
  refinements: readonly Refinement[] | null,
  index: number,
) => PredictorData;

export function trainer(
  { refine, train, seed }: Pick<FitRequest, "refine" | "train" | "seed">,
  trainings: number,
  hooks: FitHooks,
): Trainer {
  const { onProgress = () => {}, signal } = hooks;
  return (examples, refinements, index) => {
    const labels = refinements ?? refineLabels(examples, refine);
    const samples = examples.map(({ vector, labels: raw }, place) => ({
      vector,
      labels: labels[place]?.refined ?? raw,
    }));
    const whole = { trainings, training: index + 1 };
    return trainPredictor(samples, train, {
      random: seededRandom(seed),
      onEpoch: (done) => onProgress({ ...done, ...whole }),
      ...(signal === undefined ? {} : { signal }),
    });
  };
}

function dealt(count: number, folds: number, seed: number): number[] {
  const even = Array.from({ length: count }, (_, index) => index % folds);
  return shuffled(even, seededRandom(seed));
}

export type Learner<E, T> = (seen: readonly E[], fold: number) => (example: E) => T;

/** The seed assigns the folds. */
export function crossPredict<E, T>(
  examples: readonly E[],
  { folds, seed }: Pick<FitRequest, "folds" | "seed">,
  learn: Learner<E, T>,
): T[] {
  const foldOf = dealt(examples.length, folds, seed);
  const told = new Map<number, T>();
  for (const fold of new Set([...foldOf].sort((a, b) => a - b))) {
    const tell = learn(
      examples.filter((_, place) => foldOf[place] !== fold),
      fold,
    );
    for (const [place, example] of examples.entries()) {
      if (foldOf[place] === fold) told.set(place, tell(example));
    }
  }
  return [...told].sort(([a], [b]) => a - b).map(([, one]) => one);
}

export function scoring(trainOn: Trainer): Learner<Example, number[]> {
  return (seen, fold) => {
    const predictor = trainOn(seen, null, fold);
    return ({ vector }) => predict(predictor, [vector])[0] ?? [];
  };
}

function qualityOf(predicted: number[][], labels: number[][]): Quality {
  return {
    questions: labels.length,
    kl: klDivergence(predicted, labels),
    meanAbsoluteError: meanAbsoluteError(predicted, labels),
    pairAccuracy: pairAccuracy(predicted, labels),
    topAccuracy: topAccuracy(predicted, labels),
    accuracy: bestPredictedAccuracy(predicted, labels),
    yardsticks: yardsticks(labels),
  };
}
