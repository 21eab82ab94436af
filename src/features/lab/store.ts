/**
 * The Lab's batches: a store outside React, and its actions. At most one batch runs per tab; other
 * tabs of the same browser may run others.
 */
import { createStore, type StoreApi } from "zustand/vanilla";
import type { Estimate } from "../../evaluation/batch/estimate.ts";
import { startProgress } from "../../evaluation/batch/progress.ts";
import { lanesOf } from "../../evaluation/batch/side-by-side.ts";
import { batchTraces } from "../../evaluation/batch/traces.ts";
import { resultsWanted } from "../../evaluation/oracle/batch.ts";
import type { QuestionRow } from "../../evaluation/questions/question.ts";
import type { ComparedIn, Configuration, LabBatch, LabResult } from "../../evaluation/types.ts";
import { AppError, toAppError } from "../../log/errors.ts";
import type { RunEvent } from "../../log/events.ts";
import { openRunFile } from "../../log/file.ts";
import type { LabLooks } from "../../session/lab-looks.ts";
import type { StoredBatch } from "../../storage/lab.ts";
import { type LabHost, modelsFor } from "./host.ts";
import { estimateFrom } from "./past-batches.ts";
import { createPipelineFile, type PipelineFile } from "./pipeline-file.ts";
import { placesOf } from "./places.ts";
import {
  askedRuns,
  type ExportedFile,
  type ExportKind,
  exportBatch,
  importBatch,
} from "./report-files.ts";
import { BatchRun, lockName } from "./run-in-tab.ts";
import { type SentTraces, sendTraces, type TraceSending } from "./send-traces.ts";
import { settlingHere } from "./settling-here.ts";
import type { BatchSummary, LabBatchesState } from "./state.ts";

/** Input of a new batch; the rest of `LabBatch` comes from the settings. */
export interface BatchDraft {
  title: string;
  set: string;
  /** Already sampled. */
  questions: readonly QuestionRow[];
  library: LabBatch["library"];
  configurations: readonly Configuration[];
  comparison?: ComparedIn | null;
  budgetUsd: number | null;
  seed: number;
  /** Questions in parallel; absent: chosen automatically. */
  atOnce?: number;
  untilSettled?: true;
}

export type TraceAddress = Pick<TraceSending, "address" | "signal" | "onSent">;

/** Options when the browser's storage is full. */
export type StorageChoice = "without-logs" | "delete-older-logs" | "stop";

/** Actions do not throw: errors are in the store's `error`, or in the batch's progress. */
export interface LabBatches {
  readonly store: StoreApi<LabBatchesState>;
  readonly looks: LabLooks;
  /** Runs of another agent. */
  readonly pipeline: PipelineFile;
  list(): Promise<void>;
  create(draft: BatchDraft): Promise<string | null>;
  open(id: string): Promise<void>;
  close(): void;
  /** Also resumes a batch that was paused, stopped, or lost with the page. */
  start(id: string): Promise<void>;
  pause(): void;
  /** Aborts the running questions; their finished calls stay cached. */
  stop(): void;
  retryFailed(id: string): Promise<void>;
  setBudget(id: string, usd: number | null): Promise<void>;
  remove(id: string): Promise<void>;
  /** Opens a `.lab.json`; returns the batch's id, null if it could not be read. */
  importReport(file: Blob): Promise<string | null>;
  exportFile(id: string, kind: ExportKind): Promise<ExportedFile | null>;
  /** Ids and figures only. Null if the batch could not be read. */
  sendTraces(id: string, to: TraceAddress): Promise<SentTraces | null>;
  /** Before the start, based on similar batches; for a running batch, what is left. */
  estimate(draft: Pick<BatchDraft, "questions" | "configurations" | "atOnce">): Promise<Estimate>;
  estimateLeft(id: string): Promise<Estimate>;
  settleStorage(choice: StorageChoice): Promise<void>;
  questions(id: string): Promise<readonly QuestionRow[]>;
  /** Null if none was stored. */
  log(batch: string, question: string, configuration: string): Promise<readonly RunEvent[] | null>;
  forgetCalls(): Promise<void>;
}

/** Maximum length of a batch id from the URL in an error, in characters. */
const longestTold = 80;

const nothing: LabBatchesState = {
  list: { status: "absent" },
  open: null,
  running: null,
  error: null,
  rememberedCalls: null,
};

export function createLabBatches(host: LabHost): LabBatches {
  const store = createStore<LabBatchesState>()(() => nothing);
  const { storage } = host.lab;
  const run = new BatchRun(host, store, refreshList);
  /** Changes with every opening, so that a slow one does not overwrite a later one. */
  let opening = 0;

  /** Runs an action; an error is shown, and `otherwise` is returned. */
  function attempt<T>(work: () => Promise<T>, otherwise: T): Promise<T> {
    store.setState({ error: null });
    return reading(work, otherwise);
  }

  /** The same for reads, which keep the error of an earlier action. */
  async function reading<T>(work: () => Promise<T>, otherwise: T): Promise<T> {
    try {
      return await work();
    } catch (thrown) {
      store.setState({ error: toAppError(thrown).toData() });
      return otherwise;
    }
  }

  async function refreshList(): Promise<void> {
    const batches: BatchSummary[] = [];
    for (const { batch, imported } of await storage.batches()) {
      const total = resultsWanted(batch);
      batches.push({ batch, imported, total, ...(await storage.counts(batch.id)) });
    }
    const damaged = await storage.damaged();
    store.setState({ list: { status: "ready", batches, damaged } });
  }

  async function stored(id: string): Promise<StoredBatch> {
    const found = await storage.batch(id);
    if (found === null) throw new AppError("lab-batch-missing", { id: id.slice(0, longestTold) });
    return found;
  }

  async function resultsOf(id: string): Promise<LabResult[]> {
    const all: LabResult[] = [];
    for await (const results of storage.results(id)) {
      for (const result of results) all.push(result);
    }
    return all;
  }

  async function show(id: string): Promise<void> {
    const mine = ++opening;
    const [{ batch, imported, keepsLogs, paidNanoUsd }, results, taken] = await Promise.all([
      stored(id),
      resultsOf(id),
      host.lab.locks.isTaken(lockName(id)),
    ]);
    if (mine !== opening) return;
    const total = resultsWanted(batch);
    const unknown = results.some(({ paidUsd }) => paidUsd === null);
    const started = startProgress(total, results, unknown ? null : paidNanoUsd / 1e9);
    const progress = { ...started.progress, settling: await settlingHere(host, batch) };
    if (mine !== opening) return;
    const elsewhere = taken && store.getState().running !== id;
    const open = { batch, imported, results, progress, elsewhere, keepsLogs };
    store.setState({ open: run.withProgress(open) });
    if (elsewhere) void follow(id, mine);
  }

  /** Another tab runs it: polls its results until it releases the lock. */
  async function follow(id: string, mine: number): Promise<void> {
    const never = new AbortController().signal;
    await host.lab.sleep(followMs, never);
    if (mine === opening && store.getState().open?.batch.id === id) {
      await show(id).catch(() => undefined);
    }
  }

  async function create(draft: BatchDraft): Promise<string> {
    const { title, set, questions, library, configurations, budgetUsd, seed } = draft;
    const { comparison = null, atOnce, untilSettled } = draft;
    const batch: LabBatch = {
      id: host.services.newId(),
      title,
      createdEpochMs: host.services.clock.epochMs(),
      set,
      questionCount: questions.length,
      library,
      configurations: [...configurations],
      ...(comparison === null ? {} : { comparison }),
      ...(await modelsFor(host, configurations)),
      budgetUsd,
      seed,
      ...(atOnce === undefined ? {} : { atOnce }),
      ...(untilSettled === undefined ? {} : { untilSettled }),
    };
    await storage.create({ batch, imported: false, keepsLogs: true, paidNanoUsd: 0 }, questions);
    await refreshList();
    return batch.id;
  }

  async function estimateDraft(
    draft: Pick<BatchDraft, "questions" | "configurations" | "atOnce">,
  ): Promise<Estimate> {
    const { models, largePrice: price } = await modelsFor(host, draft.configurations);
    const { configurations, questions } = draft;
    const lanes = lanesOf(await placesOf(host, { ...draft, models }));
    return estimateFrom(storage, {
      configurations,
      questions: questions.length,
      models,
      price,
      lanes,
    });
  }

  async function estimateLeft(id: string): Promise<Estimate> {
    const { batch } = await stored(id);
    const { done } = await storage.counts(id);
    const remaining = Math.max(0, batch.questionCount - done / batch.configurations.length);
    const { configurations, models, largePrice: price } = batch;
    const lanes = lanesOf(await placesOf(host, batch));
    return estimateFrom(storage, { configurations, models, price, questions: remaining, lanes });
  }

  const start = (id: string) =>
    attempt(async () => {
      if (store.getState().open?.batch.id !== id) await show(id);
      // Another tab may have started it since.
      if (!(await run.start(id))) await show(id);
    }, undefined);

  return {
    store,
    looks: host.lab.looks,
    pipeline: createPipelineFile(host.lab.pipelines),
    async list() {
      if (store.getState().list.status !== "ready") {
        store.setState({ list: { status: "loading" } });
      }
      try {
        await refreshList();
        store.setState({ rememberedCalls: await storage.countCalls() });
      } catch (thrown) {
        store.setState({ list: { status: "failed", error: toAppError(thrown).toData() } });
      }
    },
    create: (draft) => attempt<string | null>(() => create(draft), null),
    open: (id) => attempt(() => show(id), undefined),
    close() {
      opening += 1;
      store.setState({ open: null });
    },
    start,
    pause: () => run.pause(),
    stop: () => run.stop(),
    async retryFailed(id) {
      const deleted = await attempt(async () => {
        if (store.getState().running !== null) return false;
        await storage.deleteFailed(id);
        await show(id);
        return true;
      }, false);
      if (deleted) await start(id);
    },
    setBudget: (id, budgetUsd) =>
      attempt(async () => {
        await storage.change(id, (one) => ({ ...one, batch: { ...one.batch, budgetUsd } }));
        await Promise.all([refreshList(), show(id)]);
      }, undefined),
    remove: (id) =>
      attempt(async () => {
        if (store.getState().running === id) await run.end();
        if (store.getState().open?.batch.id === id) store.setState({ open: null });
        await storage.remove(id);
        await refreshList();
      }, undefined),
    importReport: (file) =>
      attempt<string | null>(async () => {
        const id = await importBatch(storage, file, host.services.newId);
        await refreshList();
        return id;
      }, null),
    exportFile: (id, kind) =>
      attempt(async () => exportBatch(storage, await stored(id), kind), null),
    sendTraces: (id, to) =>
      attempt(async () => {
        const { batch } = await stored(id);
        const traces = batchTraces(batch, askedRuns(storage, id));
        return sendTraces({ ...to, traces, fetch: globalThis.fetch.bind(globalThis) });
      }, null),
    estimate: (draft) => reading(() => estimateDraft(draft), unknownEstimate),
    estimateLeft: (id) => reading(() => estimateLeft(id), unknownEstimate),
    settleStorage: (choice) =>
      attempt(async () => {
        const id = store.getState().open?.batch.id;
        if (id === undefined || choice === "stop") return run.settle();
        if (choice === "delete-older-logs") await storage.deleteOlderLogs(id);
        else await storage.change(id, (one) => ({ ...one, keepsLogs: false }));
        await show(id);
        await run.start(id);
      }, undefined),
    questions: (id) =>
      reading(async () => {
        const all: QuestionRow[] = [];
        for await (const rows of storage.questions(id)) {
          for (const row of rows) all.push(row);
        }
        return all;
      }, []),
    log: (batch, question, configuration) =>
      reading(async () => {
        const text = await storage.log(batch, question, configuration);
        return text === null ? null : openRunFile(text);
      }, null),
    forgetCalls: () =>
      attempt(async () => {
        await storage.clearCalls();
        store.setState({ rememberedCalls: 0 });
      }, undefined),
  };
}

const followMs = 2_000;
const unknownEstimate: Estimate = {
  usd: null,
  seconds: null,
  lanes: 1,
  largeCalls: null,
  basedOn: 0,
};
