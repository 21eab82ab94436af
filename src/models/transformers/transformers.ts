import * as Comlink from "comlink";
import { AppError, toAppError } from "../../log/errors.ts";
import type { StopSignal } from "../../runtime/ports.ts";
import { type WorkerLike, WorkerLink } from "../../shared/rpc/bridge.ts";
import type { CatalogueModel } from "../catalogue-model.ts";
import { bestDevice, type GpuProbe, probeGpu } from "../device.ts";
import type { LoadedModel, LoadOptions, LoadProgress, LocalEngine } from "../engine.ts";
import { QueuedModel } from "../queued-model.ts";
import { WorkerBackend } from "../worker-backend.ts";
import { hubStorage } from "./kept.ts";
import { DEFAULT_PREFIX_CACHE_BYTES, transformersRef } from "./ref.ts";
import type { ModelWorker, WorkerLoadRequest } from "./worker.ts";

export interface TransformersEngineOptions {
  modelsBase: string;
  prefixCacheBytes?: number;
  createWorker?: () => WorkerLike;
  probe?: () => Promise<GpuProbe>;
  nowMs?: () => number;
}

function createModelWorker(): WorkerLike {
  return new Worker(new URL("./model.worker.ts", import.meta.url), {
    type: "module",
    name: "model",
  });
}

export class TransformersEngine implements LocalEngine {
  readonly testsItself = true;
  readonly storage = hubStorage;
  readonly #options: Required<TransformersEngineOptions>;

  constructor(options: TransformersEngineOptions) {
    this.#options = {
      prefixCacheBytes: DEFAULT_PREFIX_CACHE_BYTES,
      createWorker: createModelWorker,
      probe: probeGpu,
      nowMs: () => performance.now(),
      ...options,
    };
  }

  async load(
    model: CatalogueModel,
    options: LoadOptions,
    signal: StopSignal,
  ): Promise<LoadedModel> {
    const { modelsBase, prefixCacheBytes, nowMs, createWorker, probe } = this.#options;
    if (signal.aborted) throw new AppError("stopped");
    const device = options.device === "auto" ? await bestDevice(model, probe) : options.device;
    if (device === "cpu") throw new AppError("model-load-failed", { cause: "cpu-in-browser" });
    const link = new WorkerLink<ModelWorker>(createWorker());
    const request = { model, modelsBase, device, threads: options.threads, prefixCacheBytes };
    await link.begin(signal, () => this.#loadInto(link, request, options.onProgress));
    const backend = new WorkerBackend(link, nowMs);
    return new QueuedModel({ ref: transformersRef(model), device, backend, nowMs });
  }

  async #loadInto(
    link: WorkerLink<ModelWorker>,
    request: WorkerLoadRequest,
    onProgress: (progress: LoadProgress) => void,
  ): Promise<void> {
    await link.call(() =>
      link.remote.load(
        request,
        Comlink.proxy(onProgress),
        Comlink.proxy((error) => link.end(toAppError(error))),
      ),
    );
  }
}
