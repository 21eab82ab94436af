/** Loading a catalogue model with @huggingface/transformers, in a worker or in Node alike. */
import { AutoModelForCausalLM, AutoTokenizer, env } from "@huggingface/transformers";
import * as z from "zod/mini";
import { AppError } from "../core/errors.ts";
import type { ModelRef } from "../core/types.ts";
import type { CatalogueModel } from "./catalogue.ts";
import type { Device, LoadPhase } from "./engine.ts";
import { warmUp } from "./transformers-check.ts";
import { TransformersModel } from "./transformers-model.ts";

/** Room for the fixed beginnings of all of a pipeline's prompts: about 8 of 250 tokens at 46 KB each. */
export const DEFAULT_PREFIX_CACHE_BYTES = 96 * 1024 * 1024;

/** The forms of weights whose files the library can name. */
const dtype = z.enum(["fp32", "fp16", "q8", "int8", "uint8", "q4", "bnb4", "q4f16"]);
export type Dtype = z.infer<typeof dtype>;

/** The form of the weights for a device; throws when the catalogue has none for it. */
export function dtypeFor(model: CatalogueModel, device: Device): Dtype {
  const named = dtype.safeParse(model.dtype[device]);
  if (named.success) return named.data;
  throw new AppError("model-load-failed", {
    model: model.id,
    device,
    cause: "no-weights-for-device",
  });
}

/** How runs name a model of this engine. */
export function transformersRef(model: CatalogueModel): ModelRef {
  return {
    engine: "transformers",
    model: model.id,
    tier: "small",
    destination: "device",
    price: null,
  };
}

/** What the library calls the model: its folder under `modelsBase`, or its name on the hub. */
export function sourceOf(model: CatalogueModel, modelsBase: string): string {
  const { path, hub } = model;
  // The library keeps these in one global; models load one at a time.
  env.localModelPath = modelsBase;
  env.allowLocalModels = path !== null;
  env.allowRemoteModels = path === null;
  const source = path ?? hub;
  if (source === null) throw new AppError("model-unknown", { model: model.id });
  return source;
}

export interface LoadTransformersOptions {
  model: CatalogueModel;
  /** Folder or URL of the embedded models. */
  modelsBase: string;
  device: Device;
  threads: number;
  prefixCacheBytes: number;
  nowMs: () => number;
  random: () => number;
  onPhase: (phase: LoadPhase) => void;
}

function loadFailure(model: CatalogueModel, thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown;
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  const code = /out of memory|allocation failed|Array buffer allocation|bad_alloc/i.test(message)
    ? "out-of-memory"
    : "model-load-failed";
  return new AppError(
    code,
    { model: model.id, message: message.slice(0, 300) },
    { retryable: true, cause: thrown },
  );
}

/** Loads, warms up and tests a model; what it returns is known to work here. */
export async function loadTransformers(
  options: LoadTransformersOptions,
  signal: AbortSignal,
): Promise<TransformersModel> {
  const { model: entry, modelsBase, device, threads } = options;
  const source = sourceOf(entry, modelsBase);
  const settings = {
    device,
    dtype: dtypeFor(entry, device),
    session_options: device === "cpu" ? { intraOpNumThreads: threads } : {},
  };
  try {
    const tokenizer = await AutoTokenizer.from_pretrained(source);
    const model = await AutoModelForCausalLM.from_pretrained(source, settings);
    const loaded = new TransformersModel({
      tokenizer,
      model,
      contextTokens: entry.contextTokens,
      prefixCacheBytes: options.prefixCacheBytes,
      nowMs: options.nowMs,
      random: options.random,
    });
    options.onPhase("warming-up");
    await warmUp(loaded, entry, signal).catch(async (error: unknown) => {
      await loaded.dispose();
      throw error;
    });
    return loaded;
  } catch (thrown) {
    throw loadFailure(entry, thrown);
  }
}
