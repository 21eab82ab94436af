/**
 * Trains at each α on the same folds (Fig. 4; α = 1 is "w/o Refinement"), or on some sets and tests
 * on another, as in the paper.
 */
import { AppError } from "../../../log/errors.ts";
import {
  crossPredict,
  type FitProgress,
  type FitRequest,
  requireFolds,
  scoring,
  trainer,
} from "./fit.ts";
import { predict } from "./predictor.ts";
import { type DroppedRow, type Example, examplesOf } from "./scores.ts";

export interface TrialRequest extends Omit<FitRequest, "refine"> {
  k: number;
  alphas: readonly number[];
  /** If null, each fold is tested with the others. */
  testOn: string | null;
}

export interface Trial {
  alpha: number;
  /** These come from heads that never saw the question. */
  predicted: number[][];
}

export interface Trials {
  toolIds: readonly string[];
  testOn: string | null;
  questions: { id: string; question: string }[];
  labels: number[][];
  trainedOn: number;
  trials: Trial[];
  dropped: DroppedRow[];
}

export interface TrialProgress extends FitProgress {
  trials: number;
  /** Counted from 1. */
  trial: number;
}

export interface TrialHooks {
  onProgress?: (progress: TrialProgress) => void;
  /** Checked after every epoch. */
  signal?: { readonly aborted: boolean };
}

/** Throws `router-data-invalid`, or `stopped`. */
export function runTrials(request: TrialRequest, hooks: TrialHooks = {}): Trials {
  const { rows, toolIds, alphas, testOn } = request;
  const training = examplesOf(
    testOn === null ? rows : rows.filter(({ set }) => set !== testOn),
    toolIds,
  );
  const testing =
    testOn === null
      ? null
      : examplesOf(
          rows.filter(({ set }) => set === testOn),
          toolIds,
        );
  const tested = testing?.examples ?? training.examples;
  if (testing === null) requireFolds(training.examples, request);
  else if (toolIds.length === 0 || tested.length === 0 || training.examples.length === 0) {
    throw new AppError("router-data-invalid", { reason: "no-rows" });
  }
  return {
    toolIds,
    testOn,
    questions: tested.map(({ id, question }) => ({ id, question })),
    labels: tested.map(({ labels }) => [...labels]),
    trainedOn: training.examples.length,
    trials: alphas.map((alpha, index) => ({
      alpha,
      predicted: trialAt(request, index, { training: training.examples, testing }, hooks),
    })),
    dropped: [...training.dropped, ...(testing?.dropped ?? [])],
  };
}

function trialAt(
  request: TrialRequest,
  index: number,
  {
    training,
    testing,
  }: { training: readonly Example[]; testing: { examples: readonly Example[] } | null },
  { onProgress = () => {}, signal }: TrialHooks,
): number[][] {
  const { k, alphas, train, seed, folds } = request;
  const trainOn = trainer(
    { refine: { k, alpha: alphas[index] ?? 1 }, train, seed },
    testing === null ? folds : 1,
    {
      onProgress: (done) => onProgress({ ...done, trials: alphas.length, trial: index + 1 }),
      ...(signal === undefined ? {} : { signal }),
    },
  );
  if (testing === null) return crossPredict(training, { folds, seed }, scoring(trainOn));
  return predict(
    trainOn(training, null, 0),
    testing.examples.map(({ vector }) => vector),
  );
}
