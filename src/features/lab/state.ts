/** What the page knows of the lab's batches. */
import type { BatchProgress } from "../../evaluation/batch/progress.ts";
import type { LabBatch, LabResult } from "../../evaluation/types.ts";
import type { ErrorData } from "../../log/errors.ts";

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
  /** A new array whenever one was added. */
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
    /** `damaged`: ids of batches that cannot be read, and can only be deleted. */
    | { status: "ready"; batches: readonly BatchSummary[]; damaged: readonly string[] }
    | { status: "failed"; error: ErrorData };
  open: OpenBatch | null;
  /** The batch that this tab runs now. */
  running: string | null;
  /** What went wrong with the last action; null again with the next. */
  error: ErrorData | null;
  /** Model calls that are remembered; null until they were counted. */
  rememberedCalls: number | null;
}
