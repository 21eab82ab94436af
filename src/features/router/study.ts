import type { StoreApi } from "zustand/vanilla";
import { AppError } from "../../log/errors.ts";
import { type Answerer, commonAnswerer } from "../../methods/homo-router/training/answerer.ts";
import type { Router } from "../../methods/homo-router/training/client.ts";
import { routerStudyVersion } from "../../methods/homo-router/training/limits.ts";
import { defaultTrain } from "../../methods/homo-router/training/predictor.ts";
import type { RoutingProblem } from "../../methods/homo-router/training/problem.ts";
import { defaultRefine } from "../../methods/homo-router/training/refine.ts";
import type { Matching, ScoreRow } from "../../methods/homo-router/training/scores.ts";
import type { RouterStudy } from "../../methods/homo-router/training/study.ts";
import type { Embedder } from "../../runtime/ports.ts";
import {
  emptyStudy,
  type Prices,
  type Study,
  type StudyState,
  type Trained,
} from "../../session/router-study.ts";
import { coalesceLatest } from "../../shared/coalesce-latest.ts";

interface StudyParts {
  store: StoreApi<StudyState & { rows: readonly ScoreRow[]; matching: Matching }>;
  keepStudy(text: string): Promise<void>;
  worker(): Promise<Router>;
  embedder(signal: AbortSignal): Promise<Embedder>;
  encoderId(): Promise<string>;
  shown<T>(work: () => Promise<T>): Promise<T | null>;
  takeRows(rows: readonly ScoreRow[]): Promise<unknown>;
  nowMs(): number;
}

/** The paper's. */
const seed = 42;
const mostFolds = 5;
const curvePoints = 61;
const progressEveryMs = 150;
const batch = 32;

export function createStudy(parts: StudyParts): Study {
  const { store, worker, embedder, encoderId, shown, takeRows, keepStudy, nowMs } = parts;
  let controller: AbortController | null = null;
  let drawnFor: Prices | null = null;

  /** A new training stops the old one. */
  async function train(toolIds: readonly string[]): Promise<void> {
    controller?.abort();
    const mine = new AbortController();
    controller = mine;
    await shown(async () => {
      store.setState({ working: "vectors" });
      const encoder = await encoderId();
      await embedMissing(toolIds, encoder, mine.signal);
      store.setState({ working: "train" });
      await fitRows(usable(store.getState().rows, toolIds), toolIds, encoder, mine.signal);
    });
    if (controller !== mine) return;
    controller = null;
    store.setState({ working: null, fitting: null });
  }

  async function fitRows(
    rows: readonly ScoreRow[],
    toolIds: readonly string[],
    encoder: string,
    signal: AbortSignal,
  ): Promise<void> {
    const answerer = requireOneAnswerer(rows);
    const refine = defaultRefine;
    const fit = await (await worker()).fit(
      { rows, toolIds, refine, train: defaultTrain, seed, folds: foldsOf(rows) },
      signal,
      atTimes((fitting) => store.setState({ fitting })),
    );
    if (signal.aborted) return;
    const trained = { fit, refine, encoder, ...(answerer === null ? {} : { answerer }) };
    store.setState({ trained, curve: null, outdated: false });
    await keepAll();
  }

  function atTimes<P>(tell: (progress: P) => void): (progress: P) => void {
    let toldMs = Number.NEGATIVE_INFINITY;
    return (progress) => {
      if (nowMs() - toldMs < progressEveryMs) return;
      toldMs = nowMs();
      tell(progress);
    };
  }

  /** Another encoder's vectors are not comparable. */
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
      // Rows may have changed meanwhile.
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

  const draw = coalesceLatest(async (prices: Prices) => {
    const { trained, curve: standing } = store.getState();
    const problem = problemOf(trained, prices);
    if (problem === null || trained === null) return;
    const own = pricesOf(trained, prices);
    if (standing !== null && drawnFor !== null && samePrices(own, drawnFor)) return;
    await shown(async () => {
      const curve = await (await worker()).curve({ ...problem, count: curvePoints });
      if (store.getState().trained !== trained) return;
      drawnFor = own;
      store.setState({ curve });
      await keepAll();
    });
  });

  async function keepAll(): Promise<void> {
    const { trained, curve, matching } = store.getState();
    if (trained === null) return;
    const { encoder, refine, fit, answerer } = trained;
    const isDrawn = curve !== null && !("kind" in curve) && drawnFor !== null;
    const study: RouterStudy = {
      version: routerStudyVersion,
      encoder,
      matching,
      trained: { refine, fit, answerer },
      drawn: isDrawn ? { prices: { ...drawnFor }, curve } : null,
    };
    await keepStudy(await (await worker()).writeStudy(study));
  }

  function take({ encoder, trained, drawn }: RouterStudy): void {
    drawnFor = drawn?.prices ?? null;
    store.setState({
      ...emptyStudy,
      trained: trained === null ? null : { ...trained, encoder },
      curve: drawn?.curve ?? null,
    });
  }

  return {
    train,
    stopTraining: () => controller?.abort(),
    draw,

    async restoreStudy(text) {
      try {
        const study = await (await worker()).readStudy(text);
        const isCurrent = study.encoder === (await encoderId());
        const { working, trained } = store.getState();
        if (working !== null || trained !== null) return;
        if (isCurrent) take(study);
        else store.setState({ outdated: true });
      } catch {
        // Damaged data is dropped and learnt again.
      }
    },
  };
}

/** Null if unknown. Throws `router-data-invalid` if the rows have several answerers. */
function requireOneAnswerer(rows: readonly ScoreRow[]): Answerer | null {
  const answerer = commonAnswerer(rows);
  if (answerer === "several") throw new AppError("router-data-invalid", { reason: "answerers" });
  return answerer;
}

function foldsOf(rows: readonly ScoreRow[]): number {
  return Math.max(2, Math.min(mostFolds, rows.length));
}

function pricesOf({ fit }: Trained, prices: Prices): Prices {
  return Object.fromEntries(fit.toolIds.map((id) => [id, prices[id] ?? null]));
}

function samePrices(a: Prices, b: Prices): boolean {
  return Object.keys(a).every((id) => Object.hasOwn(b, id) && a[id] === b[id]);
}

export function usable(rows: readonly ScoreRow[], toolIds: readonly string[]): ScoreRow[] {
  return rows.filter(({ scores }) => toolIds.every((id) => Object.hasOwn(scores, id)));
}

/** Predicted scores are out-of-sample. */
function problemOf(
  trained: Trained | null,
  prices: Prices,
): { problem: RoutingProblem; labels: number[][] } | null {
  if (trained === null) return null;
  const { toolIds, heldOut, labels } = trained.fit;
  const own = toolIds.map((id) => prices[id] ?? null);
  return { problem: { toolIds, predicted: heldOut, prices: own }, labels };
}
