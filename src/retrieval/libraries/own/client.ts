/** The worker lives while there are files to read. */
import * as Comlink from "comlink";
import { AppError } from "../../../log/errors.ts";
import type { StopSignal } from "../../../runtime/ports.ts";
import { type WorkerLike, WorkerLink } from "../../../shared/rpc/bridge.ts";
import type { IntakeProgress } from "./intake.ts";
import type { AddOutcome, AddRequest, DocumentsWorker } from "./worker.ts";

/** Reads one file after the other. */
export interface DocumentIntake {
  /** Aborting terminates the worker; no partial document is kept. */
  add(
    request: AddRequest,
    signal: StopSignal,
    onProgress: (progress: IntakeProgress) => void,
  ): Promise<AddOutcome>;
  close(): void;
}

function startWorker(): WorkerLike {
  return new Worker(new URL("./documents.worker.ts", import.meta.url), {
    type: "module",
    name: "documents",
  });
}

export function createIntake(createWorker = startWorker): DocumentIntake {
  let link: WorkerLink<DocumentsWorker> | null = null;

  function end(): void {
    link?.end(new AppError("stopped"));
    link = null;
  }

  return {
    async add(request, signal, onProgress) {
      if (signal.aborted) throw new AppError("stopped");
      if (link === null || link.ended !== null) link = new WorkerLink(createWorker());
      const mine = link;
      signal.addEventListener("abort", end);
      try {
        return await mine.call(() => mine.remote.add(request, Comlink.proxy(onProgress)));
      } finally {
        signal.removeEventListener("abort", end);
      }
    },
    close: end,
  };
}
