/** One model, loaded by the browser on the page's request. It cannot run in a worker. */
import { AppError } from "../../log/errors.ts";
import type { StopSignal } from "../../runtime/ports.ts";
import type { CatalogueModel } from "../catalogue-model.ts";
import { catalogueProfile } from "../catalogue-model.ts";
import type { LoadedModel, LoadOptions, LocalEngine } from "../engine.ts";
import { followSignal } from "../part-stream.ts";
import { QueuedModel } from "../queued-model.ts";
import { browserModelError } from "./errors.ts";
import { BrowserModelBackend } from "./model.ts";
import { type CoreOptions, type PromptApi, promptApi } from "./prompt-api.ts";

/** Download, memory and size are the browser's affair: 0 is unknown. */
const entry: CatalogueModel = {
  id: "browser-model",
  title: "The browser’s own model",
  role: "small-lm",
  engine: "browser-model",
  path: null,
  hub: "browser-model",
  dtype: { wasm: "own", webgpu: null, cpu: null },
  bytes: 0,
  memoryMB: 0,
  contextTokens: 4096,
  parameters: 0,
  licence: "see source",
  source: "https://developer.chrome.com/docs/ai/prompt-api",
  needsF16: false,
  externalDataChunks: null,
  files: [],
};

const english = [{ type: "text", languages: ["en"] }] as const;
const core: CoreOptions = { expectedInputs: english, expectedOutputs: english };

export class BrowserModelEngine implements LocalEngine {
  readonly #api: PromptApi | null;
  readonly #nowMs: () => number;

  constructor({
    api = promptApi(),
    nowMs = () => performance.now(),
  }: { api?: PromptApi | null; nowMs?: () => number } = {}) {
    this.#api = api;
    this.#nowMs = nowMs;
  }

  async models(): Promise<CatalogueModel[]> {
    const state = await this.#api?.availability(core).catch(() => "unavailable" as const);
    return state === undefined || state === "unavailable" ? [] : [entry];
  }

  async load(
    model: CatalogueModel,
    { onProgress }: LoadOptions,
    signal: StopSignal,
  ): Promise<LoadedModel> {
    const api = this.#api;
    if (signal.aborted) throw new AppError("stopped");
    if (api === null || model.id !== entry.id) {
      throw new AppError("model-unknown", { model: model.id });
    }
    const followed = followSignal(signal);
    const progress = { loadedBytes: 0, totalBytes: null, bytesPerSecond: null };
    try {
      const session = await api.create({
        ...core,
        signal: followed.signal,
        monitor: (monitor) =>
          monitor.addEventListener("downloadprogress", (event) => {
            const share: unknown = Reflect.get(event, "loaded");
            if (typeof share !== "number" || !(share >= 0 && share <= 1)) return;
            onProgress({ phase: share < 1 ? "downloading" : "warming-up", ...progress, share });
          }),
      });
      // Each purpose gets a session of its own.
      session.destroy();
    } catch (thrown) {
      throw followed.signal.aborted
        ? new AppError("stopped")
        : browserModelError(thrown, "model-load-failed");
    } finally {
      followed.release();
    }
    onProgress({ phase: "ready", ...progress });
    const where = { tier: "small", destination: "device", price: null } as const;
    const ref = {
      engine: model.engine,
      model: model.id,
      ...where,
      profile: catalogueProfile(model),
    };
    const backend = new BrowserModelBackend(api, core, this.#nowMs);
    return new QueuedModel({ ref, device: "wasm", backend, nowMs: this.#nowMs });
  }
}
