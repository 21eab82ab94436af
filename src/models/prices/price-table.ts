/**
 * What remote models cost: a dated table made from a maintained package, the person's
 * own prices before it, and null, never 0, for what is unknown.
 */
import * as z from "zod/mini";
import type { Price } from "../../log/types.ts";
import { yieldToMain } from "../../shared/yield-to-main.ts";
import { originOf } from "../bound-key.ts";
import { presetOf } from "../openai-compatible/presets.ts";

const usdPerMillion = z.number().check(z.gte(0), z.lte(100_000));
const isoDate = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/));

/** Model, then US dollars per million tokens: prompt, generated, cached prompt; then since when. */
const row = z.union([
  z.tuple([z.string(), usdPerMillion, usdPerMillion, z.nullable(usdPerMillion)]),
  z.tuple([z.string(), usdPerMillion, usdPerMillion, z.nullable(usdPerMillion), isoDate]),
]);
export type PriceRow = z.infer<typeof row>;

const provider = z.object({
  id: z.string(),
  title: z.string(),
  hosts: z.array(z.string()),
  /** Where the provider prints its prices. */
  page: z.string(),
  models: z.array(row),
});
export type ProviderPrices = z.infer<typeof provider>;

export const priceTable = z.object({
  version: z.literal(1),
  asOf: isoDate,
  source: z.string(),
  providers: z.array(provider),
});
export type PriceTable = z.infer<typeof priceTable>;

/** A person's own price for a model at an endpoint. */
export const priceOverride = z.object({
  /** "https://api.openai.com" */
  origin: z.string(),
  model: z.string().check(z.minLength(1)),
  inputPerMillion: usdPerMillion,
  outputPerMillion: usdPerMillion,
  cachedInputPerMillion: z.nullable(usdPerMillion),
  /** The day it was entered. */
  asOf: isoDate,
});
export type PriceOverride = z.infer<typeof priceOverride>;

/** Loads the table in a chunk of its own; to check it at once would hold up the page for 40 ms. */
export async function loadPriceTable(): Promise<PriceTable> {
  const { default: data } = await import("./prices.generated.json");
  const providers: ProviderPrices[] = [];
  for (const rows of data.providers) {
    await yieldToMain();
    providers.push(provider.parse(rows));
  }
  return { ...priceTable.parse({ ...data, providers: [] }), providers };
}

export interface PricedEndpoint {
  preset: string;
  baseUrl: string;
  model: string;
}

/**
 * The person's own price, else nothing for a server on their own machine, else the
 * table's; null when unknown. `today` (ISO date) picks between announced changes.
 */
export function priceOf(
  endpoint: PricedEndpoint,
  table: PriceTable,
  overrides: readonly PriceOverride[],
  today: string,
): Price | null {
  const origin = originOf(endpoint.baseUrl);
  const own = overrides.find((one) => one.origin === origin && one.model === endpoint.model);
  if (own !== undefined) {
    const { inputPerMillion, outputPerMillion, cachedInputPerMillion, asOf } = own;
    return { inputPerMillion, outputPerMillion, cachedInputPerMillion, asOf, source: ownSource };
  }
  if (presetOf(endpoint)?.local === true) {
    return {
      inputPerMillion: 0,
      outputPerMillion: 0,
      cachedInputPerMillion: null,
      source: "runs on your own machine",
      asOf: today,
    };
  }
  return listedPrice(endpoint, table, today);
}

const ownSource = "entered by you";

function listedPrice(endpoint: PricedEndpoint, table: PriceTable, today: string): Price | null {
  const { host } = new URL(endpoint.baseUrl);
  const from = table.providers.find(({ hosts }) => hosts.includes(host));
  if (from === undefined) return null;
  for (const name of namesOf(endpoint.model)) {
    const rows = from.models.filter(([model, , , , since]) => {
      return model.toLowerCase() === name && (since === undefined || since <= today);
    });
    const latest = rows.at(-1);
    if (latest === undefined) continue;
    const [listedAs, inputPerMillion, outputPerMillion, cachedInputPerMillion] = latest;
    return {
      inputPerMillion,
      outputPerMillion,
      cachedInputPerMillion,
      source: `${from.title}, ${listedAs}, ${table.source}`,
      asOf: table.asOf,
    };
  }
  return null;
}

/**
 * As entered, then without what marks a snapshot of the same model: a whole date or
 * "-latest". Nothing else is guessed: ":free" or "-fast" is another price.
 */
function namesOf(model: string): string[] {
  const entered = model
    .trim()
    .toLowerCase()
    .replace(/^models\//, "");
  const undated = entered.replace(/[-@](20\d{2}-\d{2}-\d{2}|20\d{6})$/, "");
  return [...new Set([entered, undated, undated.replace(/-latest$/, "")])];
}
