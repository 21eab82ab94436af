import { parentPort } from "node:worker_threads";
import * as Comlink from "comlink";
import { AppError } from "../../log/errors.ts";
import type { ModelRef } from "../../log/types.ts";
import type { Device, LoadedModel } from "../../models/engine.ts";
import { type GeneratingWorker, WorkerCalls } from "../../models/worker-calls.ts";
import { type Settled, settle } from "../../shared/rpc/bridge.ts";
import { loadSmall } from "../node-ports.ts";
import { endpointOf } from "./endpoint.ts";

export interface ThreadRequest {
  threads: number;
  id?: string;
}

export interface ModelThread extends GeneratingWorker {
  load(request: ThreadRequest): Promise<Settled<{ ref: ModelRef; device: Device }>>;
}

function createModelThread(): ModelThread {
  let model: LoadedModel | null = null;
  const calls = new WorkerCalls(async (request, emit, signal) => {
    if (model === null) throw new AppError("model-not-loaded");
    for await (const part of model.generate(request, signal)) {
      if (part.type === "end") return part;
      emit(part.text);
    }
    throw new AppError("generation-failed", { reason: "no end" });
  });
  return {
    load: (request) =>
      settle(async () => {
        model = await loadSmall(request, new AbortController().signal);
        return { ref: model.ref, device: model.device };
      }),
    generate: (callId, request, emit) => settle(() => calls.run(callId, request, emit)),
    abort: (callId) => calls.abort(callId),
  };
}

if (parentPort !== null) Comlink.expose(createModelThread(), endpointOf(parentPort));
