/** The file of another agent's runs that is open: a store outside React, and its actions. */
import * as Comlink from "comlink";
import { createStore, type StoreApi } from "zustand/vanilla";
import type { QuestionScores, ScoreChoice } from "../../evaluation/pipelines/question-scores.ts";
import type { Mapping } from "../../evaluation/pipelines/read/mapping.ts";
import type { PipelineCost } from "../../evaluation/pipelines/runs.ts";
import type { TurnedQuestion } from "../../evaluation/pipelines/turned.ts";
import { AppError, type ErrorData, toAppError } from "../../log/errors.ts";
import { type Settled, type WorkerLike, WorkerLink } from "../../shared/rpc/bridge.ts";
import type { KeptFile, PipelineStorage } from "../../storage/pipelines.ts";
import type {
  PipelineRead,
  PipelineReport,
  PipelineStep,
  PipelineWorker,
} from "./pipeline-worker.ts";

export type PipelineView =
  /** No file is open or kept. */
  | { status: "absent" }
  | { status: "opening" }
  | { status: "working"; step: PipelineStep }
  /** A person has to say what the columns mean. */
  | { status: "columns"; read: PipelineRead }
  /** The runs compare nothing. */
  | { status: "unfit"; read: PipelineRead }
  | { status: "ready"; read: PipelineRead; report: PipelineReport }
  | { status: "stopped" }
  | { status: "failed"; error: ErrorData };

export interface PipelineState {
  name: string;
  /** Whether a reload finds it again. */
  isKept: boolean;
  view: PipelineView;
}

/** Actions do not throw: errors are in the state. */
export interface PipelineFile {
  readonly store: StoreApi<PipelineState>;
  open(file: File): Promise<void>;
  /** The name of the file that is kept; null if there is none. */
  keptName(): Promise<string | null>;
  /** The file that is kept, unless one is open. */
  resume(): Promise<void>;
  /** Reads the open file again. */
  again(): Promise<void>;
  askColumns(): void;
  /** Kept for the next file with the same columns. */
  map(mapping: Mapping): Promise<void>;
  countBy(cost: PipelineCost): Promise<void>;
  /** Ends the worker. */
  stop(): void;
  /** Questions that both setups answered; empty if the worker is gone. */
  turned(from: number, to: number): Promise<readonly TurnedQuestion[]>;
  /** Places of the questions in a grid, in its order; empty if the worker is gone. */
  rows(choice: ScoreChoice): Promise<Uint32Array>;
  /** Null if the worker is gone. */
  scores(places: Uint32Array, setups: readonly number[]): Promise<QuestionScores | null>;
  /** Also deletes what is kept of it. */
  forget(): Promise<void>;
}

function startWorker(): WorkerLike {
  return new Worker(new URL("./pipeline.worker.ts", import.meta.url), {
    type: "module",
    name: "pipeline",
  });
}

const nothing: PipelineState = { name: "", isKept: false, view: { status: "absent" } };

export function createPipelineFile(
  storage: PipelineStorage,
  createWorker: () => WorkerLike = startWorker,
): PipelineFile {
  const store = createStore<PipelineState>()(() => nothing);
  let link: WorkerLink<PipelineWorker> | null = null;
  let file: KeptFile | null = null;
  /** Changes with every task, so that a slow one does not overwrite a later one. */
  let task = 0;
  const show = (view: PipelineView) => store.setState({ view });

  function end(): void {
    task += 1;
    link?.end(new AppError("stopped"));
    link = null;
  }

  /** Shows an error, unless a later task has begun. */
  async function attempt(work: (isLatest: () => boolean) => Promise<PipelineView>): Promise<void> {
    const mine = ++task;
    const isLatest = () => mine === task;
    const view = await work(isLatest).catch((thrown: unknown): PipelineView => {
      return { status: "failed", error: toAppError(thrown).toData() };
    });
    if (isLatest()) show(view);
  }

  function teller(isLatest: () => boolean) {
    return Comlink.proxy((step: PipelineStep) => {
      if (isLatest()) show({ status: "working", step });
    });
  }

  async function readWith(mapping: Mapping | null, isLatest: () => boolean): Promise<PipelineRead> {
    const own = link ?? new WorkerLink<PipelineWorker>(createWorker());
    link = own;
    const blob = file?.file ?? new Blob();
    return own.call(() => own.remote.read(blob, mapping, teller(isLatest)));
  }

  async function figuresOf(
    read: PipelineRead,
    cost: PipelineCost | null,
    isLatest: () => boolean,
  ): Promise<PipelineView> {
    const own = link;
    if (read.columns.length > 0 && read.mapping === null) return { status: "columns", read };
    if (read.unfit !== null || own === null) return { status: "unfit", read };
    const report = await own.call(() => own.remote.analyse(cost, teller(isLatest)));
    return { status: "ready", read, report };
  }

  async function asked<T>(
    call: (own: WorkerLink<PipelineWorker>) => Promise<Settled<T>>,
    otherwise: T,
  ): Promise<T> {
    const own = link;
    return own === null ? otherwise : own.call(() => call(own)).catch(() => otherwise);
  }

  async function begin(next: KeptFile, isKept: boolean): Promise<void> {
    end();
    file = next;
    store.setState({ name: next.name, isKept, view: { status: "opening" } });
    await attempt(async (isLatest) => {
      const read = await readWith(null, isLatest);
      const known =
        read.columns.length === 0 ? null : await storage.mapping(read.columns).catch(() => null);
      if (known === null || JSON.stringify(known) === JSON.stringify(read.mapping)) {
        return figuresOf(read, null, isLatest);
      }
      return figuresOf(await readWith(known, isLatest), null, isLatest);
    });
  }

  return {
    store,
    async open(chosen) {
      const next = { name: chosen.name, file: chosen };
      const reading = begin(next, false);
      const isKept = await storage.keep(next).then(
        () => true,
        () => false,
      );
      if (file === next) store.setState({ isKept });
      await reading;
    },
    keptName: () =>
      storage.last().then(
        (kept) => kept?.name ?? null,
        () => null,
      ),
    async resume() {
      if (store.getState().view.status !== "absent") return;
      show({ status: "opening" });
      const mine = task;
      const kept = await storage.last().catch(() => null);
      if (mine !== task) return;
      if (kept === null) store.setState(nothing);
      else await begin(kept, true);
    },
    async again() {
      if (file !== null) await begin(file, store.getState().isKept);
    },
    askColumns() {
      const { view } = store.getState();
      if ("read" in view) show({ status: "columns", read: view.read });
    },
    async map(mapping) {
      const { view } = store.getState();
      const columns = "read" in view ? view.read.columns : [];
      await storage.keepMapping(columns, mapping).catch(() => undefined);
      await attempt(async (isLatest) =>
        figuresOf(await readWith(mapping, isLatest), null, isLatest),
      );
    },
    async countBy(cost) {
      const { view } = store.getState();
      if (view.status !== "ready") return;
      await attempt((isLatest) => figuresOf(view.read, cost, isLatest));
    },
    stop() {
      end();
      show({ status: "stopped" });
    },
    turned: (from, to) => asked((own) => own.remote.turned(from, to), []),
    rows: (choice) => asked((own) => own.remote.rows(choice), new Uint32Array()),
    scores: (places, setups) => asked((own) => own.remote.scores(places, setups), null),
    async forget() {
      end();
      file = null;
      store.setState(nothing);
      await storage.forget().catch(() => undefined);
    },
  };
}
