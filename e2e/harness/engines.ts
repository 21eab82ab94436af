import { env } from "@huggingface/transformers";
import { AppError, toAppError } from "../../src/log/errors.ts";
import { type Catalogue, catalogue, embeddedModel } from "../../src/models/catalogue.ts";
import type { CatalogueModel } from "../../src/models/catalogue-model.ts";
import { probeGpu, probeResources } from "../../src/models/device.ts";
import { createWorkerEncoder } from "../../src/models/encoder/transformers-encoder-worker.ts";
import type { Device, LoadedModel, LoadProgress } from "../../src/models/engine.ts";
import { loadTransformers } from "../../src/models/transformers/load.ts";
import { configureRuntime } from "../../src/models/transformers/runtime.ts";
import { TransformersEngine } from "../../src/models/transformers/transformers.ts";
import { deviceLost } from "../../src/models/transformers/web.ts";
import { catalogueModelOf, type WebLlmRecord } from "../../src/models/web-llm/models.ts";
import { WebLlmEngine } from "../../src/models/web-llm/web-llm.ts";
import type { ChatEnd, ChatRequest, PassageReading } from "../../src/runtime/ports.ts";
import { type ContractOptions, contractCases } from "../../src/testing/engine-contract-cases.ts";

const modelsBase = new URL("/models/", location.href).href;
const never = new AbortController().signal;

async function readCatalogue(): Promise<Catalogue> {
  return catalogue.parse(await (await fetch(`${modelsBase}catalogue.json`)).json());
}

async function entry(id: string): Promise<CatalogueModel> {
  const found = (await readCatalogue()).models.find((model) => model.id === id);
  if (found === undefined) throw new AppError("model-unknown", { model: id });
  return found;
}

interface Loaded {
  model: LoadedModel;
  seconds: number;
  progress: LoadProgress[];
}

async function load(
  id: string,
  device: Device | "auto",
  changes: Partial<CatalogueModel> & { base?: string } = {},
  signal: AbortSignal = never,
): Promise<Loaded> {
  const { base = modelsBase, ...rest } = changes;
  const engine = new TransformersEngine({ modelsBase: base });
  const progress: LoadProgress[] = [];
  const start = performance.now();
  const model = await engine.load(
    { ...(await entry(id)), ...rest },
    { device, threads: 1, onProgress: (one) => progress.push(one) },
    signal,
  );
  return { model, progress, seconds: (performance.now() - start) / 1000 };
}

async function endOf(model: LoadedModel, request: ChatRequest): Promise<ChatEnd> {
  for await (const part of model.generate(request, never)) if (part.type === "end") return part;
  throw new AppError("internal", { message: "no end" });
}

/** Null for a passed case, otherwise its failure. */
async function contract(
  id: string,
  device: Device,
  options: Omit<ContractOptions, "unload">,
): Promise<Record<string, string | null>> {
  const { model } = await load(id, device);
  const outcomes: Record<string, string | null> = {};
  for (const one of contractCases) {
    try {
      await one.run(model, { ...options, unload: () => model.unload() });
      outcomes[one.name] = null;
    } catch (error) {
      outcomes[one.name] = String(error);
    }
  }
  return outcomes;
}

async function generate(
  id: string,
  device: Device | "auto",
  requests: readonly ChatRequest[],
  changes: Partial<CatalogueModel> & { base?: string } = {},
): Promise<{ device: Device; seconds: number; ends: ChatEnd[]; progress: LoadProgress[] }> {
  const { model, seconds, progress } = await load(id, device, changes);
  const ends: ChatEnd[] = [];
  for (const request of requests) ends.push(await endOf(model, request));
  await model.unload();
  return { device: model.device, seconds, ends, progress };
}

async function failingLoad(
  id: string,
  device: Device,
  options: { changes?: Partial<CatalogueModel>; base?: string; abortAfterMs?: number },
): Promise<{ code: string; ms: number }> {
  const controller = new AbortController();
  const { abortAfterMs, base } = options;
  let start = performance.now();
  if (abortAfterMs !== undefined) {
    setTimeout(() => {
      start = performance.now();
      controller.abort();
    }, abortAfterMs);
  }
  try {
    const where = base === undefined ? {} : { base };
    await load(id, device, { ...options.changes, ...where }, controller.signal);
    return { code: "none", ms: 0 };
  } catch (error) {
    return { code: toAppError(error).code, ms: performance.now() - start };
  }
}

async function vectorsOf(
  device: Device,
  texts: readonly string[],
): Promise<{ vectors: readonly Float32Array[]; seconds: number }> {
  const model = embeddedModel(await readCatalogue(), "encoder");
  if (model === undefined) throw new AppError("model-unknown", { role: "encoder" });
  const encoder = await createWorkerEncoder({
    device,
    threads: 1,
    modelUrlOrPath: `${modelsBase}${model.path}`,
    model,
  });
  const start = performance.now();
  const vectors = await encoder.embed(texts, never);
  const seconds = (performance.now() - start) / 1000;
  await encoder.dispose();
  return { vectors, seconds };
}

/** The cosine, for unit vectors. */
function dot(a: Float32Array | undefined, b: Float32Array | undefined): number {
  return a?.reduce((sum, one, i) => sum + one * (b?.[i] ?? 0), 0) ?? 0;
}

async function embed(
  device: Device,
  texts: readonly string[],
): Promise<{ lengths: number[]; dots: number[]; seconds: number }> {
  const { vectors, seconds } = await vectorsOf(device, texts);
  const dots = vectors.map((vector) => dot(vector, vectors[0]));
  return { lengths: vectors.map((vector) => vector.length), dots, seconds };
}

async function embedOnBoth(
  devices: readonly [Device, Device],
  text: string,
): Promise<{ cosine: number; lengths: number[]; seconds: number[] }> {
  const first = await vectorsOf(devices[0], [text]);
  const second = await vectorsOf(devices[1], [text]);
  const both = [...first.vectors, ...second.vectors];
  return {
    cosine: dot(both[0], both[1]),
    lengths: both.map((vector) => vector.length),
    seconds: [first.seconds, second.seconds],
  };
}

/**
 * Counts live bytes by patching the device, on the page, since a worker's device is out of reach.
 */
async function gpuBytes(id: string, rounds: readonly number[]): Promise<number[]> {
  let alive = 0;
  const create = GPUDevice.prototype.createBuffer;
  const destroy = GPUBuffer.prototype.destroy;
  const sizes = new WeakMap<GPUBuffer, number>();
  GPUDevice.prototype.createBuffer = function (descriptor) {
    const buffer = create.call(this, descriptor);
    sizes.set(buffer, descriptor.size);
    alive += descriptor.size;
    return buffer;
  };
  GPUBuffer.prototype.destroy = function () {
    alive -= sizes.get(this) ?? 0;
    sizes.delete(this);
    return destroy.call(this);
  };
  configureRuntime("webgpu", 1);
  const model = await loadTransformers(
    {
      model: { ...(await entry(id)), files: [] },
      modelsBase,
      device: "webgpu",
      threads: 1,
      prefixCacheBytes: 2 ** 24,
      nowMs: () => performance.now(),
      random: Math.random,
      onPhase: () => {},
    },
    never,
  );
  const request: ChatRequest = {
    messages: [
      { role: "system", content: "You answer in a few plain words." },
      { role: "user", content: "What lives in the sea?" },
    ],
    fixedPrefixMessages: 1,
    maxTokens: 3,
    stop: [],
    temperature: 0,
    purpose: "read",
  };
  const impossible = { kind: "choice", options: [] } as const;
  const counts: number[] = [];
  for (const calls of rounds) {
    for (let i = 0; i < calls; i++) {
      await model.call(request, () => {}, never);
      await model.call({ ...request, constraint: impossible }, () => {}, never).catch(() => {});
    }
    counts.push(alive);
  }
  await model.dispose();
  return counts;
}

/** If refused, returns null and the error code. */
async function readOn(
  device: Device,
  question: string,
  passages: readonly string[],
  changes: Partial<CatalogueModel> = {},
): Promise<{ refused: string | null; readings: readonly PassageReading[]; known: number }> {
  const model = embeddedModel(await readCatalogue(), "encoder");
  if (model === undefined) throw new AppError("model-unknown", { role: "encoder" });
  try {
    const encoder = await createWorkerEncoder({
      device,
      threads: 1,
      modelUrlOrPath: `${modelsBase}${model.path}`,
      model: { ...model, ...changes },
    });
    const { reader } = encoder;
    if (reader === null) throw new AppError("model-nonsense", { cause: "no-heads" });
    const readings = await reader.read(question, passages, never);
    const known = await reader.known(question, "Warsaw", never, null);
    await encoder.dispose();
    return { refused: null, readings, known };
  } catch (error) {
    return { refused: toAppError(error).code, readings: [], known: Number.NaN };
  }
}

/** Runs on the page, since a worker's device is out of reach. */
async function loseEncoder(): Promise<string> {
  const model = embeddedModel(await readCatalogue(), "encoder");
  if (model === undefined) throw new AppError("model-unknown", { role: "encoder" });
  const { createEncoder } = await import("../../src/models/encoder/transformers-encoder.ts");
  return await new Promise((resolve, reject) => {
    createEncoder({
      device: "webgpu",
      threads: 1,
      modelUrlOrPath: `${modelsBase}${model.path}`,
      model,
      onLost: ({ code }) => resolve(code),
    })
      .then(async () => {
        const gpu: unknown = await env.backends.onnx.webgpu?.device;
        if (gpu instanceof GPUDevice) gpu.destroy();
      })
      .catch(reject);
  });
}

async function loseDevice(): Promise<string> {
  const told = deviceLost("webgpu");
  const gpu: unknown = await env.backends.onnx.webgpu?.device;
  if (gpu instanceof GPUDevice) gpu.destroy();
  return (await told).code;
}

async function failingWebLlm(record: WebLlmRecord): Promise<{ code: string; cause: string }> {
  const own = record.model === "" ? [] : [record];
  const engine = new WebLlmEngine({ own });
  const options = { device: "auto", threads: 1, onProgress: () => {} } as const;
  try {
    await engine.load(catalogueModelOf(record), options, never);
    return { code: "none", cause: "" };
  } catch (error) {
    const { code, params } = toAppError(error);
    return { code, cause: String(params["message"] ?? "") };
  }
}

async function webLlmModels(): Promise<{ id: string; needsF16: boolean }[]> {
  const models = await new WebLlmEngine().models();
  return models.map(({ id, needsF16 }) => ({ id, needsF16 }));
}

const harness = {
  contract,
  generate,
  failingLoad,
  embed,
  embedOnBoth,
  gpuBytes,
  loseDevice,
  loseEncoder,
  readOn,
  failingWebLlm,
  webLlmModels,
  probeGpu,
  probeResources,
};
export type Harness = typeof harness;

declare global {
  var engineHarness: Harness | undefined;
}
globalThis.engineHarness = harness;
