/** What is learnt from the scores, as the page shows it, and what can be asked of it. */
import type { Answerer } from "../../methods/homo-router/training/answerer.ts";
import type { Curve } from "../../methods/homo-router/training/curve.ts";
import type { Fit, FitProgress } from "../../methods/homo-router/training/fit.ts";
import type { ProblemFault } from "../../methods/homo-router/training/problem.ts";
import type { RefineSettings } from "../../methods/homo-router/training/refine.ts";

/** US dollars per 1,000 requests by tool; null is unknown. */
export type Prices = Readonly<Record<string, number | null>>;

/** A fit with all that it was made with. */
export interface Trained {
  fit: Fit;
  refine: RefineSettings;
  /** `id@sha256` of the encoder that the questions were embedded with. */
  encoder: string;
  /** Who gave the answers; absent where nobody said. */
  answerer?: Answerer | undefined;
}

export interface StudyState {
  /** What was asked for now; null when nothing is. */
  working: "vectors" | "train" | null;
  /** Null while vectors are computed. */
  fitting: FitProgress | null;
  trained: Trained | null;
  curve: Curve | ProblemFault | null;
  /** What was learnt before is of another encoder, and was left where it is. */
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
  /** The curve for what was trained; quick. */
  draw(prices: Prices): Promise<void>;
  /** Takes up what was kept, unless something was learnt since. What is damaged is passed over. */
  restoreStudy(text: string): Promise<void>;
}
