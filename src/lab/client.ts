/** The page's side of the analysis: its worker, started when it is first needed. */
import { AppError } from "../core/errors.ts";
import { type WorkerLike, WorkerLink } from "../workers/bridge.ts";
import type { AnalysisChoice } from "./analysis/analyse.ts";
import type { LabWorker } from "./analyst.ts";
import type { LabAnalysis, LabBatch, LabResult } from "./types.ts";

export interface Analyst {
  /** Sends the results only when they are others than last time. Throws AppError. */
  analyse(
    batch: LabBatch,
    results: readonly LabResult[],
    choice: AnalysisChoice,
  ): Promise<LabAnalysis>;
  /** Ends the worker and frees its memory; the next call starts another. */
  close(): void;
}

function startWorker(): WorkerLike {
  return new Worker(new URL("../workers/lab.worker.ts", import.meta.url), {
    type: "module",
    name: "lab",
  });
}

export function createAnalyst(createWorker: () => WorkerLike = startWorker): Analyst {
  let link: WorkerLink<LabWorker> | null = null;
  let sent: readonly LabResult[] | null = null;

  const current = (): WorkerLink<LabWorker> => {
    if (link === null || link.ended !== null) {
      link = new WorkerLink(createWorker());
      sent = null;
    }
    return link;
  };

  return {
    async analyse(batch, results, choice) {
      const own = current();
      if (sent !== results) {
        sent = results;
        await own.call(() => own.remote.load(batch, results));
      }
      return own.call(() => own.remote.analyse(choice));
    },
    close: () => link?.end(new AppError("stopped")),
  };
}
