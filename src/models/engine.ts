/** Each engine has one folder, one line in `engines.ts` and one contract test. */

import type { ErrorData } from "../log/errors.ts";
import type { ChatModel, StopSignal } from "../runtime/ports.ts";
import type { CatalogueModel } from "./catalogue-model.ts";

export type LoadPhase =
  /** Another download goes first. */
  "waiting" | "checking" | "downloading" | "reading-cache" | "compiling" | "warming-up" | "ready";

export interface LoadProgress {
  phase: LoadPhase;
  loadedBytes: number;
  totalBytes: number | null;
  bytesPerSecond: number | null;
  /** From 0 to 1, where the engine tells no bytes. */
  share?: number;
}

/** `cpu` is Node's processor, `wasm` the browser's. */
export type Device = "wasm" | "webgpu" | "cpu";

export type Probe =
  | { usable: true; devices: readonly Device[] }
  | { usable: false; error: ErrorData };

export interface LoadedModel extends ChatModel {
  readonly device: Device;
  /** Ends the worker; later calls throw `model-not-loaded`. */
  unload(): Promise<void>;
}

export interface LoadOptions {
  device: Device | "auto";
  threads: number;
  onProgress: (progress: LoadProgress) => void;
}

export interface EngineStorage {
  /** Keyed by model id; the catalogue's size where the real one is unknown. */
  stored(models: readonly CatalogueModel[]): Promise<ReadonlyMap<string, number>>;
  remove(model: CatalogueModel): Promise<void>;
}

export interface LocalEngine {
  /** Throws AppError. Stops within a second of an abort. */
  load(model: CatalogueModel, options: LoadOptions, signal: StopSignal): Promise<LoadedModel>;
  /** If false, `loadTested` tests it. */
  readonly testsItself?: boolean;
  models?(): Promise<readonly CatalogueModel[]>;
  readonly storage?: EngineStorage;
}

export interface EngineInfo {
  id: string;
  title: string;
  devices: readonly Device[];
  /** `modelsBase` is an absolute URL with trailing slash, in Node a path. */
  open(place: { modelsBase: string }): Promise<LocalEngine>;
}

export function worksIn({ devices }: EngineInfo, webgpu: boolean): boolean {
  return devices.some((device) => device === "wasm" || (device === "webgpu" && webgpu));
}
