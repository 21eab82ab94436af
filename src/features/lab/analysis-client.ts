/** The page's side of the analysis: its worker, started on first use. */
import * as Comlink from "comlink";
import type { AnalysisChoice } from "../../evaluation/analysis/analyse.ts";
import { packResults } from "../../evaluation/analysis/columnar-results.ts";
import type { Settling } from "../../evaluation/batch/settling.ts";
import type { LabAnalysis, LabBatch, LabResult } from "../../evaluation/types.ts";
import { AppError } from "../../log/errors.ts";
import { type WorkerLike, WorkerLink } from "../../shared/rpc/bridge.ts";
import type { LabWorker, OpenedReport, OwnFileAt } from "./analysis-worker.ts";

export interface ReportReader {
  /** Throws AppError. */
  open(report: OwnFileAt): Promise<OpenedReport>;
  /** A run of such a report as run-file text; null if it has none. Throws AppError. */
  log(report: OwnFileAt, question: string, configuration: string): Promise<string | null>;
}

export interface AnalysisClient {
  /** Sends the results only if they changed. Throws AppError. */
  analyse(
    batch: LabBatch,
    results: readonly LabResult[],
    choice: AnalysisChoice,
  ): Promise<LabAnalysis>;
  /** Ends the worker and frees its memory; the next call starts another. */
  close(): void;
}

function startWorker(): WorkerLike {
  return new Worker(new URL("./lab.worker.ts", import.meta.url), {
    type: "module",
    name: "lab",
  });
}

/** Results packed per message: takes a few milliseconds. */
const piece = 2000;

export function createAnalysisClient(
  createWorker: () => WorkerLike = startWorker,
): AnalysisClient & ReportReader {
  let link: WorkerLink<LabWorker> | null = null;
  let sent: { results: readonly LabResult[]; done: Promise<void> } | null = null;

  const current = (): WorkerLink<LabWorker> => {
    if (link === null || link.ended !== null) {
      link = new WorkerLink(createWorker());
      sent = null;
    }
    return link;
  };

  return {
    open(report) {
      const own = current();
      return own.call(() => own.remote.open(report));
    },
    log(report, question, configuration) {
      const own = current();
      return own.call(() => own.remote.log(report, question, configuration));
    },
    async analyse(batch, results, choice) {
      const own = current();
      if (sent?.results !== results) sent = { results, done: send(own, batch, results) };
      await sent.done;
      return own.call(() => own.remote.analyse(choice));
    },
    close: () => link?.end(new AppError("stopped")),
  };
}

/** In a worker of its own, as a look at thousands of questions would block the page. Throws AppError. */
export async function settlingInWorker(
  batch: LabBatch,
  questions: readonly string[],
  results: readonly LabResult[],
  createWorker: () => WorkerLike = startWorker,
): Promise<Settling | null> {
  const link = new WorkerLink<LabWorker>(createWorker());
  try {
    await send(link, batch, results);
    return await link.call(() => link.remote.settling(questions));
  } finally {
    link.end(new AppError("stopped"));
  }
}

/** Sends the next piece after the last one has arrived, so that the page can draw in between. */
async function send(
  link: WorkerLink<LabWorker>,
  batch: LabBatch,
  results: readonly LabResult[],
): Promise<void> {
  await link.call(() => link.remote.begin(batch));
  for (let first = 0; first < results.length; first += piece) {
    const some = packResults(results.slice(first, first + piece));
    await link.call(() => link.remote.add(Comlink.transfer(some, [some.numbers.buffer])));
  }
}
