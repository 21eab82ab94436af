/** Runs the one batch of this tab, from taking its lock to its last result. */
import type { StoreApi } from "zustand/vanilla";
import {
  type BatchEvent,
  foldProgress,
  type ProgressFold,
  startProgress,
} from "../../evaluation/batch/progress.ts";
import { resultKey, runBatch } from "../../evaluation/batch/run-batch.ts";
import type { LabBatch, LabResult } from "../../evaluation/types.ts";
import { AppError } from "../../log/errors.ts";
import type { LabHost } from "./host.ts";
import { placesOf } from "./places.ts";
import { pagePorts } from "./ports.ts";
import type { LabBatchesState, OpenBatch } from "./state.ts";

/** Tabs share locks by name. */
export function lockName(id: string): string {
  return `hopwise-lab:${id}`;
}

interface Running {
  id: string;
  controller: AbortController;
  pausing: boolean;
  fold: ProgressFold;
  /** Results since the start, and how many of them the store shows. */
  told: LabResult[];
  shown: number;
  ended: Promise<void>;
}

export class BatchRun {
  readonly #host: LabHost;
  readonly #store: StoreApi<LabBatchesState>;
  readonly #onEnd: () => Promise<void>;
  #running: Running | null = null;
  /** Kept, so that the reason it ended is still shown when the batch is opened again. */
  #last: { id: string; fold: ProgressFold } | null = null;
  #frameAsked = false;

  constructor(host: LabHost, store: StoreApi<LabBatchesState>, onEnd: () => Promise<void>) {
    this.#host = host;
    this.#store = store;
    this.#onEnd = onEnd;
  }

  /** Resolves when the batch ends; false if another tab runs it. */
  async start(id: string): Promise<boolean> {
    if (this.#running !== null) return true;
    const { storage, locks } = this.#host.lab;
    const release = await locks.take(lockName(id));
    if (release === null) return false;
    try {
      const stored = await storage.batch(id);
      if (stored === null || stored.imported)
        throw new AppError("internal", { message: "no batch" });
      const { spared, ...batch } = stored.batch;
      if (spared !== undefined) await storage.change(id, (one) => ({ ...one, batch }));
      await this.#run(batch, stored.keepsLogs, stored.paidNanoUsd / 1e9);
      return true;
    } finally {
      release();
      await this.#onEnd();
    }
  }

  pause(): void {
    if (this.#running === null) return;
    this.#running.pausing = true;
    this.#tell(this.#running, { type: "pausing" });
  }

  stop(): void {
    this.#running?.controller.abort();
  }

  /** Stops, and waits for pending writes. */
  async end(): Promise<void> {
    const running = this.#running;
    this.stop();
    await running?.ended;
  }

  /** The person leaves the storage full: the batch counts as paused by them. */
  settle(): void {
    const { open } = this.#store.getState();
    if (open === null) return;
    const progress = { ...open.progress, reason: "asked" as const, error: null };
    this.#store.setState({ open: { ...open, progress } });
  }

  /** A batch that runs here, or ran last, is shown with its live progress. */
  withProgress(open: OpenBatch): OpenBatch {
    const { id } = open.batch;
    if (this.#running?.id === id) {
      const { told, fold } = this.#running;
      this.#running.shown = told.length;
      return { ...open, results: withMissing(open.results, told), progress: fold.progress };
    }
    if (this.#last?.id !== id || open.elsewhere) return open;
    const { phase, reason, error } = this.#last.fold.progress;
    if (phase !== "paused" || open.progress.phase === "done") return open;
    return { ...open, progress: { ...open.progress, phase, reason, error } };
  }

  async #run(batch: LabBatch, keepsLogs: boolean, paid: number): Promise<void> {
    const results = await this.#results(batch.id);
    const { questions: atOnce, copies } = await placesOf(this.#host, batch);
    const total = batch.questionCount * batch.configurations.length;
    const unknown = results.some(({ paidUsd }) => paidUsd === null);
    const controller = new AbortController();
    let settle: () => void = () => {};
    const running: Running = {
      id: batch.id,
      controller,
      pausing: false,
      fold: startProgress(total, results, unknown ? null : paid),
      told: [],
      shown: 0,
      ended: new Promise((resolve) => {
        settle = resolve;
      }),
    };
    this.#running = running;
    this.#store.setState({ running: batch.id });
    const tell = (event: BatchEvent) => this.#tell(running, event);
    const ports = pagePorts(this.#host, batch, { keepsLogs, copies, tell });
    await runBatch(batch, ports, {
      signal: controller.signal,
      atOnce,
      pausing: () => running.pausing,
      tell,
    });
    await ports.close();
    await this.#keepSpared(batch, running);
    this.#flush();
    this.#running = null;
    this.#last = { id: batch.id, fold: running.fold };
    this.#store.setState({ running: null });
    settle();
  }

  /** A batch that ended before everything was asked is complete from now on. */
  async #keepSpared(batch: LabBatch, running: Running): Promise<void> {
    const { progress } = running.fold;
    if (batch.untilSettled !== true || progress.phase !== "done") return;
    const settled = { ...batch, spared: progress.total - progress.done };
    await this.#host.lab.storage.change(batch.id, (one) => ({
      ...one,
      batch: { ...one.batch, spared: settled.spared },
    }));
    running.fold = { ...running.fold, progress: { ...progress, total: progress.done } };
    const { open } = this.#store.getState();
    if (open?.batch.id === batch.id) this.#store.setState({ open: { ...open, batch: settled } });
  }

  async #results(id: string): Promise<LabResult[]> {
    const all: LabResult[] = [];
    for await (const results of this.#host.lab.storage.results(id)) {
      for (const result of results) all.push(result);
    }
    return all;
  }

  #tell(running: Running, event: BatchEvent): void {
    running.fold = foldProgress(running.fold, event);
    if (event.type === "result") running.told.push(event.result);
    if (this.#frameAsked) return;
    this.#frameAsked = true;
    this.#host.services.onNextFrame(() => this.#flush());
  }

  /** At most once a frame, however fast results come. */
  #flush(): void {
    this.#frameAsked = false;
    const running = this.#running;
    const { open } = this.#store.getState();
    if (running === null || open?.batch.id !== running.id) return;
    const fresh = running.told.slice(running.shown);
    running.shown = running.told.length;
    const results = fresh.length === 0 ? open.results : [...open.results, ...fresh];
    const { progress } = running.fold;
    this.#store.setState({ open: { ...open, results, progress, elsewhere: false } });
  }
}

/** Adds results that were stored while the others were read. */
function withMissing(
  results: readonly LabResult[],
  told: readonly LabResult[],
): readonly LabResult[] {
  const key = ({ question, configuration }: LabResult) => resultKey(question, configuration);
  const there = new Set(results.map(key));
  return [...results, ...told.filter((result) => !there.has(key(result)))];
}
