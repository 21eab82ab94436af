/** The page's side of HomoRouter's figures: a worker of its own for each, ended with it. */
import * as Comlink from "comlink";
import { AppError } from "../../log/errors.ts";
import type { TrialProgress, TrialRequest } from "../../methods/homo-router/training/trials.ts";
import type { StopSignal } from "../../runtime/ports.ts";
import { WorkerLink } from "../../shared/rpc/bridge.ts";
import type { FiguresWorker, Measured } from "./figures-worker.ts";

/** Throws AppError; `stopped` as soon as the signal aborts, since training hears no message. */
export async function measureTrials(
  request: TrialRequest,
  signal: StopSignal,
  onProgress: (progress: TrialProgress) => void,
): Promise<Measured> {
  if (signal.aborted) throw new AppError("stopped");
  const worker = new Worker(new URL("./figures.worker.ts", import.meta.url), {
    type: "module",
    name: "router-figures",
  });
  const link = new WorkerLink<FiguresWorker>(worker);
  const stop = () => link.end(new AppError("stopped"));
  signal.addEventListener("abort", stop);
  try {
    return await link.call(() => link.remote.measure(request, Comlink.proxy(onProgress)));
  } finally {
    signal.removeEventListener("abort", stop);
    stop();
  }
}
