import { availableParallelism } from "node:os";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { english } from "../language/english/english.ts";
import type { Tier } from "../log/types.ts";
import {
  memoryLedger,
  type QuestionBudget,
  questionBudget,
} from "../models/budget/spending-cap.ts";
import { createEncoder, type Encoder } from "../models/encoder/transformers-encoder.ts";
import type { LoadedModel, LoadProgress } from "../models/engine.ts";
import { loadTested } from "../models/load-tested.ts";
import {
  type RemoteFlags,
  remoteFromEnvironment,
} from "../models/openai-compatible/environment.ts";
import { createRemoteModel } from "../models/openai-compatible/remote.ts";
import { loadPriceTable, priceOf } from "../models/prices/price-table.ts";
import type { ChatModel, Clock, Ports, StopSignal } from "../runtime/ports.ts";
import { engineInNode } from "./engines.ts";
import { findModel, type ModelPlace } from "./model-place.ts";
import { findPlace, type Place } from "./place.ts";

export const systemClock: Clock = {
  nowMs: () => performance.now(),
  epochMs: () => Date.now(),
};

/** `id` and `folder` are as in `model-place.ts`. */
export async function loadSmall(
  options: {
    threads: number;
    id?: string;
    folder?: string;
    onProgress?: (progress: LoadProgress) => void;
  },
  signal: StopSignal,
): Promise<LoadedModel> {
  const threads = Math.min(options.threads, availableParallelism());
  const { folder, onProgress = () => {} } = options;
  const { model, modelsFolder: modelsBase } = await findSmall(options.id, folder);
  const engine = await engineInNode(model).open({ modelsBase });
  return loadTested(engine, model, { device: "cpu", threads, onProgress }, signal);
}

export function findSmall(
  id: string | undefined,
  folder = modelsIn(findPlace()),
): Promise<ModelPlace> {
  return findModel(folder, "small-lm", id);
}

export function modelsIn({ root }: Place): string {
  return join(root, "models");
}

export async function loadEncoder(
  threads: number,
  id?: string,
  from: Place = findPlace(),
): Promise<Encoder> {
  const place = await findModel(modelsIn(from), "encoder", id);
  const modelUrlOrPath = join(place.modelsFolder, place.model.path ?? "");
  return createEncoder({ modelUrlOrPath, device: "cpu", threads });
}

/** Shared by all paid calls; null for no cap. */
export function budgetOf(capUsd: number | null): QuestionBudget {
  return questionBudget({ perQuestionUsd: capUsd, perDayUsd: null }, memoryLedger(), today);
}

export function today(): string {
  return new Date().toISOString().slice(0, 10);
}

export interface SmallChoice {
  servers: Record<Tier, RemoteFlags>;
  /** A catalogue id or a folder; if given, the model runs in this process. */
  small: string | undefined;
}

/** Null if the tier has no server. */
export function serverFor(tier: Tier, { servers, small }: SmallChoice) {
  // A model named for this process precedes the environment's server.
  if (tier === "small" && small !== undefined) return null;
  return remoteFromEnvironment(servers[tier], process.env, today(), tier);
}

/** Null if the tier has no server. Calls never exceed the budget's cap. */
export async function connectServer(
  tier: Tier,
  given: SmallChoice,
  budget: QuestionBudget,
): Promise<ChatModel | null> {
  const configured = serverFor(tier, given);
  if (configured === null) return null;
  const { settings } = configured;
  const price = configured.price ?? priceOf(settings, await loadPriceTable(), [], today());
  const model = createRemoteModel(settings, {
    tier,
    price,
    // An evaluation has several runs in parallel.
    atOnce: Number.POSITIVE_INFINITY,
  });
  return budget.cap(model, { reasoningTokens: settings.reasoningTokens });
}

export function portsOf(
  parts: Omit<Ports, "clock" | "embedder" | "reader" | "tools" | "router" | "language"> &
    Partial<Pick<Ports, "clock" | "tools" | "router">> & { encoder: Omit<Encoder, "dispose"> },
): Ports {
  const { encoder, tools = [], router = null, clock = systemClock, ...rest } = parts;
  return {
    ...rest,
    tools,
    router,
    embedder: encoder,
    reader: encoder.reader,
    language: english,
    clock,
  };
}
