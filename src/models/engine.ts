/** What every engine is. One backend, one folder, one line in `engines.ts`; one contract test for all. */

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
  /** Over all files of the model. */
  loadedBytes: number;
  totalBytes: number | null;
  bytesPerSecond: number | null;
}

/** `cpu` is Node's processor, `wasm` the browser's. */
export type Device = "wasm" | "webgpu" | "cpu";

/** Whether WebGPU can be used here, and if not, which of the causes. */
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

/** What the browser keeps of an engine's models, those of the page itself apart. */
export interface EngineStorage {
  /** Bytes of those models that are kept, by id; where they are not told, the catalogue's. */
  stored(models: readonly CatalogueModel[]): Promise<ReadonlyMap<string, number>>;
  remove(model: CatalogueModel): Promise<void>;
}

/** An engine's code, once it is fetched. */
export interface LocalEngine {
  /** Throws AppError. Cancels within a second when the signal aborts. */
  load(model: CatalogueModel, options: LoadOptions, signal: StopSignal): Promise<LoadedModel>;
  /** Whether `load` refuses a model that answers nonsense; else it is asked known questions after it. */
  readonly testsItself?: boolean;
  /** Models beside the catalogue's that this device can hold and run. */
  models?(): Promise<readonly CatalogueModel[]>;
  /** Absent where nothing is kept. */
  readonly storage?: EngineStorage;
}

/** An engine as one object: what is known of it before its code is fetched. */
export interface EngineInfo {
  /** As the catalogue's `engine` and the logs name it. */
  id: string;
  title: string;
  /** Where it can compute at all; a model's `dtype` says for which of them it has weights. */
  devices: readonly Device[];
  /** `modelsBase`: the folder of the embedded models; absolute URL with the slash, in Node a path. */
  open(place: { modelsBase: string }): Promise<LocalEngine>;
}

/** Whether it can compute anything in a browser that has WebGPU or has not. */
export function worksIn({ devices }: EngineInfo, webgpu: boolean): boolean {
  return devices.some((device) => device === "wasm" || (device === "webgpu" && webgpu));
}
