/** Runs local models on onnxruntime-node. */
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { AppError } from "../../log/errors.ts";
import type { StopSignal } from "../../runtime/ports.ts";
import type { CatalogueModel } from "../catalogue-model.ts";
import type { EngineInfo, LoadedModel, LoadProgress } from "../engine.ts";
import { followSignal } from "../part-stream.ts";
import { QueuedModel } from "../queued-model.ts";
import { transformers } from "./index.ts";
import { loadTransformers } from "./load.ts";
import { DEFAULT_PREFIX_CACHE_BYTES, transformersRef } from "./ref.ts";

export interface NodeLoadOptions {
  modelsFolder: string;
  threads: number;
  /** Checks SHA-256; default true. */
  verify?: boolean;
  /** The budget for cached beginnings; 0 disables reuse. */
  prefixCacheBytes?: number;
  onProgress?: (progress: LoadProgress) => void;
  random?: () => number;
}

async function sha256(path: string, signal: AbortSignal): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(path), hash, { signal });
  return hash.digest("hex");
}

type ReportBytes = (loadedBytes: number) => void;

async function verifyFiles(
  model: CatalogueModel,
  folder: string,
  { report, signal }: { report: ReportBytes; signal: AbortSignal },
): Promise<void> {
  let loadedBytes = 0;
  for (const file of model.files) {
    const actual = await sha256(join(folder, file.path), signal).catch((thrown: unknown) => {
      if (signal.aborted) throw new AppError("stopped");
      const params = { model: model.id, file: file.path, cause: "unreadable" };
      throw new AppError("model-load-failed", params, { cause: thrown });
    });
    if (actual !== file.sha256) {
      throw new AppError("integrity-failed", { model: model.id, file: file.path });
    }
    loadedBytes += file.bytes;
    report(loadedBytes);
  }
}

export async function loadTransformersNode(
  model: CatalogueModel,
  options: NodeLoadOptions,
  signal: StopSignal,
): Promise<LoadedModel> {
  const following = followSignal(signal);
  const progress = (phase: LoadProgress["phase"], loadedBytes: number) =>
    options.onProgress?.({ phase, loadedBytes, totalBytes: model.bytes, bytesPerSecond: null });
  const nowMs = () => performance.now();
  try {
    if (model.path !== null && options.verify !== false) {
      await verifyFiles(model, join(options.modelsFolder, model.path), {
        report: (bytes) => progress("checking", bytes),
        signal: following.signal,
      });
    }
    progress("compiling", model.bytes);
    const backend = await loadTransformers(
      {
        model,
        modelsBase: options.modelsFolder,
        device: "cpu",
        threads: options.threads,
        prefixCacheBytes: options.prefixCacheBytes ?? DEFAULT_PREFIX_CACHE_BYTES,
        nowMs,
        random: options.random ?? Math.random,
        onPhase: (phase) => progress(phase, model.bytes),
      },
      following.signal,
    );
    if (following.signal.aborted) {
      await backend.dispose();
      throw new AppError("stopped");
    }
    progress("ready", model.bytes);
    return new QueuedModel({ ref: transformersRef(model), device: "cpu", backend, nowMs });
  } finally {
    following.release();
  }
}

export const transformersInNode: EngineInfo = {
  ...transformers,
  devices: ["cpu"],
  open: async ({ modelsBase: modelsFolder }) => ({
    testsItself: true,
    load: (model, { threads, onProgress }, signal) =>
      loadTransformersNode(model, { modelsFolder, threads, onProgress }, signal),
  }),
};
