import { AppError, type ErrorData } from "../../log/errors.ts";
import { Forwarder, type RemoteCallback, type Settled, settle } from "../../shared/rpc/bridge.ts";
import type { CatalogueModel } from "../catalogue-model.ts";
import type { LoadProgress } from "../engine.ts";
import { type GeneratingWorker, WorkerCalls } from "../worker-calls.ts";
import { bytesOnDevice } from "./graph.ts";
import { loadTransformers } from "./load.ts";
import type { TransformersModel } from "./model.ts";
import { configureRuntime, type WebDevice } from "./runtime.ts";
import { ByteProgress, deviceLost, withVerifiedFiles } from "./web.ts";

export interface WorkerLoadRequest {
  model: CatalogueModel;
  modelsBase: string;
  device: WebDevice;
  threads: number;
  prefixCacheBytes: number;
}

export interface ModelWorker extends GeneratingWorker {
  load(
    request: WorkerLoadRequest,
    onProgress: RemoteCallback<LoadProgress>,
    onLost: RemoteCallback<ErrorData>,
  ): Promise<Settled<null>>;
}

const nowMs = () => performance.now();

async function load(
  request: WorkerLoadRequest,
  tell: (progress: LoadProgress) => void,
): Promise<TransformersModel> {
  const { model, modelsBase, device, threads } = request;
  configureRuntime(device, threads);
  const progress = new ByteProgress(bytesOnDevice(model, device), tell, nowMs);
  progress.phase("downloading");
  const loaded = await withVerifiedFiles(model, { modelsBase, device, progress }, (weights) =>
    loadTransformers(
      {
        ...request,
        weights,
        nowMs,
        random: Math.random,
        onPhase: (phase) => progress.phase(phase),
        ...(model.path === null
          ? { onFile: (file: string, bytes: number) => progress.setFile(file, bytes) }
          : {}),
      },
      // Terminating the worker is the fastest way to cancel.
      new AbortController().signal,
    ),
  );
  progress.phase("ready");
  return loaded;
}

export function createModelWorker(): ModelWorker {
  let model: TransformersModel | null = null;
  const calls = new WorkerCalls((request, emit, signal) => {
    if (model === null) throw new AppError("model-not-loaded");
    return model.call(request, emit, signal);
  });
  return {
    load: (request, onProgress, onLost) =>
      settle(async () => {
        const progress = new Forwarder(onProgress);
        model = await load(request, (one) => progress.send(one));
        await progress.flush();
        void deviceLost(request.device).then((error) => onLost(error.toData()));
        return null;
      }),
    generate: (callId, request, emit) => settle(() => calls.run(callId, request, emit)),
    abort: (callId) => calls.abort(callId),
  };
}
