/** What is learnt from the scores: neighbours, the predictor, the curve and the assignment. */
import type { StoreApi } from "zustand/vanilla";
import { AppError } from "../../log/errors.ts";
import { type Answerer, commonAnswerer } from "../../methods/homo-router/training/answerer.ts";
import type { Router } from "../../methods/homo-router/training/client.ts";
import { routerStudyVersion } from "../../methods/homo-router/training/limits.ts";
import type { RoutingProblem } from "../../methods/homo-router/training/problem.ts";
import type { Matching, ScoreRow } from "../../methods/homo-router/training/scores.ts";
import type { RouterStudy } from "../../methods/homo-router/training/study.ts";
import type { Embedder } from "../../runtime/ports.ts";
import { coalesceLatest } from "../../shared/coalesce-latest.ts";
import { measureTrials } from "./figures-client.ts";
import {
  emptyStudy,
  type FigureRequest,
  type Prices,
  type Study,
  type StudyState,
  type Trained,
} from "./study-state.ts";

interface StudyParts {
  store: StoreApi<StudyState & { rows: readonly ScoreRow[]; matching: Matching }>;
  /** Keeps what was learnt in this browser. */
  keepStudy(text: string): Promise<void>;
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
/** Of the paper's Fig. 4; 0.5 and 0.8 are what it chose. */
const sweptAlphas = [0, 0.2, 0.4, 0.5, 0.6, 0.8, 1];
/** Bounds on the curve. */
const curvePoints = 61;
/** Epochs can be shorter than this; nobody could read each of them. */
const progressEveryMs = 150;
/** Questions embedded in one call. */
const batch = 32;

export function createStudy(parts: StudyParts): Study {
  const { store, worker, embedder, encoderId, shown, takeRows, keepStudy, nowMs } = parts;
  let controller: AbortController | null = null;
  /** The prices of the curve that stands. */
  let drawnFor: Prices | null = null;

  /** At most one at a time: a new one stops the old. */
  async function study(
    working: "refine" | "train" | "compare" | "sweep",
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
    store.setState({ working: null, fitting: null, trying: null });
  }

  /** Tells now and then, not at every call. */
  function atTimes<P>(tell: (progress: P) => void): (progress: P) => void {
    let toldMs = Number.NEGATIVE_INFINITY;
    return (progress) => {
      if (nowMs() - toldMs < progressEveryMs) return;
      toldMs = nowMs();
      tell(progress);
    };
  }

  function measure(
    into: "compare" | "sweep",
    { toolIds, refine, train, testOn }: FigureRequest,
    alphas: readonly number[],
  ): Promise<void> {
    return study(into, toolIds, async ({ rows, signal }) => {
      requireOneAnswerer(rows);
      const { k } = refine;
      const request = { rows, toolIds, k, alphas, train, seed, folds: foldsOf(rows), testOn };
      const measured = await measureTrials(
        request,
        signal,
        atTimes((trying) => store.setState({ trying })),
      );
      if (signal.aborted) return;
      store.setState(into === "compare" ? { compared: measured } : { swept: measured });
    });
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

  /** The whole of what was learnt; null without any. */
  async function learnt(): Promise<RouterStudy | null> {
    const { refined, trained, curve, matching } = store.getState();
    if (refined === null && trained === null) return null;
    const drawn = curve !== null && !("kind" in curve) && drawnFor !== null;
    return {
      version: routerStudyVersion,
      encoder: trained?.encoder ?? (await encoderId()),
      matching,
      refined,
      trained:
        trained === null
          ? null
          : { refine: trained.refine, fit: trained.fit, answerer: trained.answerer },
      drawn: drawn ? { prices: { ...drawnFor }, curve } : null,
    };
  }

  async function keepAll(): Promise<void> {
    const study = await learnt();
    if (study !== null) await keepStudy(await (await worker()).writeStudy(study));
  }

  function take({ encoder, refined, trained, drawn }: RouterStudy): void {
    drawnFor = drawn?.prices ?? null;
    store.setState({
      ...emptyStudy,
      refined,
      trained: trained === null ? null : { ...trained, encoder },
      curve: drawn?.curve ?? null,
    });
  }

  const solve = coalesceLatest(async ({ pMin, prices }: { pMin: number; prices: Prices }) => {
    const { trained } = store.getState();
    const problem = problemOf(trained, prices);
    if (problem === null) return;
    await shown(async () => {
      const request = { problem: problem.problem, pMin };
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
        if (signal.aborted) return;
        store.setState({ refined: { ...refined, toolIds, settings }, outdated: false });
        await keepAll();
      }),

    train: (toolIds, refine, settings) =>
      study("train", toolIds, async ({ router, rows, encoder, signal }) => {
        const answerer = requireOneAnswerer(rows);
        const fit = await router.fit(
          { rows, toolIds, refine, train: settings, seed, folds: foldsOf(rows) },
          signal,
          atTimes((fitting) => store.setState({ fitting })),
        );
        if (signal.aborted) return;
        const trained = { fit, refine, encoder, ...(answerer === null ? {} : { answerer }) };
        store.setState({ trained, curve: null, solved: null, outdated: false });
        await keepAll();
      }),

    compare: (request) => measure("compare", request, [...new Set([request.refine.alpha, 1])]),
    sweep: (request) => measure("sweep", request, sweptAlphas),

    stopStudy: () => controller?.abort(),
    draw,
    solve: (pMin, prices) => solve({ pMin, prices }),

    async restoreStudy(text) {
      try {
        const study = await (await worker()).readStudy(text);
        const isCurrent = study.encoder === (await encoderId());
        const { working, refined, trained } = store.getState();
        if (working !== null || refined !== null || trained !== null) return;
        if (isCurrent) take(study);
        else store.setState({ outdated: true });
      } catch {
        // As without any: it is learnt again.
      }
    },

    studyFile: () =>
      shown(async () => {
        const study = await learnt();
        return study === null ? null : (await worker()).writeStudy(study);
      }),

    async openStudy(file) {
      await shown(async () => {
        const study = await (await worker()).readStudy(await file.text());
        if (study.encoder !== (await encoderId())) {
          throw new AppError("router-data-invalid", { reason: "encoder" });
        }
        controller?.abort();
        take(study);
        await keepAll();
      });
    },
  };
}

/** Null where nobody said. Throws `router-data-invalid` for rows of several. */
function requireOneAnswerer(rows: readonly ScoreRow[]): Answerer | null {
  const answerer = commonAnswerer(rows);
  if (answerer === "several") throw new AppError("router-data-invalid", { reason: "answerers" });
  return answerer;
}

function foldsOf(rows: readonly ScoreRow[]): number {
  return Math.max(2, Math.min(mostFolds, rows.length));
}

/** Those of the trained tools; null where it is unknown. */
function pricesOf({ fit }: Trained, prices: Prices): Prices {
  return Object.fromEntries(fit.toolIds.map((id) => [id, prices[id] ?? null]));
}

function samePrices(a: Prices, b: Prices): boolean {
  return Object.keys(a).every((id) => Object.hasOwn(b, id) && a[id] === b[id]);
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
