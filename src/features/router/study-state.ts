/** What is learnt from the scores, as the page shows it, and what can be asked of it. */
import type { Answerer } from "../../methods/homo-router/training/answerer.ts";
import type { CostSaving } from "../../methods/homo-router/training/assign.ts";
import type { Curve } from "../../methods/homo-router/training/curve.ts";
import type { Fit, FitProgress } from "../../methods/homo-router/training/fit.ts";
import type { TrainSettings } from "../../methods/homo-router/training/predictor.ts";
import type { ProblemFault } from "../../methods/homo-router/training/problem.ts";
import type { RefineSettings } from "../../methods/homo-router/training/refine.ts";
import type { RefinedLabels } from "../../methods/homo-router/training/study.ts";
import type { TrialProgress } from "../../methods/homo-router/training/trials.ts";
import type { Measured } from "./figures-worker.ts";

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

export interface Solved {
  pMin: number;
  prices: Prices;
  result: CostSaving;
}

export interface StudyState {
  /** What was asked for now; null when nothing is. */
  working: "vectors" | "refine" | "train" | "compare" | "sweep" | null;
  refined: RefinedLabels | null;
  /** Null while vectors are computed. */
  fitting: FitProgress | null;
  trained: Trained | null;
  curve: Curve | ProblemFault | null;
  solved: Solved | null;
  /** Null while nothing is trained for a figure. */
  trying: TrialProgress | null;
  /** The router with refinement, as it was set, then without (α = 1): Table 1 and Fig. 1. */
  compared: Measured | null;
  /** The router at each α (Fig. 4). */
  swept: Measured | null;
  /** What was learnt before is of another encoder, and was left where it is. */
  outdated: boolean;
}

export const emptyStudy: StudyState = {
  working: null,
  refined: null,
  fitting: null,
  trained: null,
  curve: null,
  solved: null,
  trying: null,
  compared: null,
  swept: null,
  outdated: false,
};

/** What a figure is made from. */
export interface FigureRequest {
  toolIds: readonly string[];
  refine: RefineSettings;
  train: TrainSettings;
  /** The set that is tested on and never trained on; null: held-out folds of all. */
  testOn: string | null;
}

export interface Study {
  refine(toolIds: readonly string[], settings: RefineSettings): Promise<void>;
  train(toolIds: readonly string[], refine: RefineSettings, settings: TrainSettings): Promise<void>;
  /** Trains with refinement and without, on the same folds. */
  compare(request: FigureRequest): Promise<void>;
  /** Trains at each α of the paper's Fig. 4, likewise. */
  sweep(request: FigureRequest): Promise<void>;
  /** Ends refining, training, or what is made for a figure. */
  stopStudy(): void;
  /** The curve for what was trained; quick. */
  draw(prices: Prices): Promise<void>;
  /** The cheapest assignment that keeps the bound; of many calls only the newest is made. */
  solve(pMin: number, prices: Prices): Promise<void>;
  /** Takes up what was kept, unless something was learnt since. What is damaged is passed over. */
  restoreStudy(text: string): Promise<void>;
  /** What was learnt, as a file; null without any, or when it could not be written. */
  studyFile(): Promise<string | null>;
  /** Takes what was learnt elsewhere in place of what is here. */
  openStudy(file: Blob): Promise<void>;
}
