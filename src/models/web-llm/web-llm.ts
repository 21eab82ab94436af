/** Needs WebGPU; models come from the hub or the user's URLs. */
import * as Comlink from "comlink";
import { AppError } from "../../log/errors.ts";
import type { ModelRef } from "../../log/types.ts";
import type { StopSignal } from "../../runtime/ports.ts";
import { type WorkerLike, WorkerLink } from "../../shared/rpc/bridge.ts";
import { type CatalogueModel, catalogueProfile } from "../catalogue-model.ts";
import { type GpuProbe, probeGpu, probeResources, type Resources, requireGpu } from "../device.ts";
import type { EngineStorage, LoadedModel, LoadOptions, LocalEngine } from "../engine.ts";
import { QueuedModel } from "../queued-model.ts";
import { WorkerBackend } from "../worker-backend.ts";
import { catalogueModelOf, usableRecords, type WebLlmRecord } from "./models.ts";
import type { WebLlmWorker } from "./worker.ts";

export interface WebLlmEngineOptions {
  own?: readonly WebLlmRecord[];
  createWorker?: () => WorkerLike;
  probe?: () => Promise<GpuProbe>;
  resources?: () => Promise<Resources>;
  nowMs?: () => number;
}

function startWorker(): WorkerLike {
  return new Worker(new URL("./web-llm.worker.ts", import.meta.url), {
    type: "module",
    name: "web-llm",
  });
}

function refOf(model: CatalogueModel): ModelRef {
  const profile = catalogueProfile(model);
  const where = { tier: "small", destination: "device", price: null } as const;
  return { engine: "web-llm", model: model.id, ...where, profile };
}

export class WebLlmEngine implements LocalEngine {
  readonly #options: Required<WebLlmEngineOptions>;

  constructor(options: WebLlmEngineOptions = {}) {
    this.#options = {
      own: [],
      createWorker: startWorker,
      probe: probeGpu,
      resources: probeResources,
      nowMs: () => performance.now(),
      ...options,
    };
  }

  async models(): Promise<CatalogueModel[]> {
    const [gpu, resources] = await Promise.all([this.#options.probe(), this.#options.resources()]);
    const prebuilt = await this.#briefly((link) => link.call(() => link.remote.records()));
    const records = [...this.#options.own, ...prebuilt];
    return usableRecords(records, gpu, resources).map(catalogueModelOf);
  }

  /** The library hides its caches' sizes, so the catalogue's are used. */
  readonly storage: EngineStorage = {
    stored: (models) =>
      this.#briefly(async (link) => {
        const { own } = this.#options;
        const found = new Map<string, number>();
        for (const model of models) {
          const isStored = await link.call(() => link.remote.isStored(model, own));
          if (isStored) found.set(model.id, model.bytes);
        }
        return found;
      }),
    remove: (model) =>
      this.#briefly(async (link) => {
        await link.call(() => link.remote.remove(model, this.#options.own));
      }),
  };

  async load(
    model: CatalogueModel,
    options: LoadOptions,
    signal: StopSignal,
  ): Promise<LoadedModel> {
    const { own, nowMs, createWorker, probe } = this.#options;
    if (signal.aborted) throw new AppError("stopped");
    // The library looks at the GPU only after two downloads.
    requireGpu(await probe(), { f16: model.needsF16, bufferBytes: 0 });
    const link = new WorkerLink<WebLlmWorker>(createWorker());
    const onProgress = Comlink.proxy(options.onProgress);
    await link.begin(signal, () => link.call(() => link.remote.load({ model, own }, onProgress)));
    const backend = new WorkerBackend(link, nowMs);
    return new QueuedModel({ ref: refOf(model), device: "webgpu", backend, nowMs });
  }

  async #briefly<T>(work: (link: WorkerLink<WebLlmWorker>) => Promise<T>): Promise<T> {
    const link = new WorkerLink<WebLlmWorker>(this.#options.createWorker());
    try {
      return await work(link);
    } finally {
      link.end(new AppError("model-not-loaded"));
    }
  }
}
