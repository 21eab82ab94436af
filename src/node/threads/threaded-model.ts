import { Worker } from "node:worker_threads";
import type { LoadedModel } from "../../models/engine.ts";
import { QueuedModel } from "../../models/queued-model.ts";
import { WorkerBackend } from "../../models/worker-backend.ts";
import type { StopSignal } from "../../runtime/ports.ts";
import { WorkerLink } from "../../shared/rpc/bridge.ts";
import { isSource } from "../command-line.ts";
import { endpointOf } from "./endpoint.ts";
import type { ModelThread, ThreadRequest } from "./model-thread.ts";

/** Throws AppError. */
export async function loadThreaded(
  request: ThreadRequest,
  signal: StopSignal,
): Promise<LoadedModel> {
  const script = isSource ? "./start.mjs" : "./model-thread.js";
  const thread = new Worker(new URL(script, import.meta.url));
  const link = new WorkerLink<ModelThread>(endpointOf(thread));
  const nowMs = () => performance.now();
  const { ref, device } = await link.begin(signal, () =>
    link.call(() => link.remote.load(request)),
  );
  return new QueuedModel({ ref, device, backend: new WorkerBackend(link, nowMs), nowMs });
}
