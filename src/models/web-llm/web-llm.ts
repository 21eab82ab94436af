/** The page's side of the web-llm engine: WebGPU only, models from the hub or a person's own URLs. */
import * as Comlink from "comlink";
import { AppError } from "../../log/errors.ts";
import type { ModelRef } from "../../log/types.ts";
import type { StopSignal } from "../../runtime/ports.ts";
import { type WorkerLike, WorkerLink } from "../../shared/rpc/bridge.ts";
import type { CatalogueModel } from "../catalogue.ts";
import { type GpuProbe, probeGpu, probeResources, type Resources, requireGpu } from "../device.ts";
import type { LoadedModel, LoadOptions, LocalEngine, Probe } from "../engine.ts";
import { QueuedModel } from "../queued-model.ts";
import { WorkerBackend } from "../worker-backend.ts";
import { catalogueModelOf, usableRecords, type WebLlmRecord } from "./models.ts";
import type { WebLlmWorker } from "./worker.ts";

export interface WebLlmEngineOptions {
  /** A person's own models: URLs of weights and compiled library. */
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
  return { engine: "web-llm", model: model.id, tier: "small", destination: "device", price: null };
}

export class WebLlmEngine implements LocalEngine {
  readonly id = "web-llm";
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

  async probe(): Promise<Probe> {
    const gpu = await this.#options.probe();
    return gpu.usable ? { usable: true, devices: ["webgpu"] } : gpu;
  }

  /** The models this device can hold and run, smallest first. Fetches the library. */
  async models(): Promise<CatalogueModel[]> {
    const [gpu, resources] = await Promise.all([this.#options.probe(), this.#options.resources()]);
    const prebuilt = await this.#briefly((link) => link.call(() => link.remote.records()));
    const records = [...this.#options.own, ...prebuilt];
    return usableRecords(records, gpu, resources).map(catalogueModelOf);
  }

  /** Whether the browser keeps the model, so that loading needs no network. */
  isStored(model: CatalogueModel): Promise<boolean> {
    return this.#briefly((link) => link.call(() => link.remote.isStored(model, this.#options.own)));
  }

  /** Those of these models that the browser keeps, by id; asked of one worker. */
  stored(models: readonly CatalogueModel[]): Promise<ReadonlySet<string>> {
    const { own } = this.#options;
    return this.#briefly(async (link) => {
      const found = new Set<string>();
      for (const model of models) {
        if (await link.call(() => link.remote.isStored(model, own))) found.add(model.id);
      }
      return found;
    });
  }

  /** Deletes the model from the browser's storage. */
  async remove(model: CatalogueModel): Promise<void> {
    await this.#briefly((link) => link.call(() => link.remote.remove(model, this.#options.own)));
  }

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
