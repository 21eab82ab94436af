/**
 * The interface of every engine: one folder and one line in `engines.ts` each, one contract test
 * for all.
 */

import type { ErrorData } from "../log/errors.ts";
import type { ChatModel, StopSignal } from "../runtime/ports.ts";
import type { CatalogueModel } from "./catalogue-model.ts";

export type LoadPhase =
  | "checking"
  | "downloading"
  | "reading-cache"
  | "compiling"
  | "warming-up"
  | "ready";

export interface LoadProgress {
  phase: LoadPhase;
  loadedBytes: number;
  totalBytes: number | null;
  bytesPerSecond: number | null;
}

/** `cpu` is Node's processor, `wasm` the browser's. */
export type Device = "wasm" | "webgpu" | "cpu";

export type Probe =
  | { usable: true; devices: readonly Device[] }
  | { usable: false; error: ErrorData };

export interface LoadedModel extends ChatModel {
  readonly device: Device;
  /** Frees the model and ends its worker; later calls throw `model-not-loaded`. */
  unload(): Promise<void>;
}

export interface LoadOptions {
  device: Device | "auto";
  threads: number;
  onProgress: (progress: LoadProgress) => void;
}

export interface EngineStorage {
  /** Stored bytes by model id; the catalogue's size where the real one is unknown. */
  stored(models: readonly CatalogueModel[]): Promise<ReadonlyMap<string, number>>;
  remove(model: CatalogueModel): Promise<void>;
}

export interface LocalEngine {
  /** Throws AppError. Stops within a second after the signal aborts. */
  load(model: CatalogueModel, options: LoadOptions, signal: StopSignal): Promise<LoadedModel>;
  /** Whether `load` runs a self-test; otherwise `loadTested` does. */
  readonly testsItself?: boolean;
  models?(): Promise<readonly CatalogueModel[]>;
  readonly storage?: EngineStorage;
}

export interface EngineInfo {
  id: string;
  title: string;
  devices: readonly Device[];
  /**
   * `modelsBase`: folder of the embedded models; an absolute URL with trailing slash, in Node a
   * path.
   */
  open(place: { modelsBase: string }): Promise<LocalEngine>;
}

export function worksIn({ devices }: EngineInfo, webgpu: boolean): boolean {
  return devices.some((device) => device === "wasm" || (device === "webgpu" && webgpu));
}
