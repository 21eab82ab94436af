import type { Answerer } from "../methods/homo-router/training/answerer.ts";
import type { Curve } from "../methods/homo-router/training/curve.ts";
import type { Fit, FitProgress } from "../methods/homo-router/training/fit.ts";
import type { ProblemFault } from "../methods/homo-router/training/problem.ts";
import type { RefineSettings } from "../methods/homo-router/training/refine.ts";

/** US dollars per 1,000 requests; null is unknown. */
export type Prices = Readonly<Record<string, number | null>>;

export interface Trained {
  fit: Fit;
  refine: RefineSettings;
  /** `id@sha256`. */
  encoder: string;
  answerer?: Answerer | undefined;
}

export interface StudyState {
  working: "vectors" | "train" | null;
  /** Null while vectors are computed. */
  fitting: FitProgress | null;
  trained: Trained | null;
  curve: Curve | ProblemFault | null;
  /** The stored study is for another encoder; it stays in storage. */
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
  draw(prices: Prices): Promise<void>;
  /** Restores the stored study unless a newer one was trained. Skips damaged data. */
  restoreStudy(text: string): Promise<void>;
}
