import { calcPrice, findProvider, type ModelInfo } from "@pydantic/genai-prices";
import type { PriceRow, PriceTable, ProviderPrices } from "./price-table.ts";

/** Its publication date is the prices' date. */
export const dataRelease = { version: "0.1.8", date: "2026-09-23" };

interface PricedProvider {
  id: string;
  title: string;
  hosts: readonly string[];
  models: readonly string[];
}

const picks: readonly PricedProvider[] = [
  {
    id: "openai",
    title: "OpenAI",
    hosts: ["api.openai.com"],
    models: [
      "gpt-4o",
      "gpt-4o-2024-05-13",
      "gpt-4o-mini",
      "gpt-4.1",
      "gpt-4.1-mini",
      "gpt-4.1-nano",
      "o3",
      "o4-mini",
      "gpt-5",
      "gpt-5-mini",
      "gpt-5-nano",
      "gpt-5.1",
      "gpt-5.2",
      "gpt-5.4",
      "gpt-5.4-mini",
      "gpt-5.4-nano",
      "gpt-5.5",
      "gpt-5.6-sol",
      "gpt-5.6-terra",
      "gpt-5.6-luna",
      "gpt-6-astra",
      "gpt-6-sol",
      "gpt-6-luna",
    ],
  },
  {
    id: "anthropic",
    title: "Anthropic",
    hosts: ["api.anthropic.com"],
    models: [
      "claude-haiku-4-5",
      "claude-sonnet-4-5",
      "claude-sonnet-4-6",
      "claude-sonnet-5",
      "claude-opus-4-5",
      "claude-opus-4-6",
      "claude-opus-4-7",
      "claude-opus-4-8",
      "claude-opus-5",
      "claude-opus-5-5",
      "claude-fable-5",
      "claude-fable-5-1",
    ],
  },
  {
    id: "google",
    title: "Google Gemini",
    hosts: ["generativelanguage.googleapis.com"],
    models: [
      "gemini-2.5-flash-lite",
      "gemini-2.5-flash",
      "gemini-2.5-pro",
      "gemini-3-flash-preview",
      "gemini-3.1-flash-lite",
      "gemini-3.1-pro-preview",
      "gemini-3.5-flash",
      "gemini-3.5-flash-lite",
      "gemini-3.6-flash",
      "gemini-3.7-flash",
      "gemini-3.8-flash",
    ],
  },
  {
    id: "mistral",
    title: "Mistral",
    hosts: ["api.mistral.ai"],
    models: [
      "ministral-3b-2512",
      "ministral-8b-2512",
      "ministral-14b-2512",
      "mistral-small-2603",
      "mistral-small-latest",
      "mistral-medium-3-5",
      "mistral-medium-latest",
      "mistral-large-2512",
      "mistral-large-latest",
    ],
  },
  {
    id: "groq",
    title: "Groq",
    hosts: ["api.groq.com"],
    models: [
      "llama-3.1-8b-instant",
      "llama-3.3-70b-versatile",
      "meta-llama/llama-4-scout-17b-16e-instruct",
      "meta-llama/llama-4-maverick-17b-128e-instruct",
      "openai/gpt-oss-20b",
      "openai/gpt-oss-120b",
      "qwen/qwen3-32b",
      "moonshotai/kimi-k2-instruct",
    ],
  },
  {
    id: "deepseek",
    title: "DeepSeek",
    hosts: ["api.deepseek.com"],
    models: ["deepseek-v4-flash", "deepseek-v4-pro", "deepseek-chat", "deepseek-reasoner"],
  },
  {
    id: "x-ai",
    title: "xAI",
    hosts: ["api.x.ai"],
    models: [
      "grok-3-mini",
      "grok-4",
      "grok-4-1-fast-reasoning",
      "grok-4.3",
      "grok-4.5",
      "grok-4.6",
    ],
  },
  {
    id: "together",
    title: "Together AI",
    hosts: ["api.together.ai", "api.together.xyz"],
    models: [
      "meta-llama/Meta-Llama-3.1-8B-Instruct-Turbo",
      "meta-llama/Llama-3.3-70B-Instruct-Turbo",
      "meta-llama/Llama-4-Scout-17B-16E-Instruct",
      "meta-llama/Llama-4-Maverick-17B-128E-Instruct-FP8",
    ],
  },
  {
    id: "openrouter",
    title: "OpenRouter",
    hosts: ["openrouter.ai"],
    models: [
      "anthropic/claude-haiku-4.5",
      "anthropic/claude-sonnet-5",
      "anthropic/claude-opus-5.5",
      "openai/gpt-5-mini",
      "openai/gpt-5.4-mini",
      "openai/gpt-5.5",
      "google/gemini-2.5-flash",
      "google/gemini-2.5-pro",
      "deepseek/deepseek-v4-flash",
      "meta-llama/llama-3.3-70b-instruct",
      "openai/gpt-oss-120b",
    ],
  },
  {
    id: "fireworks",
    title: "Fireworks",
    hosts: ["api.fireworks.ai"],
    models: [
      "accounts/fireworks/models/gpt-oss-20b",
      "accounts/fireworks/models/gpt-oss-120b",
      "accounts/fireworks/models/deepseek-v4-flash",
      "accounts/fireworks/models/deepseek-v4-pro",
    ],
  },
  {
    id: "cerebras",
    title: "Cerebras",
    hosts: ["api.cerebras.ai"],
    models: ["gemma-4-31b", "gpt-oss-120b"],
  },
];

/** Throws if a selected model is no longer listed. */
export function buildPriceTable(): PriceTable {
  return {
    version: 1,
    asOf: dataRelease.date,
    source: `@pydantic/genai-prices ${dataRelease.version}`,
    providers: picks.map(providerPrices),
  };
}

function providerPrices(pick: PricedProvider): ProviderPrices {
  const provider = findProvider({ providerId: pick.id });
  if (provider === undefined) throw new Error(`no provider ${pick.id}`);
  return {
    id: pick.id,
    title: pick.title,
    hosts: [...pick.hosts],
    page: provider.pricing_urls?.[0] ?? "",
    models: pick.models.flatMap((model) => rowsOf(pick.id, model)),
  };
}

function rowsOf(provider: string, model: string): PriceRow[] {
  const known = pricesOn(provider, model, dataRelease.date);
  const changes = startDates(known.model).filter((date) => date > dataRelease.date);
  const now: PriceRow = [model, ...known.amounts];
  return [
    now,
    ...changes.map((date): PriceRow => [model, ...pricesOn(provider, model, date).amounts, date]),
  ];
}

interface Known {
  model: ModelInfo;
  amounts: [input: number, output: number, cached: number | null];
}

/** The day's highest, since some providers are cheaper at night. */
function pricesOn(provider: string, model: string, date: string): Known {
  const hours = ["T03:00:00Z", "T12:00:00Z", "T20:00:00Z"].map((time) => {
    const usage = { input_tokens: 1, output_tokens: 1 };
    const options = { providerId: provider, timestamp: new Date(date + time) };
    const found = calcPrice(usage, model, options);
    const input = baseOf(found?.model_price["input_mtok"]);
    const output = baseOf(found?.model_price["output_mtok"]);
    if (!found || input === null || output === null) {
      throw new Error(`no price for ${provider} ${model} on ${date}`);
    }
    return {
      model: found.model,
      input,
      output,
      cached: baseOf(found.model_price["cache_read_mtok"]),
    };
  });
  const [first] = hours;
  if (first === undefined) throw new Error("no hours");
  const dearest = hours.reduce((one, other) => (other.output > one.output ? other : one), first);
  return { model: dearest.model, amounts: [dearest.input, dearest.output, dearest.cached] };
}

/** If the price rises, the one below 128,000 tokens. */
function baseOf(price: unknown): number | null {
  if (typeof price === "number") return price;
  const tiered = typeof price === "object" && price !== null && "base" in price ? price.base : null;
  return typeof tiered === "number" ? tiered : null;
}

function startDates(model: ModelInfo): string[] {
  if (!Array.isArray(model.prices)) return [];
  return model.prices.flatMap(({ constraint }) =>
    constraint?.type === "start_date" ? [constraint.start_date] : [],
  );
}
