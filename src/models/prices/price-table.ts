/** The user's price comes first, then a dated table; else it is null (unknown), never 0. */
import * as z from "zod/mini";
import type { Price } from "../../log/types.ts";
import { yieldToMain } from "../../shared/yield-to-main.ts";
import { isLoopback, originOf } from "../bound-key.ts";
import { presetOf } from "../openai-compatible/presets.ts";

const usdPerMillion = z.number().check(z.gte(0), z.lte(100_000));
const isoDate = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/));

/** Model; US dollars per million tokens: prompt, generated, cached prompt; valid from. */
const row = z.union([
  z.tuple([z.string(), usdPerMillion, usdPerMillion, z.nullable(usdPerMillion)]),
  z.tuple([z.string(), usdPerMillion, usdPerMillion, z.nullable(usdPerMillion), isoDate]),
]);
export type PriceRow = z.infer<typeof row>;

const provider = z.object({
  id: z.string(),
  title: z.string(),
  hosts: z.array(z.string()),
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

export const priceOverride = z.object({
  origin: z.string(),
  model: z.string().check(z.minLength(1)),
  inputPerMillion: usdPerMillion,
  outputPerMillion: usdPerMillion,
  cachedInputPerMillion: z.nullable(usdPerMillion),
  asOf: isoDate,
});
export type PriceOverride = z.infer<typeof priceOverride>;

/** Loaded as a separate chunk: validating it at startup would block for 40 ms. */
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
 * 0 for a server on this machine, unless it is unnamed and serves a model that providers sell: it
 * may be a proxy. `today` (ISO date) selects between announced changes.
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
  if (!isLoopback(endpoint.baseUrl)) return listedPrice(endpoint, table, today);
  const mayBeSold =
    presetOf(endpoint) === null && namesakes(endpoint.model, table, today).length > 0;
  return mayBeSold ? null : noPrice("a server on your own machine", today);
}

function noPrice(source: string, asOf: string): Price {
  return { inputPerMillion: 0, outputPerMillion: 0, cachedInputPerMillion: null, source, asOf };
}

const ownSource = "entered by you";

function listedPrice(endpoint: PricedEndpoint, table: PriceTable, today: string): Price | null {
  const { host } = new URL(endpoint.baseUrl);
  const from = table.providers.find(({ hosts }) => hosts.includes(host));
  const latest = from === undefined ? null : rowNamed(endpoint.model, from, today);
  return from === undefined || latest === null ? null : priceOfRow(latest, from, table);
}

export interface ListedPrice extends Price {
  id: string;
  title: string;
}

export function listedPrices(table: PriceTable, today: string): ListedPrice[] {
  return table.providers.flatMap((from) => {
    // A later row of the same name is an announced change.
    const now = from.models.filter((one) => since(one) <= today);
    return [...new Map(now.map((one) => [one[0], one])).values()].map((one) =>
      listedAs(one, from, table),
    );
  });
}

function listedAs(one: PriceRow, from: ProviderPrices, table: PriceTable): ListedPrice {
  const [model] = one;
  const { id, title } = from;
  return { id: `${id}/${model}`, title: `${title} ${model}`, ...priceOfRow(one, from, table) };
}

/** Makers come first. "openai/gpt-4.1-mini" also matches "gpt-4.1-mini". */
export function namesakes(model: string, table: PriceTable, today: string): ListedPrice[] {
  const bare = model.slice(model.lastIndexOf("/") + 1);
  return table.providers.flatMap((from) => {
    const found = rowNamed(model, from, today) ?? rowNamed(bare, from, today);
    return found === null ? [] : [listedAs(found, from, table)];
  });
}

function since([, , , , date]: PriceRow): string {
  return date ?? "";
}

function rowNamed(model: string, from: ProviderPrices, today: string): PriceRow | null {
  for (const name of namesOf(model)) {
    const rows = from.models.filter((one) => one[0].toLowerCase() === name && since(one) <= today);
    const latest = rows.at(-1);
    if (latest !== undefined) return latest;
  }
  return null;
}

function priceOfRow(
  [model, inputPerMillion, outputPerMillion, cachedInputPerMillion]: PriceRow,
  { title }: ProviderPrices,
  { source, asOf }: PriceTable,
): Price {
  const figures = { inputPerMillion, outputPerMillion, cachedInputPerMillion };
  return { ...figures, source: `${title}, ${model}, ${source}`, asOf };
}

/**
 * The name as entered, then without a full date or "-latest". ":free" or "-fast" has another price.
 */
function namesOf(model: string): string[] {
  const entered = model
    .trim()
    .toLowerCase()
    .replace(/^models\//, "");
  const undated = entered.replace(/[-@](20\d{2}-\d{2}-\d{2}|20\d{6})$/, "");
  return [...new Set([entered, undated, undated.replace(/-latest$/, "")])];
}
