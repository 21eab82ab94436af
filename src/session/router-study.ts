/** State of the router's training in its dialog, and the actions on it. */
import type { Answerer } from "../methods/homo-router/training/answerer.ts";
import type { Curve } from "../methods/homo-router/training/curve.ts";
import type { Fit, FitProgress } from "../methods/homo-router/training/fit.ts";
import type { ProblemFault } from "../methods/homo-router/training/problem.ts";
import type { RefineSettings } from "../methods/homo-router/training/refine.ts";

/** US dollars per 1,000 requests by tool; null is unknown. */
export type Prices = Readonly<Record<string, number | null>>;

export interface Trained {
  fit: Fit;
  refine: RefineSettings;
  /** `id@sha256` of the encoder that embedded the questions. */
  encoder: string;
  /** The model that gave the answers; absent if unknown. */
  answerer?: Answerer | undefined;
}

export interface StudyState {
  /** The current task; null when idle. */
  working: "vectors" | "train" | null;
  /** Null while vectors are computed. */
  fitting: FitProgress | null;
  trained: Trained | null;
  curve: Curve | ProblemFault | null;
  /** The stored study is for another encoder; it is left in storage. */
  outdated: boolean;
}

export const emptyStudy: StudyState = {
  working: null,
  fitting: null,
  trained: null,
  curve: null,
  outdated: false,
};

export interface Study {
  /** Includes the paper's refinement step. */
  train(toolIds: readonly string[]): Promise<void>;
  stopTraining(): void;
  /** Computes the curve of the trained predictor; quick. */
  draw(prices: Prices): Promise<void>;
  /** Restores the stored study unless a newer one was trained since. Skips damaged data. */
  restoreStudy(text: string): Promise<void>;
}
