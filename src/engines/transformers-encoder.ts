/**
 * Sentence vectors with @huggingface/transformers: for dense retrieval and for telling
 * duplicate queries. Runs inside any worker, and in Node.
 */
import { pipeline } from "@huggingface/transformers";
import { AppError } from "../core/errors.ts";
import type { Embedder, StopSignal } from "../core/ports.ts";
import type { CatalogueModel } from "./catalogue.ts";
import type { Device, LoadProgress } from "./engine.ts";
import { transformersError } from "./transformers-errors.ts";
import { readEmbedded } from "./transformers-source.ts";

export interface EncoderOptions {
  /** The model's own folder: an absolute URL in a browser, a path in Node. */
  modelUrlOrPath: string;
  device: Device;
  threads: number;
  /** Compares the files with this catalogue entry while loading; browsers only. */
  model?: CatalogueModel;
  onProgress?: (progress: LoadProgress) => void;
}

export interface Encoder extends Embedder {
  dispose(): Promise<void>;
}

/** int8 pays in batches; larger ones only pad short texts to the longest. */
const BATCH = 8;

function splitFolder(modelUrlOrPath: string): { base: string; name: string } {
  const folder = modelUrlOrPath.replace(/\/+$/, "");
  const cut = folder.lastIndexOf("/") + 1;
  return { base: folder.slice(0, cut), name: folder.slice(cut) };
}

/**
 * The nodes of the encoder that touch 16-bit floats: the lookup of the word table's
 * scales and its widening. Many adapters have no such floats and refuse the shaders of
 * both, so these two run on the CPU. The names are those that `models/training` gives.
 */
const HALF_PRECISION_NODES: readonly string[] = ["n11_Gather", "n12_Cast"];

function sessionOptions({ device, threads }: EncoderOptions) {
  if (device === "cpu") return { intraOpNumThreads: threads };
  if (device === "wasm") return {};
  return { executionProviders: [{ name: device, forceCpuNodeNames: HALF_PRECISION_NODES }] };
}

function loadPipeline(name: string, options: EncoderOptions) {
  return pipeline("feature-extraction", name, {
    device: options.device,
    dtype: "q8",
    session_options: sessionOptions(options),
  });
}

type Extractor = Awaited<ReturnType<typeof loadPipeline>>;

async function loadInBrowser(
  name: string,
  base: string,
  options: EncoderOptions & { device: Exclude<Device, "cpu"> },
): Promise<Extractor> {
  // The browser's runtime files are assets of the build, which Node has not got.
  const { ByteProgress, configureRuntime, withVerifiedFiles } = await import(
    "./transformers-web.ts"
  );
  configureRuntime(options.device, options.threads);
  const { model, onProgress = () => {} } = options;
  if (model === undefined) return await loadPipeline(name, options);
  const progress = new ByteProgress(model.bytes, onProgress, () => performance.now());
  progress.phase("downloading");
  return await withVerifiedFiles(model, { modelsBase: base, progress }, () =>
    loadPipeline(name, options),
  );
}

async function load(options: EncoderOptions): Promise<Extractor> {
  const { base, name } = splitFolder(options.modelUrlOrPath);
  readEmbedded(base);
  const { device } = options;
  if (device === "cpu") return await loadPipeline(name, options);
  return await loadInBrowser(name, base, { ...options, device });
}

async function embedBatch(extractor: Extractor, texts: string[]): Promise<Float32Array[]> {
  const output = await extractor(texts, { pooling: "mean", normalize: true });
  const { data, dims } = output;
  const width = dims.at(-1) ?? 0;
  if (!(data instanceof Float32Array) || data.length !== texts.length * width) {
    throw new AppError("model-nonsense", { cause: "vectors", dims: dims.join("x") });
  }
  if (!data.every(Number.isFinite)) throw new AppError("model-nonsense", { cause: "not-finite" });
  const vectors = texts.map((_, i) => data.slice(i * width, (i + 1) * width));
  output.dispose();
  return vectors;
}

/** Loads the encoder and proves on one sentence that it works here. Throws AppError. */
export async function createEncoder(options: EncoderOptions): Promise<Encoder> {
  const tell = (phase: LoadProgress["phase"]) => {
    const bytes = options.model?.bytes ?? 0;
    const totalBytes = options.model?.bytes ?? null;
    options.onProgress?.({ phase, loadedBytes: bytes, totalBytes, bytesPerSecond: null });
  };
  const fail = (thrown: unknown) => {
    throw transformersError(thrown, "model-load-failed", { model: options.modelUrlOrPath });
  };
  const extractor = await load(options).catch(fail);
  tell("warming-up");
  await embedBatch(extractor, ["warm up"]).catch(fail);
  tell("ready");
  // Calls share one session and must not interleave.
  let last: Promise<unknown> = Promise.resolve();
  const embedAll = async (texts: readonly string[], signal: StopSignal) => {
    const vectors: Float32Array[] = [];
    for (let at = 0; at < texts.length; at += BATCH) {
      if (signal.aborted) throw new AppError("stopped");
      vectors.push(...(await embedBatch(extractor, texts.slice(at, at + BATCH))));
    }
    return vectors;
  };
  return {
    embed(texts, signal) {
      const turn = last.then(() => embedAll(texts, signal));
      last = turn.catch(() => {});
      return turn.catch((thrown: unknown) => {
        throw transformersError(thrown, "generation-failed");
      });
    },
    dispose: () => extractor.dispose(),
  };
}
