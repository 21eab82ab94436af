import { linesOf, readReport } from "../../evaluation/batch/report.ts";
import { reportText } from "../../evaluation/batch/report-text.ts";
import type { QuestionRow } from "../../evaluation/questions/question.ts";
import { scoreRowsIn } from "../../evaluation/router/report-rows.ts";
import type { LabBatch, LabResult } from "../../evaluation/types.ts";
import { AppError } from "../../log/errors.ts";
import type { Router } from "../../methods/homo-router/training/client.ts";
import { maxRouterRows } from "../../methods/homo-router/training/limits.ts";
import type { BadScoreRow } from "../../methods/homo-router/training/score-file.ts";
import {
  type Matching,
  rescored,
  type ScoreRow,
} from "../../methods/homo-router/training/scores.ts";
import type { RouterStore } from "../../session/router-store.ts";
import { emptyStudy, type Study } from "../../session/router-study.ts";
import { createStudy } from "./study.ts";

export interface ScoreImportSummary {
  taken: number;
  dropped: number;
  bad: BadScoreRow[];
}

export interface RouterWork extends Study {
  load(): Promise<void>;
  /** Replaces rows with equal ids and drops the oldest beyond the limit. Null if unreadable. */
  openScores(file: Blob): Promise<ScoreImportSummary | null>;
  /** Includes vectors, so that another page need not compute them. */
  scoresFile(): Promise<string | null>;
  clearRows(): Promise<void>;
  removeDamaged(id: string): Promise<void>;
}

const works = new WeakMap<RouterStore, RouterWork>();

/** Training continues while the dialog is closed. */
export function routerWorkFor(store: RouterStore): RouterWork {
  const work = works.get(store) ?? createWork(store);
  works.set(store, work);
  return work;
}

function createWork(store: RouterStore): RouterWork {
  const { kept, keep, shown } = store;
  const { services, embedder, encoderId } = store.parts;
  let router: Promise<Router> | null = null;

  function worker(): Promise<Router> {
    router ??= services.router();
    return router;
  }

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
      // Rows that a failed store could not keep must not be overwritten.
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

    openScores: (file: Blob) =>
      shown(async () => {
        const { matching } = store.getState();
        const { rows, bad } = (await isReport(file))
          ? { rows: await rowsOfReport(file, matching), bad: [] }
          : await (await worker()).read(await file.text(), matching);
        return { taken: rows.length, dropped: await takeRows(rows), bad };
      }),

    scoresFile: () =>
      shown(async () => {
        const { rows, matching } = store.getState();
        return (await worker()).write(rows, { withVectors: true, matching });
      }),

    async removeDamaged(id: string) {
      const damaged = store.getState().damaged.filter((one) => one !== id);
      store.setState({ damaged });
      await keep((to) => to.putRows([], [id]));
    },

    async clearRows() {
      store.setState({ rows: [], damaged: [], matching: "token-f1", ...emptyStudy });
      await keep(async (to) => {
        await to.clearRows();
        await to.putStudy(null);
      });
    },
  };
}

/** A zipped file is always a report. */
async function isReport(file: Blob): Promise<boolean> {
  const start = await file.slice(0, 200).text();
  return start.startsWith("\u001f") || start.includes('"hopwise-lab"');
}

/** Throws `lab-report-invalid` or `router-data-invalid`. */
async function rowsOfReport(file: Blob, matching: Matching): Promise<ScoreRow[]> {
  const questions: QuestionRow[] = [];
  const results: LabResult[] = [];
  const batches: LabBatch[] = [];
  await readReport(linesOf(reportText(file)), {
    begin: async (batch) => void batches.push(batch),
    question: async (row) => void questions.push(row),
    result: async (row) => void results.push(row),
    log: async () => {},
  });
  const rows = batches
    .flatMap((batch) => scoreRowsIn({ batch, questions, results }, "f1"))
    .filter(({ scores }) => Object.keys(scores).length > 0)
    .map((row) => rescored(row, matching) ?? row);
  if (rows.length === 0) throw new AppError("router-data-invalid", { reason: "no-rows" });
  return rows;
}
