/**
 * The search router of this browser: questions with the scores of each tool, what was learnt
 * from them, and the policy that runs go by. Nothing is read before it is wanted.
 */
import { createStore, type StoreApi } from "zustand/vanilla";
import { AppError, type ErrorData, toAppError } from "../../log/errors.ts";
import type { Router } from "../../methods/homo-router/training/client.ts";
import { maxRouterRows } from "../../methods/homo-router/training/limits.ts";
import type { RouterPolicy } from "../../methods/homo-router/training/policy.ts";
import type { BadScoreRow } from "../../methods/homo-router/training/score-file.ts";
import type { Matching, ScoreRow } from "../../methods/homo-router/training/scores.ts";
import type { Embedder, Ports } from "../../runtime/ports.ts";
import type { Services } from "../../session/services.ts";
import type { RouterStorage } from "../../storage/router.ts";
import type { CollectOutcome, CollectProgress } from "./collect.ts";
import { emptyStudy, type Study, type StudyState } from "./study-state.ts";

export interface RouterState extends StudyState {
  /** `failed`: this browser keeps nothing, or could not be asked. */
  status: "unread" | "ready" | "failed";
  rows: readonly ScoreRow[];
  /** The ids of rows that cannot be read. */
  damaged: readonly string[];
  matching: Matching;
  /** What runs go by; null until one was saved. */
  policy: RouterPolicy | null;
  /** `loading`: until model and library are there. Null while nothing is collected. */
  collecting: CollectProgress | "loading" | null;
  collected: CollectOutcome | null;
  /** What went wrong last, but for what a collection counts. */
  error: ErrorData | null;
}

export interface GoldQuestion {
  /** Null: it gets one. */
  id: string | null;
  question: string;
  golds: string[];
}

export interface OpenedScores {
  taken: number;
  dropped: number;
  bad: BadScoreRow[];
}

export interface RouterStore extends StoreApi<RouterState>, Study {
  /** Reads the policy once; runs wait for it. Null without one. */
  loadPolicy(): Promise<RouterPolicy | null>;
  /** Reads everything, for the dialog. */
  load(): Promise<void>;
  /** Those that are there already, by their text, are passed over. */
  addQuestions(questions: readonly GoldQuestion[]): Promise<{ added: number; passed: number }>;
  /** The embedded library's own, as JSONL. Null when they could not be fetched. */
  exampleQuestions(): Promise<string | null>;
  /**
   * Takes a file of scores; rows with the ids of it are replaced, and the oldest give way where
   * there are too many (`dropped`). Null when it could not be read, or while scores are collected.
   */
  openScores(file: Blob): Promise<OpenedScores | null>;
  scoresFile(withVectors: boolean): Promise<string | null>;
  /** Not while scores are collected. */
  clearRows(): Promise<void>;
  removeDamaged(id: string): Promise<void>;
  /**
   * Scores every answer anew; tells how many rows keep scores whose answers are not there. Null,
   * and nothing is changed, while scores are collected.
   */
  setMatching(matching: Matching): Promise<number | null>;
  collect(toolIds: readonly string[], capUsd: number | null): Promise<void>;
  /** Ends the collection; what was scored is kept. */
  stopCollecting(): void;
  /** Null deletes it. */
  savePolicy(policy: RouterPolicy | null): Promise<void>;
  openPolicy(file: Blob): Promise<void>;
}

export interface RouterParts {
  services: Pick<
    Services,
    "routerStorage" | "router" | "questionSet" | "loadRun" | "newId" | "clock"
  >;
  /** The models and services of an all-small run. */
  ports(signal: AbortSignal): Promise<Ports>;
  embedder(signal: AbortSignal): Promise<Embedder>;
  /** `id@sha256` of that embedder's weights; no model is loaded for it. Throws AppError. */
  encoderId(): Promise<string>;
}

export function createRouterStore({
  services,
  ports,
  embedder,
  encoderId,
}: RouterParts): RouterStore {
  const store = createStore<RouterState>()(() => ({
    ...emptyStudy,
    status: "unread",
    rows: [],
    damaged: [],
    matching: "token-f1",
    policy: null,
    collecting: null,
    collected: null,
    error: null,
  }));
  let storage: Promise<RouterStorage> | null = null;
  let router: Promise<Router> | null = null;
  let firstPolicy: Promise<void> | null = null;
  let learner: Promise<Study> | null = null;
  let collection: AbortController | null = null;
  /** What a person chose holds, also where the stored policy is still being read. */
  let isPolicyChosen = false;
  /** What changes the rows at large; a collection begins after it. */
  let changing: Promise<unknown> = Promise.resolve();

  function kept(): Promise<RouterStorage> {
    storage ??= services.routerStorage();
    return storage;
  }

  function worker(): Promise<Router> {
    router ??= services.router();
    return router;
  }

  /** A browser that keeps nothing is a state, not an error: all goes on until the page is closed. */
  async function keep(write: (to: RouterStorage) => Promise<void>): Promise<void> {
    try {
      await write(await kept());
    } catch {
      store.setState({ status: "failed" });
    }
  }

  /** What goes wrong is shown beside what was asked for. */
  async function shown<T>(work: () => Promise<T>): Promise<T | null> {
    store.setState({ error: null });
    try {
      return await work();
    } catch (thrown) {
      const error = toAppError(thrown);
      if (error.code !== "stopped") store.setState({ error: error.toData() });
      return null;
    }
  }

  /** Of more than fit the newest stay; tells how many do not. */
  async function takeRows(taken: readonly ScoreRow[]): Promise<number> {
    const merged = new Map(store.getState().rows.map((row) => [row.id, row]));
    for (const row of taken) merged.set(row.id, row);
    const rows = [...merged.values()].slice(-maxRouterRows);
    store.setState({ rows });
    const kept = new Set(rows.map(({ id }) => id));
    const dropped = [...merged.keys()].filter((id) => !kept.has(id));
    const fresh = taken.filter(({ id }) => kept.has(id));
    await keep((to) => to.putRows(fresh, dropped));
    return dropped.length;
  }

  /**
   * Null while scores are collected: a collection holds its rows and their matching, and would
   * write them back over the change.
   */
  async function unlessCollecting<T>(change: () => Promise<T>): Promise<T | null> {
    if (collection !== null) return null;
    const made = change();
    changing = Promise.allSettled([changing, made]);
    return await made;
  }

  async function runCollection(
    request: { toolIds: readonly string[]; capUsd: number | null },
    signal: AbortSignal,
  ): Promise<void> {
    const { collectScores } = await import("./collect.ts");
    const [ready, run, encoder] = await Promise.all([
      ports(signal),
      services.loadRun(),
      encoderId(),
      changing,
    ]);
    const { rows, matching } = store.getState();
    const collected = await collectScores(
      { ...request, rows, matching },
      {
        run,
        ports: ready,
        encoder,
        newId: services.newId,
        signal,
        onRow: async (row) => void (await takeRows([row])),
        onProgress: (collecting) => store.setState({ collecting }),
      },
    );
    store.setState({ collected });
  }

  async function openStudy(): Promise<Study> {
    const { createStudy } = await import("./study.ts");
    return createStudy({
      store,
      worker,
      embedder,
      encoderId,
      shown,
      takeRows,
      keepStudy: (text) => keep((to) => to.putStudy(text)),
      nowMs: () => services.clock.nowMs(),
    });
  }

  /** What learns from the scores: fetched when it is asked for, which most visits never do. */
  function study(): Promise<Study> {
    learner ??= openStudy().catch((thrown: unknown) => {
      learner = null;
      throw thrown;
    });
    return learner;
  }

  /** Calls it; where it could not be fetched, that is shown. */
  async function studied<T>(ask: (opened: Study) => Promise<T>): Promise<T | null> {
    const opened = await study().catch((thrown: unknown) => {
      store.setState({ error: toAppError(thrown).toData() });
      return null;
    });
    return opened === null ? null : ask(opened);
  }

  async function loadPolicy(): Promise<RouterPolicy | null> {
    firstPolicy ??= readFirstPolicy();
    await firstPolicy;
    return store.getState().policy;
  }

  async function readFirstPolicy(): Promise<void> {
    let policy: RouterPolicy | null = null;
    try {
      policy = await (await kept()).policy();
    } catch {
      firstPolicy = null;
      store.setState({ status: "failed" });
    }
    if (policy === null) return;
    const fitting = await shown(() => ofThisEncoder(policy));
    if (!isPolicyChosen) store.setState({ policy: fitting });
  }

  /** The policy; `router-data-invalid` where it was trained with another encoder. */
  async function ofThisEncoder(policy: RouterPolicy): Promise<RouterPolicy> {
    const { requireEncoder } = await import("../../methods/homo-router/training/policy.ts");
    requireEncoder(policy, await encoderId());
    return policy;
  }

  async function savePolicy(policy: RouterPolicy | null): Promise<void> {
    isPolicyChosen = true;
    store.setState({ policy, error: null });
    await keep((to) => to.putPolicy(policy));
  }

  const learning: Study = {
    refine: async (...given) => void (await studied(({ refine }) => refine(...given))),
    train: async (...given) => void (await studied(({ train }) => train(...given))),
    stopStudy: () => void learner?.then(({ stopStudy }) => stopStudy()),
    draw: async (prices) => void (await studied(({ draw }) => draw(prices))),
    solve: async (...given) => void (await studied(({ solve }) => solve(...given))),
    restoreStudy: async (text) => void (await studied(({ restoreStudy }) => restoreStudy(text))),
    studyFile: () => studied(({ studyFile }) => studyFile()),
    openStudy: async (file) => void (await studied(({ openStudy }) => openStudy(file))),
  };

  return Object.assign(store, learning, {
    loadPolicy,
    savePolicy,

    async load() {
      await loadPolicy();
      const { status, rows: unkept } = store.getState();
      // What a store that failed could not keep is not written over.
      if (status === "ready" || unkept.length > 0) return;
      try {
        const from = await kept();
        const [rows, damaged, matching, learnt] = await Promise.all([
          from.rows(),
          from.damaged(),
          from.matching(),
          from.study(),
        ]);
        store.setState({ status: "ready", rows, damaged, matching });
        if (learnt !== null) await learning.restoreStudy(learnt);
      } catch {
        store.setState({ status: "failed" });
      }
    },

    async addQuestions(questions: readonly GoldQuestion[]) {
      const { rows } = store.getState();
      const fresh = freshRows(questions, rows).slice(0, maxRouterRows - rows.length);
      await takeRows(fresh);
      return { added: fresh.length, passed: questions.length - fresh.length };
    },

    exampleQuestions: () => shown(services.questionSet),

    openScores: (file: Blob) =>
      unlessCollecting(() =>
        shown(async () => {
          const text = await file.text();
          const { rows, bad } = await (await worker()).read(text, store.getState().matching);
          return { taken: rows.length, dropped: await takeRows(rows), bad };
        }),
      ),

    scoresFile: (withVectors: boolean) =>
      shown(async () =>
        (await worker()).write(store.getState().rows, {
          withVectors,
          matching: store.getState().matching,
        }),
      ),

    async removeDamaged(id: string) {
      const damaged = store.getState().damaged.filter((one) => one !== id);
      store.setState({ damaged });
      await keep((to) => to.putRows([], [id]));
    },

    async clearRows() {
      await unlessCollecting(async () => {
        store.setState({ rows: [], damaged: [], collected: null, ...emptyStudy });
        await keep(async (to) => {
          await to.clearRows();
          await to.putStudy(null);
        });
      });
    },

    setMatching: (matching: Matching) =>
      unlessCollecting(async () => {
        store.setState({ matching, ...emptyStudy });
        await keep(async (to) => {
          await to.putMatching(matching);
          await to.putStudy(null);
        });
        const anew = await shown(async () =>
          (await worker()).rescore(store.getState().rows, matching),
        );
        if (anew !== null) await takeRows(anew.rows);
        return anew?.kept ?? 0;
      }),

    async collect(toolIds: readonly string[], capUsd: number | null) {
      if (collection !== null) return;
      collection = new AbortController();
      const { signal } = collection;
      store.setState({ collected: null, collecting: "loading" });
      await shown(() => runCollection({ toolIds, capUsd }, signal));
      collection = null;
      store.setState({ collecting: null });
    },

    stopCollecting() {
      collection?.abort(new AppError("stopped"));
    },

    async openPolicy(file: Blob) {
      await shown(async () => {
        const { readPolicy } = await import("../../methods/homo-router/training/policy.ts");
        await savePolicy(await ofThisEncoder(readPolicy(await file.text())));
      });
    },
  });
}

/** Rows for the questions that are not there yet; two of one text are one question. */
function freshRows(questions: readonly GoldQuestion[], rows: readonly ScoreRow[]): ScoreRow[] {
  const texts = new Set(rows.map(({ question }) => sameText(question)));
  const ids = new Set(rows.map(({ id }) => id));
  let number = rows.length;
  return questions.flatMap(({ id, question, golds }) => {
    const text = sameText(question);
    if (texts.has(text)) return [];
    texts.add(text);
    let own = id ?? "";
    while (own === "" || ids.has(own)) {
      number += 1;
      own = `q${number}`;
    }
    ids.add(own);
    return [{ id: own, question, golds, scores: {}, vector: null, encoder: null, predictions: {} }];
  });
}

function sameText(question: string): string {
  return question.replace(/\s+/gu, " ").trim().toLowerCase();
}
