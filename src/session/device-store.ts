/** What is on this device: models, library, and how far their loading has come. */
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

/** One thing being loaded: nothing yet, on its way, there, or failed. */
export type Loading<T> =
  | { status: "absent" }
  | { status: "loading"; title: string; progress: LoadProgress }
  | { status: "ready"; value: T }
  | { status: "failed"; error: ErrorData };

interface ReadySmallModel {
  modelId: string;
  title: string;
  device: Device;
  /** Why it was refused on the graphics processor, where it was. */
  refused: ErrorData | null;
}

interface ReadyLibrary {
  library: LibraryRef;
  /** Where its encoder computes. */
  device: Device;
  /** Why the encoder was refused on the graphics processor, where it was. */
  refused: ErrorData | null;
}

export const noneKept: Kept = { models: new Set(), library: false };

export interface DeviceState {
  /** The page's own list, and once asked for, what engines offer beside it on this device. */
  catalogue: Catalogue | null;
  report: DeviceReport | null;
  small: Loading<ReadySmallModel>;
  /** A second small model, which a batch of the lab compares the page's own with. */
  otherSmall: Loading<never>;
  library: Loading<ReadyLibrary>;
  /** Whether it can be searched by meaning yet; null before it is open. */
  vectors: DenseState | null;
  libraryBytes: number | null;
  kept: Kept;
  examples: readonly ExampleQuestion[];
  providers: readonly RemotePreset[];
  prices: readonly PriceRow[];
  /** Whether they were asked for and have come, or could not. */
  pricesSettled: boolean;
  /** The large model's price by the table; null when unknown or none is set up. */
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

/** The chosen small model, else the first embedded one. */
export function chosenSmallModel(
  catalogue: Catalogue | null,
  modelId: string,
): CatalogueModel | null {
  const models = smallModels(catalogue);
  return models.find((model) => model.id === modelId) ?? models[0] ?? null;
}

/** Embedded models first: they need no network. */
export function smallModels(catalogue: Catalogue | null): readonly CatalogueModel[] {
  const models = (catalogue?.models ?? []).filter((model) => model.role === "small-lm");
  return [
    ...models.filter((model) => model.path !== null),
    ...models.filter((model) => model.path === null),
  ];
}

/** The embedded models beside the language model: the encoder, which every library needs. */
export function otherModels(catalogue: Catalogue | null): readonly CatalogueModel[] {
  return (catalogue?.models ?? []).filter(({ role, path }) => role === "encoder" && path !== null);
}

/** What keeps a model from this device: no graphics processor, none with 16-bit floats, or no room. */
export type Misfit = "gpu" | "f16" | "room";

/** Whether it needs no graphics processor. */
export function runsOnProcessor({ dtype }: CatalogueModel): boolean {
  return dtype.wasm !== null;
}

/** Null where the device can hold and run it, as far as the browser tells. */
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
 * Whether what searches the library ("": the embedded one) is on this device. One's own documents
 * are there anyway: for them only the encoder is loaded.
 */
export function isSearchKept(own: string, { kept, catalogue }: DeviceState): boolean {
  if (own === "") return kept.library;
  return (
    catalogue?.models.some(({ id, role }) => role === "encoder" && kept.models.has(id)) ?? false
  );
}
