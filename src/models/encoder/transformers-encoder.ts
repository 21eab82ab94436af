/** Makes sentence vectors and, if the model has heads, a reader. Runs in any worker and in Node. */
import { AutoConfig, pipeline } from "@huggingface/transformers";
import * as z from "zod/mini";
import { AppError } from "../../log/errors.ts";
import type { Embedder, PassageReader, StopSignal } from "../../runtime/ports.ts";
import type { CatalogueModel } from "../catalogue-model.ts";
import type { Device, LoadProgress } from "../engine.ts";
import { transformersError } from "../transformers/errors.ts";
import { bytesOnDevice, type GraphSettings, graphSettings } from "../transformers/graph.ts";
import { readEmbedded } from "../transformers/source.ts";
import { type WeightsFile, withWeights } from "../transformers/weights.ts";
import { headsConfig } from "./encoder-heads.ts";
import { createReader } from "./encoder-reader.ts";
import { compareWithKnown, knownValues } from "./known-values.ts";
import { runHeads, vocabularyOf } from "./transformers-encoder-heads.ts";

export interface EncoderOptions {
  /** An absolute URL in a browser, a path in Node. */
  modelUrlOrPath: string;
  device: Device;
  threads: number;
  /** Selects the graph and, in a browser, verifies files. Absent: the int8 graph, unverified. */
  model?: CatalogueModel;
  onProgress?: (progress: LoadProgress) => void;
  onLost?: (error: AppError) => void;
}

export interface Encoder extends Embedder {
  readonly reader: PassageReader | null;
  dispose(): Promise<void>;
}

/** Larger batches only pad short texts. */
const BATCH = 8;
const MAX_PAIR_TOKENS = 512;

/**
 * On a CPU, single pairs take four fifths of the time of eight padded ones; and int8 scales by a
 * pass's largest value, so neighbours would change a reading.
 */
function pairsAtOnce(device: Device): number {
  return device === "webgpu" ? 8 : 1;
}

function splitFolder(modelUrlOrPath: string): { base: string; name: string } {
  const folder = modelUrlOrPath.replace(/(?<!\/)\/+$/, "");
  const cut = folder.lastIndexOf("/") + 1;
  return { base: folder.slice(0, cut), name: folder.slice(cut) };
}

const encoderConfig = z.object({
  max_position_embeddings: z.int(),
  hopwise_heads: z.optional(headsConfig),
  /**
   * These nodes look words up in the packed table and run on the CPU: WebGPU lacks kernels for
   * bytes, and many adapters lack 16-bit floats. Defaults to the first encoder's nodes.
   */
  hopwise_cpu_nodes: z._default(z.array(z.string()), ["n11_Gather", "n12_Cast"]),
  /** Absent: WebGPU outputs are only checked for shape and finiteness. */
  hopwise_check: z.optional(knownValues),
});
type EncoderConfig = z.infer<typeof encoderConfig>;

function sessionOptions({ device, threads }: EncoderOptions, config: EncoderConfig) {
  if (device === "cpu") return { intraOpNumThreads: threads };
  if (device === "wasm") return {};
  const forceCpuNodeNames = config.hopwise_cpu_nodes;
  return { executionProviders: [{ name: device, forceCpuNodeNames }] };
}

/** `weights` are already read, so the library does not load them again. */
async function loadPipeline(
  name: string,
  options: EncoderOptions,
  weights: Promise<readonly WeightsFile[]> | null = null,
) {
  const { device, model } = options;
  const read = await AutoConfig.from_pretrained(name);
  const config = encoderConfig.parse(read);
  const int8: GraphSettings = { dtype: "q8", session_options: {} };
  const graph = model === undefined ? int8 : graphSettings(model, device);
  const session = { ...graph.session_options, ...sessionOptions(options, config) };
  const files = await weights;
  const extractor = await pipeline("feature-extraction", name, {
    ...graph,
    device,
    config: read,
    ...(files === null ? { session_options: session } : withWeights(session, files, device)),
  });
  return { extractor, config };
}

type Loaded = Awaited<ReturnType<typeof loadPipeline>>;
type Extractor = Loaded["extractor"];

async function loadInBrowser(
  name: string,
  base: string,
  options: EncoderOptions & { device: Exclude<Device, "cpu"> },
): Promise<Loaded> {
  // The browser's runtime files are build assets, which Node lacks.
  const [{ ByteProgress, deviceLost, withVerifiedFiles }, { configureRuntime, startRuntime }] =
    await Promise.all([import("../transformers/web.ts"), import("../transformers/runtime.ts")]);
  const { device, model, onProgress = () => {}, onLost = () => {} } = options;
  configureRuntime(device, options.threads);
  if (model === undefined) {
    await startRuntime(device);
    return await loadPipeline(name, options);
  }
  const progress = new ByteProgress(bytesOnDevice(model, device), onProgress, () =>
    performance.now(),
  );
  progress.phase("downloading");
  const loaded = await withVerifiedFiles(model, { modelsBase: base, device, progress }, (weights) =>
    loadPipeline(name, options, weights),
  );
  void deviceLost(device).then(onLost);
  return loaded;
}

async function load(options: EncoderOptions): Promise<Loaded> {
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

function readerOf(
  { extractor, config }: Loaded,
  device: Device,
  inTurn: InTurn,
): PassageReader | null {
  const heads = config.hopwise_heads;
  if (heads === undefined) return null;
  const reader = createReader({
    vocabulary: vocabularyOf(extractor.tokenizer),
    heads,
    maxRows: pairsAtOnce(device),
    maxTokens: Math.min(MAX_PAIR_TOKENS, config.max_position_embeddings),
    run: (batch) => runHeads(extractor.model, batch),
  });
  return {
    read: (...asked) => inTurn(() => reader.read(...asked)),
    relevance: (...asked) => inTurn(() => reader.relevance(...asked)),
    known: (...asked) => inTurn(() => reader.known(...asked)),
  };
}

type InTurn = <T>(work: () => Promise<T>) => Promise<T>;

/** Calls share one session and must not interleave. */
function oneAtATime(): InTurn {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const turn = last.then(work);
    last = turn.catch(() => {});
    return turn.catch((thrown: unknown) => {
      throw transformersError(thrown, "generation-failed");
    });
  };
}

/**
 * int8 on a CPU was measured as is, so one sentence and pair suffice; a GPU must reproduce known
 * values. Throws AppError.
 */
async function prove(
  { extractor, config }: Loaded,
  reader: PassageReader | null,
  device: Device,
): Promise<void> {
  const known = config.hopwise_check;
  if (device === "webgpu" && known !== undefined && reader !== null) {
    const embed = (texts: string[]) => embedBatch(extractor, texts);
    return await compareWithKnown(known, { embed, reader });
  }
  await embedBatch(extractor, ["warm up"]);
  await reader?.read("Warm up?", ["warm up"], new AbortController().signal);
}

export async function createEncoder(options: EncoderOptions): Promise<Encoder> {
  const tell = (phase: LoadProgress["phase"]) => {
    const { model, device, onProgress } = options;
    const totalBytes = model === undefined ? null : bytesOnDevice(model, device);
    onProgress?.({ phase, loadedBytes: totalBytes ?? 0, totalBytes, bytesPerSecond: null });
  };
  const fail = (thrown: unknown) => {
    throw transformersError(thrown, "model-load-failed", { model: options.modelUrlOrPath });
  };
  const loaded = await load(options).catch(fail);
  const { extractor } = loaded;
  const inTurn = oneAtATime();
  const reader = readerOf(loaded, options.device, inTurn);
  tell("warming-up");
  await prove(loaded, reader, options.device).catch(fail);
  tell("ready");
  const embedAll = async (texts: readonly string[], signal: StopSignal) => {
    const vectors: Float32Array[] = [];
    for (let at = 0; at < texts.length; at += BATCH) {
      if (signal.aborted) throw new AppError("stopped");
      vectors.push(...(await embedBatch(extractor, texts.slice(at, at + BATCH))));
    }
    return vectors;
  };
  return {
    embed: (texts, signal) => inTurn(() => embedAll(texts, signal)),
    reader,
    dispose: () => extractor.dispose(),
  };
}
