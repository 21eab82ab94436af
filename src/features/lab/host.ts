/** What the lab is given of the page: its services, settings, models and search. */

import type { Configuration, LabBatch } from "../../evaluation/types.ts";
import { AppError } from "../../log/errors.ts";
import type { ModelRef, RunSettings } from "../../log/types.ts";
import { originOf } from "../../models/bound-key.ts";
import { type CatalogueModel, weightsId } from "../../models/catalogue-model.ts";
import { withCrashDetection } from "../../models/crash-detection.ts";
import type { LoadedModel, LoadProgress } from "../../models/engine.ts";
import type {
  ChatModel,
  Embedder,
  SearchTool,
  SourceRouter,
  WorthJudge,
} from "../../runtime/ports.ts";
import { chosenSmallModel, type DeviceStore, noProgress } from "../../session/device-store.ts";
import type { LabServices } from "../../session/lab-services.ts";
import { asShown, type Loaders } from "../../session/loaders.ts";
import { isConfigured, smallServer } from "../../session/preferences.ts";
import { usesOfLarge } from "../../session/presets.ts";
import type { BudgetScope, Services } from "../../session/services.ts";
import type { SettingsStore } from "../../session/settings.ts";

export interface LabHost {
  services: Services;
  lab: LabServices;
  settings: SettingsStore;
  device: DeviceStore;
  loaders: Loaders;
  /** The search services that are set up, under a budgetScope. */
  tools(budgetScope: BudgetScope): Promise<readonly SearchTool[]>;
  router(embedder: Embedder): Promise<SourceRouter | null>;
  /** Who weighs whether more is worth its price; null where nothing was learnt. */
  worth(embedder: Embedder, large: ModelRef): Promise<WorthJudge | null>;
}

/** A model, and all that decides its output beside its name. */
export interface NamedModel {
  model: ChatModel;
  variant: string;
}

/** The catalogue id of the small model that the page would use now, were it to run in this tab. */
export async function smallModelId({ services, settings, device }: LabHost): Promise<string> {
  const catalogue = device.getState().catalogue ?? (await services.catalogue());
  const model = chosenSmallModel(catalogue, settings.getState().small.modelId);
  if (model === null) throw new AppError("model-unknown", { role: "small-lm" });
  return model.id;
}

export function usesLarge(settings: RunSettings): boolean {
  return usesOfLarge(settings).length > 0;
}

/** What configurations would be asked with now; a large model that none of them uses is no part of it. */
export async function modelsFor(
  host: LabHost,
  configurations: readonly Configuration[],
): Promise<Pick<LabBatch, "models" | "largePrice">> {
  const { small, large } = host.settings.getState();
  const server = smallServer(small);
  if (server !== null && !isConfigured(server)) {
    throw new AppError("remote-not-configured", { tier: "small" });
  }
  const who =
    server === null
      ? { small: await smallModelId(host) }
      : { small: server.model, smallAt: originOf(server.baseUrl) };
  const used = isConfigured(large) && configurations.some(({ settings }) => usesLarge(settings));
  return {
    models: { ...who, large: used ? large.model : null },
    largePrice: used ? await host.services.priceOf(large) : null,
  };
}

/** The small models of a batch that run in this tab: the page's own where it is the one, others beside it. */
export class SmallModels {
  readonly #host: LabHost;
  readonly #others = new Map<string, Promise<LoadedModel>>();
  /** The one that died last, for `reload`. */
  #dead: string | null = null;

  constructor(host: LabHost) {
    this.#host = host;
  }

  async named(id: string, signal: AbortSignal): Promise<NamedModel> {
    const loaded = await this.#loaded(id, signal);
    const entry = await this.#entry(id);
    return {
      model: withCrashDetection(loaded, () => {
        this.#dead = id;
      }),
      variant: `${weightsId(entry) ?? id} ${loaded.device}`,
    };
  }

  /** Lets go of the model that died; false when none did. */
  async reload(): Promise<boolean> {
    const id = this.#dead;
    if (id === null) return false;
    this.#dead = null;
    const other = this.#others.get(id);
    this.#others.delete(id);
    if (other === undefined) this.#host.loaders.discardSmall();
    else await other.then((model) => model.unload()).catch(() => undefined);
    return true;
  }

  /** Frees what the page does not use itself. */
  async close(): Promise<void> {
    const models = [...this.#others.values()];
    this.#others.clear();
    for (const one of models) await one.then((model) => model.unload()).catch(() => undefined);
  }

  async #loaded(id: string, signal: AbortSignal): Promise<LoadedModel> {
    if (id === (await smallModelId(this.#host))) return this.#host.loaders.small(signal);
    const held = this.#others.get(id);
    if (held !== undefined) return held;
    const loading = this.#load(await this.#entry(id), signal);
    this.#others.set(id, loading);
    loading.catch(() => this.#others.delete(id));
    return loading;
  }

  async #load(model: CatalogueModel, signal: AbortSignal): Promise<LoadedModel> {
    const { services, settings, device: store } = this.#host;
    const { device, threads } = settings.getState().small;
    const isKept = store.getState().kept.models.has(model.id);
    const tell = (told: LoadProgress) => {
      if (signal.aborted) return;
      const progress = asShown(told, isKept);
      store.setState({ otherSmall: { status: "loading", title: model.title, progress } });
    };
    tell(noProgress);
    try {
      return await services.loadSmall({ model, device, threads, onProgress: tell }, signal);
    } finally {
      store.setState({ otherSmall: { status: "absent" } });
    }
  }

  async #entry(id: string): Promise<CatalogueModel> {
    const { device, services } = this.#host;
    const catalogue = device.getState().catalogue ?? (await services.catalogue());
    const entry = catalogue.models.find((model) => model.id === id);
    if (entry === undefined) throw new AppError("model-unknown", { model: id });
    return entry;
  }
}
