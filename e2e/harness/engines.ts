/** Puts the engines within reach of `e2e/engines.spec.ts`, in front of a real browser. */
import { AppError, toAppError } from "../../src/core/errors.ts";
import type { ChatEnd, ChatRequest } from "../../src/core/ports.ts";
import { type CatalogueModel, catalogue } from "../../src/engines/catalogue.ts";
import { type ContractOptions, contractCases } from "../../src/engines/contract-cases.ts";
import { probeGpu, probeResources } from "../../src/engines/device.ts";
import type { Device, LoadedModel, LoadProgress } from "../../src/engines/engine.ts";
import { TransformersEngine } from "../../src/engines/transformers.ts";
import { createWorkerEncoder } from "../../src/engines/transformers-encoder-worker.ts";

const modelsBase = new URL("/models/", location.href).href;
const never = new AbortController().signal;

async function entry(id: string): Promise<CatalogueModel> {
  const response = await fetch(`${modelsBase}catalogue.json`);
  const found = catalogue.parse(await response.json()).models.find((model) => model.id === id);
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

/** Outcome of each case: null, or what was broken. */
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
): Promise<{ device: Device; seconds: number; ends: ChatEnd[]; progress: LoadProgress[] }> {
  const { model, seconds, progress } = await load(id, device);
  const ends: ChatEnd[] = [];
  for (const request of requests) ends.push(await endOf(model, request));
  await model.unload();
  return { device: model.device, seconds, ends, progress };
}

/** The error code of a load that should fail, and how long it took. */
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

async function embed(
  device: Device,
  texts: readonly string[],
): Promise<{ lengths: number[]; dots: number[]; seconds: number }> {
  const model = await entry("all-minilm-l6-v2");
  const encoder = await createWorkerEncoder({
    modelUrlOrPath: `${modelsBase}${model.path}`,
    device,
    threads: 1,
    model,
  });
  const start = performance.now();
  const vectors = await encoder.embed(texts, never);
  const seconds = (performance.now() - start) / 1000;
  await encoder.dispose();
  const [first] = vectors;
  const dots = vectors.map((v) => v.reduce((sum, one, i) => sum + one * (first?.[i] ?? 0), 0));
  return { lengths: vectors.map((vector) => vector.length), dots, seconds };
}

const harness = { contract, generate, failingLoad, embed, probeGpu, probeResources };
export type Harness = typeof harness;

declare global {
  var engineHarness: Harness | undefined;
}
globalThis.engineHarness = harness;
