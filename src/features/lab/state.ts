/** State of the Lab's batches. */
import type { BatchProgress } from "../../evaluation/batch/progress.ts";
import type { LabBatch, LabResult } from "../../evaluation/types.ts";
import type { ErrorData } from "../../log/errors.ts";

export interface BatchSummary {
  batch: LabBatch;
  /** Questions times configurations. */
  total: number;
  done: number;
  failed: number;
  /** Opened from a report: read-only. */
  imported: boolean;
}

export interface OpenBatch {
  batch: LabBatch;
  imported: boolean;
  results: readonly LabResult[];
  progress: BatchProgress;
  /** Another tab of this browser runs it; its new results appear here. */
  elsewhere: boolean;
  /** Whether run logs are stored; a full storage can end that. */
  keepsLogs: boolean;
}

export interface LabBatchesState {
  list:
    | { status: "absent" }
    | { status: "loading" }
    /** `damaged`: ids of unreadable batches, which can only be deleted. */
    | { status: "ready"; batches: readonly BatchSummary[]; damaged: readonly string[] }
    | { status: "failed"; error: ErrorData };
  open: OpenBatch | null;
  running: string | null;
  /** Error of the last action; cleared by the next. */
  error: ErrorData | null;
  /** Number of cached model calls; null until counted. */
  rememberedCalls: number | null;
}
