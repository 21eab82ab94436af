import { env } from "@huggingface/transformers";
import { AppError } from "../../log/errors.ts";
import type { CatalogueModel } from "../catalogue-model.ts";
import type { LoadProgress } from "../engine.ts";
import { verifiedFiles } from "./fetch.ts";
import { filesOnDevice } from "./graph.ts";
import { startRuntime, type WebDevice } from "./runtime.ts";
import { folderPath } from "./source.ts";
import type { WeightsFile } from "./weights.ts";
import { layout, readWeights } from "./weights-worker.ts";

export class ByteProgress {
  readonly #totalBytes: number;
  readonly #tell: (progress: LoadProgress) => void;
  readonly #nowMs: () => number;
  readonly #startMs: number;
  readonly #perFile = new Map<string, number>();
  #counted = 0;
  #toldMs = Number.NEGATIVE_INFINITY;

  constructor(totalBytes: number, tell: (progress: LoadProgress) => void, nowMs: () => number) {
    this.#totalBytes = totalBytes;
    this.#tell = tell;
    this.#nowMs = nowMs;
    this.#startMs = nowMs();
  }

  add(bytes: number): void {
    this.#counted += bytes;
    this.#downloading();
  }

  setFile(file: string, loadedBytes: number): void {
    this.#counted += loadedBytes - (this.#perFile.get(file) ?? 0);
    this.#perFile.set(file, loadedBytes);
    this.#downloading();
  }

  phase(phase: LoadProgress["phase"]): void {
    const seconds = (this.#nowMs() - this.#startMs) / 1000;
    this.#tell({
      phase,
      loadedBytes: this.#counted,
      totalBytes: this.#totalBytes,
      bytesPerSecond: phase === "downloading" && seconds > 0 ? this.#counted / seconds : null,
    });
  }

  #downloading(): void {
    const nowMs = this.#nowMs();
    if (nowMs - this.#toldMs < 100 && this.#counted < this.#totalBytes) return;
    this.#toldMs = nowMs;
    this.phase(this.#counted < this.#totalBytes ? "downloading" : "compiling");
  }
}

interface VerifiedLoad {
  modelsBase: string;
  device: WebDevice;
  progress: ByteProgress;
}

/**
 * Fails as soon as a file does. `load` receives the weights, read while the runtime starts, or null
 * for hub models.
 */
export async function withVerifiedFiles<T>(
  model: CatalogueModel,
  { modelsBase, device, progress }: VerifiedLoad,
  load: (weights: Promise<readonly WeightsFile[]> | null) => Promise<T>,
): Promise<T> {
  const embedded = model.path !== null;
  // Embedded files need no second copy.
  env.useBrowserCache = !embedded;
  if (!embedded) {
    env.fetch = globalThis.fetch.bind(globalThis);
    await startRuntime(device);
    return await load(null);
  }
  return await new Promise<T>((resolve, reject) => {
    const folder = `${folderPath(modelsBase)}${model.path}/`;
    const fetch = globalThis.fetch.bind(globalThis);
    const onBytes = (bytes: number) => progress.add(bytes);
    const files = verifiedFiles({ model, folder, fetch, layout, onBytes, onFailure: reject });
    env.fetch = files.fetch;
    const paths = filesOnDevice(model, device)
      .map(({ path }) => path)
      .filter((path) => path.startsWith("onnx/") && !path.endsWith(".onnx"));
    // A failure rejects the load here, and nothing else is left to be handled.
    const orReject = <R>(work: Promise<R>): Promise<R> =>
      work.catch((thrown: unknown) => {
        reject(thrown);
        return new Promise<never>(() => {});
      });
    const weights = orReject(readWeights({ model, folder, paths }, onBytes)).then((read) =>
      read.map((file) => ({ ...file, path: file.path.slice("onnx/".length) })),
    );
    const runtime = orReject(startRuntime(device));
    const ready = Promise.all([weights, runtime]).then(([read]) => read);
    load(ready).then(resolve, reject);
  });
}

/** On other devices this never resolves. */
export async function deviceLost(device: WebDevice): Promise<AppError> {
  const gpu: unknown = device === "webgpu" ? await env.backends.onnx.webgpu?.device : undefined;
  if (!(typeof GPUDevice !== "undefined" && gpu instanceof GPUDevice)) {
    return await new Promise<AppError>(() => {});
  }
  const { reason, message } = await gpu.lost;
  return new AppError(
    "device-lost",
    { reason, message: message.slice(0, 300) },
    { retryable: true },
  );
}
