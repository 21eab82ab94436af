/** The page's side of reading question files: a worker, started on first use. */

import type {
  QuestionFileWorker,
  ReadFile,
  ReadOptions,
} from "../../evaluation/questions/question-file.ts";
import { AppError } from "../../log/errors.ts";
import { type WorkerLike, WorkerLink } from "../../shared/rpc/bridge.ts";

export interface QuestionReader {
  /** Throws AppError. */
  open(file: Blob, options: ReadOptions): Promise<ReadFile>;
  /** Ends the worker; pending calls fail with `stopped`. */
  close(): void;
}

function startWorker(): WorkerLike {
  return new Worker(new URL("./lab-import.worker.ts", import.meta.url), {
    type: "module",
    name: "lab-import",
  });
}

export function createQuestionReader(createWorker: () => WorkerLike = startWorker): QuestionReader {
  let link: WorkerLink<QuestionFileWorker> | null = null;

  const current = (): WorkerLink<QuestionFileWorker> => {
    if (link === null || link.ended !== null) link = new WorkerLink(createWorker());
    return link;
  };

  return {
    open(file, options) {
      const own = current();
      return own.call(() => own.remote.open(file, options));
    },
    close: () => link?.end(new AppError("stopped")),
  };
}
