/**
 * The lab's batches: a store that exists outside React, and what can be done with it. At most
 * one batch runs in a tab; others of the same browser may run others.
 */
import type { StoreApi } from "zustand/vanilla";
import type { ErrorData } from "../core/errors.ts";
import type { RunEvent } from "../core/events.ts";
import type { Estimate } from "../lab/batch/estimate.ts";
import type { BatchProgress } from "../lab/batch/progress.ts";
import type { QuestionRow } from "../lab/question.ts";
import type { Configuration, LabBatch, LabResult } from "../lab/types.ts";

/** A line of the list. */
export interface BatchSummary {
  batch: LabBatch;
  /** Questions times configurations. */
  total: number;
  done: number;
  failed: number;
  /** Opened from a report: it can be looked at, not run. */
  imported: boolean;
}

/** The batch that is looked at. */
export interface OpenBatch {
  batch: LabBatch;
  imported: boolean;
  /** A new array whenever one was added; in the order they came. */
  results: readonly LabResult[];
  progress: BatchProgress;
  /** Another tab of this browser runs it; it is shown here as it grows. */
  elsewhere: boolean;
  /** Run logs are kept; a full storage can end that. */
  keepsLogs: boolean;
}

export interface LabBatchesState {
  list:
    | { status: "absent" }
    | { status: "loading" }
    | { status: "ready"; batches: readonly BatchSummary[] }
    | { status: "failed"; error: ErrorData };
  open: OpenBatch | null;
  /** The batch that this tab runs now. */
  running: string | null;
  /** What went wrong with the last action; null again with the next. */
  error: ErrorData | null;
  /** Model calls that are remembered; null until they were counted. */
  rememberedCalls: number | null;
}

/** What a new batch is made of; the rest of `LabBatch` is taken from the settings. */
export interface BatchDraft {
  title: string;
  /** Name of the question set. */
  set: string;
  /** Already sampled. */
  questions: readonly QuestionRow[];
  library: LabBatch["library"];
  configurations: readonly Configuration[];
  budgetUsd: number | null;
  seed: number;
}

/**
 * `results-jsonl`, `results-csv`: a line a result; `logs`: JSONL, a line a run with its whole
 * log; `report`: all of it, as the command line writes it and `importReport` opens it.
 */
export type ExportKind = "results-jsonl" | "results-csv" | "logs" | "report";

export interface ExportedFile {
  name: string;
  blob: Blob;
}

/** The ways on when the browser's storage is full. */
export type StorageChoice = "without-logs" | "delete-older-logs" | "stop";

/** Actions do not throw: what goes wrong is in the store's `error`, or the batch's progress. */
export interface LabBatches {
  readonly store: StoreApi<LabBatchesState>;
  /** Reads the list, and counts what is remembered. */
  list(): Promise<void>;
  /** The new batch's id; null when it could not be made. */
  create(draft: BatchDraft): Promise<string | null>;
  open(id: string): Promise<void>;
  close(): void;
  /** Also goes on with what was paused, stopped, or lost with the page. */
  start(id: string): Promise<void>;
  /** Finishes the running question first. */
  pause(): void;
  /** Breaks the running question off; its finished calls are remembered. */
  stop(): void;
  /** Deletes the failed results and starts. */
  retryFailed(id: string): Promise<void>;
  setBudget(id: string, usd: number | null): Promise<void>;
  remove(id: string): Promise<void>;
  /** Opens a `.lab.json`; its batch's id, null when it could not be read. */
  importReport(file: Blob): Promise<string | null>;
  exportFile(id: string, kind: ExportKind): Promise<ExportedFile | null>;
  /** Before the start: from what like batches took; of a batch that runs, of what is left. */
  estimate(draft: Pick<BatchDraft, "questions" | "configurations">): Promise<Estimate>;
  estimateLeft(id: string): Promise<Estimate>;
  /** Only while the batch is paused for `storage`. */
  settleStorage(choice: StorageChoice): Promise<void>;
  /** In their order. */
  questions(id: string): Promise<readonly QuestionRow[]>;
  /** Null where none was kept. */
  log(batch: string, question: string, configuration: string): Promise<readonly RunEvent[] | null>;
  forgetCalls(): Promise<void>;
}
