import { readFile } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod/mini";
import { readActionPolicy } from "../evaluation/policy/policy.ts";
import { worthJudge } from "../evaluation/policy/worth-judge.ts";
import type { ModelRef } from "../log/types.ts";
import { readPolicy } from "../methods/homo-router/training/policy.ts";
import { sourceRouter } from "../methods/homo-router/training/source-router.ts";
import type { Encoder } from "../models/encoder/transformers-encoder.ts";
import { sleep } from "../models/openai-compatible/waiting.ts";
import { memoryToolCache } from "../retrieval/search-services/cache.ts";
import type { ToolSettings } from "../retrieval/search-services/service.ts";
import { type LoadedServices, loadSearchServices } from "../retrieval/search-services/tool.ts";
import type {
  ChatModel,
  Embedder,
  SearchTool,
  SourceRouter,
  WorthJudge,
} from "../runtime/ports.ts";
import { systemClock } from "./node-ports.ts";
import { findPlace, type Place } from "./place.ts";
import { type Configured, UsageError } from "./run-settings.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * An `apiKey` of "$NAME" is read from the environment. The UsageError names the field, never its
 * value.
 */
export async function loadTools(
  file: string | undefined,
  environment: Environment,
): Promise<SearchTool[]> {
  const path = file ?? environment["HOPWISE_TOOLS_FILE"];
  if (!path) return [];
  const loaded = await loadSearchServices();
  const settings = readTools(await textOf(path), path, environment, loaded);
  const cache = memoryToolCache();
  const services = { fetch: globalThis.fetch, clock: systemClock, sleep, cache };
  return settings.map((one) => loaded.createTool(one, services));
}

/** Throws UsageError. */
export function readTools(
  text: string,
  path: string,
  environment: Environment,
  { toolSettings }: Pick<LoadedServices, "toolSettings">,
): ToolSettings[] {
  const parsed = z.array(z.unknown()).safeParse(json(text, path));
  if (!parsed.success) throw new UsageError(`${path}: it is not a list of search services.`);
  const tools = parsed.data.map((entry, index) => {
    const tool = toolSettings.safeParse(withKey(entry, path, environment));
    if (tool.success) return tool.data;
    const field = tool.error.issues[0]?.path.join(".") ?? "";
    throw new UsageError(
      `${path}: entry ${index + 1} is no search service${field === "" ? "" : ` (${field})`}.`,
    );
  });
  const ids = tools.map(({ id }) => id);
  const twice = ids.find((id, index) => ids.indexOf(id) !== index);
  if (twice !== undefined) throw new UsageError(`${path}: two services are named "${twice}".`);
  return tools;
}

const keyed = z.looseObject({ apiKey: z.string().check(z.regex(/^\$\w+$/)) });

function withKey(entry: unknown, path: string, environment: Environment): unknown {
  const parsed = keyed.safeParse(entry);
  if (!parsed.success) return entry;
  const name = parsed.data.apiKey.slice(1);
  const apiKey = environment[name];
  if (!apiKey) throw new UsageError(`${path}: the environment has no ${name}.`);
  return { ...parsed.data, apiKey };
}

export function routerLine({ answerer = null }: SourceRouter): string {
  return answerer === null
    ? "The search router does not say whose answers it was trained on."
    : `The search router was trained on the answers of ${answerer.model}, as the ${answerer.tier} model.`;
}

/** Throws UsageError, or `router-data-invalid`, also if it belongs to another encoder. */
export async function loadRouter(
  file: string | undefined,
  environment: Environment,
  embedder: Embedder,
  encoderId: () => Promise<string>,
): Promise<SourceRouter | null> {
  const path = file ?? environment["HOPWISE_ROUTER_FILE"];
  if (!path) return null;
  return sourceRouter(readPolicy(await textOf(path)), embedder, await encoderId());
}

export function shippedPolicy({ root }: Place): string {
  return join(root, "public/examples/where-it-pays.json");
}

/** Throws UsageError, or `policy-data-invalid`. */
export async function loadWorth(
  file: string | undefined,
  embedder: Embedder,
  encoderId: () => Promise<string>,
  { price }: Pick<ModelRef, "price">,
): Promise<WorthJudge> {
  const policy = readActionPolicy(await textOf(file ?? shippedPolicy(findPlace())));
  return worthJudge(policy, { embedder, encoder: await encoderId(), price });
}

export function configuredOf(loaded: {
  large: ChatModel | null;
  encoder: Pick<Encoder, "reader">;
  tools: readonly SearchTool[];
  router: SourceRouter | null;
}): Configured {
  return {
    large: loaded.large !== null,
    heads: loaded.encoder.reader !== null,
    tools: loaded.tools.map(({ ref }) => ref),
    routerTools: loaded.router?.toolIds ?? null,
  };
}

async function textOf(path: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch {
    throw new UsageError(`${path} cannot be read.`);
  }
}

function json(text: string, path: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new UsageError(`${path}: it is not JSON.`);
  }
}
