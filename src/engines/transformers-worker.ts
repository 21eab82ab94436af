/** The worker's side of the transformers engine: one model, called by the page. */
import { AppError, type ErrorData } from "../core/errors.ts";
import type { ChatEnd, ChatRequest } from "../core/ports.ts";
import { Forwarder, type RemoteCallback, type Settled, settle } from "../workers/bridge.ts";
import type { CatalogueModel } from "./catalogue.ts";
import type { LoadProgress } from "./engine.ts";
import { loadTransformers } from "./transformers-load.ts";
import type { TransformersModel } from "./transformers-model.ts";
import {
  ByteProgress,
  configureRuntime,
  deviceLost,
  type WebDevice,
  withVerifiedFiles,
} from "./transformers-web.ts";

export interface WorkerLoadRequest {
  model: CatalogueModel;
  /** Absolute URL of the embedded models' folder, with the slash. */
  modelsBase: string;
  device: WebDevice;
  threads: number;
  prefixCacheBytes: number;
}

export interface ModelWorker {
  /** Resolves when the model is loaded, warmed up and tested. */
  load(
    request: WorkerLoadRequest,
    onProgress: RemoteCallback<LoadProgress>,
    onLost: RemoteCallback<ErrorData>,
  ): Promise<Settled<null>>;
  generate(
    callId: number,
    request: ChatRequest,
    emit: RemoteCallback<string>,
  ): Promise<Settled<ChatEnd>>;
  abort(callId: number): void;
}

const nowMs = () => performance.now();

async function load(
  request: WorkerLoadRequest,
  tell: (progress: LoadProgress) => void,
): Promise<TransformersModel> {
  const { model, modelsBase, device, threads } = request;
  configureRuntime(device, threads);
  const progress = new ByteProgress(model.bytes, tell, nowMs);
  progress.phase("downloading");
  const loaded = await withVerifiedFiles(model, { modelsBase, progress }, () =>
    loadTransformers(
      {
        ...request,
        nowMs,
        random: Math.random,
        onPhase: (phase) => progress.phase(phase),
        ...(model.path === null
          ? { onFile: (file: string, bytes: number) => progress.setFile(file, bytes) }
          : {}),
      },
      // A load is cancelled by ending the worker: nothing here could be stopped sooner.
      new AbortController().signal,
    ),
  );
  progress.phase("ready");
  return loaded;
}

export function createModelWorker(): ModelWorker {
  let model: TransformersModel | null = null;
  const calls = new Map<number, AbortController>();

  async function generate(callId: number, request: ChatRequest, emit: RemoteCallback<string>) {
    if (model === null) throw new AppError("model-not-loaded");
    const controller = new AbortController();
    const texts = new Forwarder(emit);
    calls.set(callId, controller);
    try {
      return await model.call(request, (text) => texts.send(text), controller.signal);
    } finally {
      calls.delete(callId);
      await texts.flush();
    }
  }

  return {
    load: (request, onProgress, onLost) =>
      settle(async () => {
        const progress = new Forwarder(onProgress);
        model = await load(request, (one) => progress.send(one));
        await progress.flush();
        void deviceLost(request.device).then((error) => onLost(error.toData()));
        return null;
      }),
    generate: (callId, request, emit) => settle(() => generate(callId, request, emit)),
    abort: (callId) => calls.get(callId)?.abort(),
  };
}
