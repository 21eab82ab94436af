import type { Answerer } from "../../methods/homo-router/training/answerer.ts";
import type { Curve } from "../../methods/homo-router/training/curve.ts";
import type { Fit, FitProgress } from "../../methods/homo-router/training/fit.ts";
import type { ProblemFault } from "../../methods/homo-router/training/problem.ts";
import type { RefineSettings } from "../../methods/homo-router/training/refine.ts";

/** US dollars per 1,000 requests; null is unknown. */
export type Prices = Readonly<Record<string, number | null>>;

export interface Trained {
  fit: Fit;
  refine: RefineSettings;
  /** `id@sha256`. */
  encoder: string;
  /** Absent if unknown. */
  answerer?: Answerer | undefined;
}

export interface StudyState {
  /** Null when idle. */
  working: "vectors" | "train" | null;
  /** Null while vectors are computed. */
  fitting: FitProgress | null;
  trained: Trained | null;
  curve: Curve | ProblemFault | null;
  /** For another encoder; left in storage. */
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
  /** With the paper's refinement. */
  train(toolIds: readonly string[]): Promise<void>;
  stopTraining(): void;
  /** Quick. */
  draw(prices: Prices): Promise<void>;
  /** Unless a newer one was trained. Skips damaged data. */
  restoreStudy(text: string): Promise<void>;
}
