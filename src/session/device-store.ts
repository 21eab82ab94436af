import { createStore, type StoreApi } from "zustand/vanilla";
import type { ErrorData } from "../log/errors.ts";
import type { Price } from "../log/types.ts";
import type { Catalogue } from "../models/catalogue.ts";
import type { CatalogueModel } from "../models/catalogue-model.ts";
import type { Device, LoadProgress } from "../models/engine.ts";
import type { RemotePreset } from "../models/openai-compatible/presets.ts";
import type { DenseState } from "../retrieval/libraries/open-library.ts";
import type { LibraryRef } from "../runtime/ports.ts";
import type { DeviceReport, ExampleQuestion, Kept, PriceRow } from "./services.ts";

export type Loading<T> =
  | { status: "absent" }
  | { status: "loading"; title: string; progress: LoadProgress }
  | { status: "ready"; value: T }
  | { status: "failed"; error: ErrorData };

interface ReadySmallModel {
  modelId: string;
  title: string;
  device: Device;
  /** Why the graphics processor was refused; null if it was not. */
  refused: ErrorData | null;
}

interface ReadyLibrary {
  library: LibraryRef;
  device: Device;
  refused: ErrorData | null;
}

export const noneKept: Kept = { models: new Set(), library: false };

export interface DeviceState {
  /** Includes, once requested, the models that engines offer here. */
  catalogue: Catalogue | null;
  report: DeviceReport | null;
  small: Loading<ReadySmallModel>;
  /** A lab batch compares it with the page's own. */
  otherSmall: Loading<never>;
  library: Loading<ReadyLibrary>;
  /** Null before the library is open. */
  vectors: DenseState | null;
  libraryBytes: number | null;
  kept: Kept;
  examples: readonly ExampleQuestion[];
  providers: readonly RemotePreset[];
  prices: readonly PriceRow[];
  /** The request succeeded or failed. */
  pricesSettled: boolean;
  tablePrice: Price | null;
}

export type DeviceStore = StoreApi<DeviceState>;

export function createDeviceStore(): DeviceStore {
  return createStore<DeviceState>()(() => ({
    catalogue: null,
    report: null,
    small: { status: "absent" },
    otherSmall: { status: "absent" },
    library: { status: "absent" },
    vectors: null,
    libraryBytes: null,
    kept: noneKept,
    examples: [],
    providers: [],
    prices: [],
    pricesSettled: false,
    tablePrice: null,
  }));
}

export function chosenSmallModel(
  catalogue: Catalogue | null,
  modelId: string,
): CatalogueModel | null {
  const models = smallModels(catalogue);
  return models.find((model) => model.id === modelId) ?? models[0] ?? null;
}

export function smallModels(catalogue: Catalogue | null): readonly CatalogueModel[] {
  const models = (catalogue?.models ?? []).filter((model) => model.role === "small-lm");
  return [
    ...models.filter((model) => model.path !== null),
    ...models.filter((model) => model.path === null),
  ];
}

/** Leaves the encoder, which every library needs. */
export function otherModels(catalogue: Catalogue | null): readonly CatalogueModel[] {
  return (catalogue?.models ?? []).filter(({ role, path }) => role === "encoder" && path !== null);
}

export type Misfit = "gpu" | "f16" | "room";

export function runsOnProcessor({ dtype }: CatalogueModel): boolean {
  return dtype.wasm !== null;
}

/** Relies on what the browser reports. */
export function misfitOf(model: CatalogueModel, report: DeviceReport | null): Misfit | null {
  if (report === null) return null;
  const runsOnWasm = runsOnProcessor(model);
  if (!report.webgpu.usable && !runsOnWasm) return "gpu";
  if (model.needsF16 && !report.shaderF16 && !runsOnWasm) return "f16";
  return report.freeBytes === null || model.bytes <= report.freeBytes ? null : "room";
}

export function fitsDevice(model: CatalogueModel, report: DeviceReport | null): boolean {
  return misfitOf(model, report) === null;
}

export const noProgress: LoadProgress = {
  phase: "checking",
  loadedBytes: 0,
  totalBytes: null,
  bytesPerSecond: null,
};

/**
 * `own` is "" for the embedded library. The user's documents are always here, so only the encoder
 * matters.
 */
export function isSearchKept(own: string, { kept, catalogue }: DeviceState): boolean {
  if (own === "") return kept.library;
  return (
    catalogue?.models.some(({ id, role }) => role === "encoder" && kept.models.has(id)) ?? false
  );
}
