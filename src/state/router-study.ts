/** What is learnt from the scores: neighbours, the predictor, the curve and the assignment. */
import type { StoreApi } from "zustand/vanilla";
import { AppError } from "../core/errors.ts";
import type { Embedder } from "../core/ports.ts";
import type { CostSaving } from "../router/assign.ts";
import type { Router } from "../router/client.ts";
import type { Curve } from "../router/curve.ts";
import type { Fit, FitProgress } from "../router/fit.ts";
import type { IlpSettings } from "../router/ilp.ts";
import type { TrainSettings } from "../router/predictor.ts";
import type { ProblemFault, RoutingProblem } from "../router/problem.ts";
import type { RefineSettings } from "../router/refine.ts";
import type { ScoreRow } from "../router/scores.ts";
import type { Refined } from "../router/solver.ts";
import { newestOnly } from "./newest-only.ts";

/** US dollars per 1,000 requests by tool; null is unknown. */
export type Prices = Readonly<Record<string, number | null>>;

/** A fit with all that it was made with. */
export interface Trained {
  fit: Fit;
  refine: RefineSettings;
  /** `id@sha256` of the encoder that the questions were embedded with. */
  encoder: string;
}

export interface Solved {
  pMin: number;
  prices: Prices;
  result: CostSaving;
}

export interface StudyState {
  /** What was asked for now; null when nothing is. */
  working: "vectors" | "refine" | "train" | null;
  refined: Refined | null;
  /** Null while vectors are computed. */
  fitting: FitProgress | null;
  trained: Trained | null;
  curve: Curve | ProblemFault | null;
  solved: Solved | null;
}

export const emptyStudy: StudyState = {
  working: null,
  refined: null,
  fitting: null,
  trained: null,
  curve: null,
  solved: null,
};

export interface Study {
  refine(toolIds: readonly string[], settings: RefineSettings): Promise<void>;
  train(toolIds: readonly string[], refine: RefineSettings, settings: TrainSettings): Promise<void>;
  /** Ends refining or training. */
  stopStudy(): void;
  /** The curve for what was trained; quick. */
  draw(prices: Prices): Promise<void>;
  /** The cheapest assignment that keeps the bound; of many calls only the newest is made. */
  solve(pMin: number, prices: Prices): Promise<void>;
}

interface StudyParts {
  store: StoreApi<StudyState & { rows: readonly ScoreRow[] }>;
  worker(): Promise<Router>;
  embedder(signal: AbortSignal): Promise<Embedder>;
  encoderId(): Promise<string>;
  shown<T>(work: () => Promise<T>): Promise<T | null>;
  takeRows(rows: readonly ScoreRow[]): Promise<unknown>;
  nowMs(): number;
}

/** What refining and training begin with. */
interface Studied {
  router: Router;
  rows: readonly ScoreRow[];
  encoder: string;
  signal: AbortSignal;
}

/** The paper's. */
const seed = 42;
const mostFolds = 5;
/** Bounds on the curve. */
const curvePoints = 61;
/** The solver answers while a person moves the slider; its best so far is told with its bound. */
const solveWhileMoving: IlpSettings = {
  relativeGap: 0,
  absoluteGap: 1e-6,
  timeLimitSeconds: 3,
};
/** Epochs can be shorter than this; nobody could read each of them. */
const progressEveryMs = 150;
/** Questions embedded in one call. */
const batch = 32;

export function createStudy(parts: StudyParts): Study {
  const { store, worker, embedder, encoderId, shown, takeRows, nowMs } = parts;
  let controller: AbortController | null = null;

  /** At most one at a time: a new one stops the old. */
  async function study(
    working: "refine" | "train",
    toolIds: readonly string[],
    work: (given: Studied) => Promise<void>,
  ): Promise<void> {
    controller?.abort();
    const mine = new AbortController();
    controller = mine;
    await shown(async () => {
      store.setState({ working: "vectors" });
      const encoder = await encoderId();
      await embedMissing(toolIds, encoder, mine.signal);
      store.setState({ working });
      const rows = usable(store.getState().rows, toolIds);
      await work({ router: await worker(), rows, encoder, signal: mine.signal });
    });
    if (controller !== mine) return;
    controller = null;
    store.setState({ working: null, fitting: null });
  }

  /** Rows may be without vectors, or with those of another encoder, which mean something else. */
  async function embedMissing(
    toolIds: readonly string[],
    encoder: string,
    signal: AbortSignal,
  ): Promise<void> {
    const bare = usable(store.getState().rows, toolIds).filter(
      (row) => row.vector === null || row.encoder !== encoder,
    );
    if (bare.length === 0) return;
    const model = await embedder(signal);
    for (let first = 0; first < bare.length; first += batch) {
      if (signal.aborted) throw new AppError("stopped");
      const some = bare.slice(first, first + batch);
      const vectors = await model.embed(
        some.map(({ question }) => question),
        signal,
      );
      // Scores may have been collected, or rows deleted, meanwhile.
      const now = new Map(store.getState().rows.map((row) => [row.id, row]));
      const embedded = some.flatMap(({ id, question }, index) => {
        const row = now.get(id);
        return row?.question === question
          ? [{ ...row, vector: vectors[index] ?? null, encoder }]
          : [];
      });
      await takeRows(embedded);
    }
  }

  const draw = newestOnly(async (prices: Prices) => {
    const problem = problemOf(store.getState().trained, prices);
    if (problem === null) return;
    await shown(async () => {
      const curve = await (await worker()).curve({ ...problem, count: curvePoints });
      store.setState({ curve });
    });
  });

  const solve = newestOnly(async ({ pMin, prices }: { pMin: number; prices: Prices }) => {
    const { trained } = store.getState();
    const problem = problemOf(trained, prices);
    if (problem === null) return;
    await shown(async () => {
      const request = { problem: problem.problem, pMin, settings: solveWhileMoving };
      const result = await (await worker()).solve(request, new AbortController().signal);
      // A training that ended meanwhile has other questions.
      if (store.getState().trained === trained)
        store.setState({ solved: { pMin, prices, result } });
    });
  });

  return {
    refine: (toolIds, settings) =>
      study("refine", toolIds, async ({ router, rows, signal }) => {
        const refined = await router.refine({ rows, toolIds, refine: settings }, signal);
        if (!signal.aborted) store.setState({ refined });
      }),

    train: (toolIds, refine, settings) =>
      study("train", toolIds, async ({ router, rows, encoder, signal }) => {
        const folds = Math.max(2, Math.min(mostFolds, rows.length));
        let toldMs = Number.NEGATIVE_INFINITY;
        const fit = await router.fit(
          { rows, toolIds, refine, train: settings, seed, folds },
          signal,
          (fitting) => {
            if (nowMs() - toldMs < progressEveryMs) return;
            toldMs = nowMs();
            store.setState({ fitting });
          },
        );
        if (signal.aborted) return;
        store.setState({ trained: { fit, refine, encoder }, curve: null, solved: null });
      }),

    stopStudy: () => controller?.abort(),
    draw,
    solve: (pMin, prices) => solve({ pMin, prices }),
  };
}

/** Questions with a score for each of the tools. */
export function usable(rows: readonly ScoreRow[], toolIds: readonly string[]): ScoreRow[] {
  return rows.filter(({ scores }) => toolIds.every((id) => Object.hasOwn(scores, id)));
}

/** The assignment of the trained questions, by scores that were predicted without seeing them. */
export function problemOf(
  trained: Trained | null,
  prices: Prices,
): { problem: RoutingProblem; labels: number[][] } | null {
  if (trained === null) return null;
  const { toolIds, heldOut, labels } = trained.fit;
  const own = toolIds.map((id) => prices[id] ?? null);
  return { problem: { toolIds, predicted: heldOut, prices: own }, labels };
}
