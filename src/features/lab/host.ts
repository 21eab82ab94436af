/** What the page provides to the Lab: its services, settings, models and search. */

import type { Settling } from "../../evaluation/batch/settling.ts";
import type { Configuration, LabBatch, LabResult } from "../../evaluation/types.ts";
import { AppError } from "../../log/errors.ts";
import type { ModelRef, RunSettings } from "../../log/types.ts";
import { originOf } from "../../models/bound-key.ts";
import type { CatalogueModel } from "../../models/catalogue-model.ts";
import type { Embedder, SearchTool, SourceRouter, WorthJudge } from "../../runtime/ports.ts";
import { chosenSmallModel, type DeviceStore } from "../../session/device-store.ts";
import type { LabServices } from "../../session/lab-services.ts";
import type { Loaders } from "../../session/loaders.ts";
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
  tools(budgetScope: BudgetScope): Promise<readonly SearchTool[]>;
  router(embedder: Embedder): Promise<SourceRouter | null>;
  /** Estimates whether another call is worth its price; null without training data. */
  worth(embedder: Embedder, large: ModelRef): Promise<WorthJudge | null>;
  /** `settlingOf` off the page's thread. */
  settling(
    batch: LabBatch,
    questions: readonly string[],
    results: readonly LabResult[],
  ): Promise<Settling | null>;
}

/** Catalogue id of the small model that the page would now run in this tab. */
export async function smallModelId({ services, settings, device }: LabHost): Promise<string> {
  const catalogue = device.getState().catalogue ?? (await services.catalogue());
  const model = chosenSmallModel(catalogue, settings.getState().small.modelId);
  if (model === null) throw new AppError("model-unknown", { role: "small-lm" });
  return model.id;
}

export function usesLarge(settings: RunSettings): boolean {
  return usesOfLarge(settings).length > 0;
}

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

/** Throws `model-unknown`. */
export async function smallModelOf(host: LabHost, id: string): Promise<CatalogueModel> {
  const { device, services } = host;
  const catalogue = device.getState().catalogue ?? (await services.catalogue());
  const entry = catalogue.models.find((model) => model.id === id);
  if (entry === undefined) throw new AppError("model-unknown", { model: id });
  return entry;
}
