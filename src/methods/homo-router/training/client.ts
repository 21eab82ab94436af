import * as Comlink from "comlink";
import { AppError } from "../../../log/errors.ts";
import type { StopSignal } from "../../../runtime/ports.ts";
import { type Settled, type WorkerLike, WorkerLink } from "../../../shared/rpc/bridge.ts";
import type { Curve } from "./curve.ts";
import type { Fit, FitProgress, FitRequest } from "./fit.ts";
import type { ProblemFault } from "./problem.ts";
import type { CurveRequest, RouterWorker } from "./router-worker.ts";
import type { ScoreFile, WriteOptions } from "./score-file.ts";
import type { Matching, ScoreRow } from "./scores.ts";
import type { RouterStudy } from "./study.ts";

/**
 * Calls queue in one worker; each throws AppError. Aborting a signal ends the worker, so all queued
 * calls end with `stopped`. Calls without a signal are quick.
 */
export interface Router {
  /** Runs in the worker, since checking a large file takes long. */
  read(text: string, matching: Matching): Promise<ScoreFile>;
  write(rows: readonly ScoreRow[], options: WriteOptions): Promise<string>;
  readStudy(text: string): Promise<RouterStudy>;
  writeStudy(study: RouterStudy): Promise<string>;
  fit(
    request: FitRequest,
    signal: StopSignal,
    onProgress?: (progress: FitProgress) => void,
  ): Promise<Fit>;
  curve(request: CurveRequest): Promise<Curve | ProblemFault>;
  /** The next call starts another worker. */
  close(): void;
}

function startWorker(): WorkerLike {
  return new Worker(new URL("./router.worker.ts", import.meta.url), {
    type: "module",
    name: "router",
  });
}

export function createRouter(createWorker: () => WorkerLike = startWorker): Router {
  let link: WorkerLink<RouterWorker> | null = null;

  const current = (): WorkerLink<RouterWorker> => {
    if (link === null || link.ended !== null) link = new WorkerLink(createWorker());
    return link;
  };

  async function call<T>(
    signal: StopSignal,
    work: (remote: Comlink.Remote<RouterWorker>) => Promise<Settled<T>>,
  ): Promise<T> {
    if (signal.aborted) throw new AppError("stopped");
    const own = current();
    const stop = () => own.end(new AppError("stopped"));
    signal.addEventListener("abort", stop);
    try {
      return await own.call(() => work(own.remote));
    } finally {
      signal.removeEventListener("abort", stop);
    }
  }

  function quick<T>(
    work: (remote: Comlink.Remote<RouterWorker>) => Promise<Settled<T>>,
  ): Promise<T> {
    const own = current();
    return own.call(() => work(own.remote));
  }

  return {
    read: (text, matching) => quick((remote) => remote.read(text, matching)),
    write: (rows, options) => quick((remote) => remote.write(rows, options)),
    readStudy: (text) => quick((remote) => remote.readStudy(text)),
    writeStudy: (study) => quick((remote) => remote.writeStudy(study)),
    fit: (request, signal, onProgress = () => {}) =>
      call(signal, (remote) => remote.fit(request, Comlink.proxy(onProgress))),
    curve: (request) => quick((remote) => remote.curve(request)),
    close: () => link?.end(new AppError("stopped")),
  };
}
