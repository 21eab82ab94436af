import { AutoModelForCausalLM, AutoTokenizer } from "@huggingface/transformers";
import * as z from "zod/mini";
import { AppError } from "../../log/errors.ts";
import type { CatalogueModel } from "../catalogue-model.ts";
import type { Device, LoadPhase } from "../engine.ts";
import { warmUp } from "./check.ts";
import { transformersError } from "./errors.ts";
import { graphSettings } from "./graph.ts";
import { TransformersModel, trieOf } from "./model.ts";
import { readEmbedded, readHub } from "./source.ts";
import { type WeightsFile, withWeights } from "./weights.ts";

function sourceOf({ id, path, hub }: CatalogueModel, modelsBase: string): string {
  if (path !== null) readEmbedded(modelsBase);
  else readHub();
  const source = path ?? hub;
  if (source === null) throw new AppError("model-unknown", { model: id });
  return source;
}

export interface LoadTransformersOptions {
  model: CatalogueModel;
  modelsBase: string;
  device: Device;
  threads: number;
  prefixCacheBytes: number;
  nowMs: () => number;
  random: () => number;
  onPhase: (phase: LoadPhase) => void;
  onFile?: (file: string, loadedBytes: number) => void;
  /** Null or absent: the library reads them. */
  weights?: Promise<readonly WeightsFile[]> | null;
}

const fileProgress = z.object({
  status: z.literal("progress"),
  file: z.string(),
  loaded: z.number(),
});

function progressCallback(onFile: LoadTransformersOptions["onFile"]) {
  if (onFile === undefined) return {};
  return {
    progress_callback: (event: unknown) => {
      const progress = fileProgress.safeParse(event);
      if (progress.success) onFile(progress.data.file, progress.data.loaded);
    },
  };
}

export async function loadTransformers(
  options: LoadTransformersOptions,
  signal: AbortSignal,
): Promise<TransformersModel> {
  const { model: entry, modelsBase, device, threads } = options;
  const source = sourceOf(entry, modelsBase);
  const { session_options, ...graph } = graphSettings(entry, device);
  const session = {
    ...session_options,
    ...(device === "cpu" ? { intraOpNumThreads: threads } : {}),
  };
  const settings = { device, ...graph, ...progressCallback(options.onFile) };
  try {
    const tokenizer = await AutoTokenizer.from_pretrained(source);
    const trie = trieOf(tokenizer);
    const weights = await options.weights;
    const model = await AutoModelForCausalLM.from_pretrained(source, {
      ...settings,
      ...(weights ? withWeights(session, weights, device) : { session_options: session }),
    });
    const loaded = new TransformersModel({
      tokenizer,
      trie,
      model,
      contextTokens: entry.contextTokens,
      prefixCacheBytes: options.prefixCacheBytes,
      guesses: entry.passInvariant === true && device !== "webgpu",
      keepsChains: device !== "webgpu",
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
    throw transformersError(thrown, "model-load-failed", { model: entry.id });
  }
}
