/** What the router's dialog does: collects scores, learns from them, and reads and writes their files. */
import { AppError } from "../../log/errors.ts";
import type { Tier } from "../../log/types.ts";
import type { Router } from "../../methods/homo-router/training/client.ts";
import { maxRouterRows } from "../../methods/homo-router/training/limits.ts";
import type { BadScoreRow } from "../../methods/homo-router/training/score-file.ts";
import type { Matching, ScoreRow } from "../../methods/homo-router/training/scores.ts";
import { collectScores } from "./collect.ts";
import type { RouterStore } from "./store.ts";
import { createStudy } from "./study.ts";
import { emptyStudy, type Study } from "./study-state.ts";

export interface GoldQuestion {
  /** Null: it gets one. */
  id: string | null;
  question: string;
  golds: string[];
  /** The set that it is of; absent where nobody said. */
  set?: string | undefined;
}

export interface ScoreImportSummary {
  taken: number;
  dropped: number;
  bad: BadScoreRow[];
}

export interface RouterWork extends Study {
  /** Reads everything, for the dialog. */
  load(): Promise<void>;
  /** Those that are there already, by their text, are passed over. */
  addQuestions(questions: readonly GoldQuestion[]): Promise<{ added: number; passed: number }>;
  /**
   * Takes a file of scores; rows with the ids of it are replaced, and the oldest give way where
   * there are too many (`dropped`). Null when it could not be read, or while scores are collected.
   */
  openScores(file: Blob): Promise<ScoreImportSummary | null>;
  scoresFile(withVectors: boolean): Promise<string | null>;
  /** Not while scores are collected. */
  clearRows(): Promise<void>;
  removeDamaged(id: string): Promise<void>;
  /**
   * Scores every answer anew; tells how many rows keep scores whose answers are not there. Null,
   * and nothing is changed, while scores are collected.
   */
  setMatching(matching: Matching): Promise<number | null>;
  /** `by`: who answers; small unless told. */
  collect(toolIds: readonly string[], capUsd: number | null, by?: Tier): Promise<void>;
  /** Ends the collection; what was scored is kept. */
  stopCollecting(): void;
}

const works = new WeakMap<RouterStore, RouterWork>();

/** The one work over a store: a collection goes on while the dialog is closed. */
export function routerWorkFor(store: RouterStore): RouterWork {
  const work = works.get(store) ?? createWork(store);
  works.set(store, work);
  return work;
}

function createWork(store: RouterStore): RouterWork {
  const { kept, keep, shown } = store;
  const { services, ports, embedder, encoderId } = store.parts;
  let router: Promise<Router> | null = null;
  let collection: AbortController | null = null;
  /** What changes the rows at large; a collection begins after it. */
  let changing: Promise<unknown> = Promise.resolve();

  function worker(): Promise<Router> {
    router ??= services.router();
    return router;
  }

  /** Of more than fit the newest stay; tells how many do not. */
  async function takeRows(taken: readonly ScoreRow[]): Promise<number> {
    const merged = new Map(store.getState().rows.map((row) => [row.id, row]));
    for (const row of taken) merged.set(row.id, row);
    const rows = [...merged.values()].slice(-maxRouterRows);
    store.setState({ rows });
    const retained = new Set(rows.map(({ id }) => id));
    const dropped = [...merged.keys()].filter((id) => !retained.has(id));
    const fresh = taken.filter(({ id }) => retained.has(id));
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
    request: { toolIds: readonly string[]; capUsd: number | null; by: Tier },
    signal: AbortSignal,
  ): Promise<void> {
    const [ready, run, encoder] = await Promise.all([
      ports(signal, request.by),
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

  const study = createStudy({
    store,
    worker,
    embedder,
    encoderId,
    shown,
    takeRows,
    keepStudy: (text) => keep((to) => to.putStudy(text)),
    nowMs: () => services.clock.nowMs(),
  });

  return {
    ...study,

    async load() {
      await store.loadPolicy();
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
        if (learnt !== null) await study.restoreStudy(learnt);
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

    async collect(toolIds: readonly string[], capUsd: number | null, by: Tier = "small") {
      if (collection !== null) return;
      collection = new AbortController();
      const { signal } = collection;
      store.setState({ collected: null, collecting: "loading" });
      await shown(() => runCollection({ toolIds, capUsd, by }, signal));
      collection = null;
      store.setState({ collecting: null });
    },

    stopCollecting() {
      collection?.abort(new AppError("stopped"));
    },
  };
}

/** Rows for the questions that are not there yet; two of one text are one question. */
function freshRows(questions: readonly GoldQuestion[], rows: readonly ScoreRow[]): ScoreRow[] {
  const texts = new Set(rows.map(({ question }) => sameText(question)));
  const ids = new Set(rows.map(({ id }) => id));
  let number = rows.length;
  return questions.flatMap(({ id, question, golds, set }) => {
    const text = sameText(question);
    if (texts.has(text)) return [];
    texts.add(text);
    let own = id ?? "";
    while (own === "" || ids.has(own)) {
      number += 1;
      own = `q${number}`;
    }
    ids.add(own);
    const named = set === undefined ? {} : { set };
    return [
      {
        id: own,
        question,
        ...named,
        golds,
        scores: {},
        vector: null,
        encoder: null,
        predictions: {},
      },
    ];
  });
}

function sameText(question: string): string {
  return question.replace(/\s+/gu, " ").trim().toLowerCase();
}
