/** What every engine is: probe → load → generate. One backend, one file; one contract test for all. */
import type { ErrorData } from "../log/errors.ts";
import type { ChatModel, StopSignal } from "../runtime/ports.ts";
import type { CatalogueModel } from "./catalogue.ts";

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

export type Device = "wasm" | "webgpu" | "cpu";

/** Whether this engine can work here, and if not, which of the causes. */
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

export interface LocalEngine {
  readonly id: string;
  probe(): Promise<Probe>;
  /** Throws AppError. Cancels within a second when the signal aborts. */
  load(model: CatalogueModel, options: LoadOptions, signal: StopSignal): Promise<LoadedModel>;
}
