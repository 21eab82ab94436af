/** Tokens × price. */
import type { Money, MoneyBasis, Price, ToolRef, Usage } from "./types.ts";

/**
 * US dollars for one call; null when the provider did not say how many tokens.
 * Cached prompt tokens are part of `promptTokens` and have their own price where
 * one is known, else the full one.
 */
export function costOf(usage: Usage, price: Price): number | null {
  if (usage.promptTokens === null || usage.generatedTokens === null) return null;
  const cached = Math.min(usage.cachedTokens ?? 0, usage.promptTokens);
  const cachedPrice = price.cachedInputPerMillion ?? price.inputPerMillion;
  const micros =
    (usage.promptTokens - cached) * price.inputPerMillion +
    cached * cachedPrice +
    usage.generatedTokens * price.outputPerMillion;
  return micros / 1_000_000;
}

export function moneyOf(usage: Usage, price: Price | null, basis: MoneyBasis): Money {
  if (basis === "local") return { usd: 0, basis };
  return { usd: price === null ? null : costOf(usage, price), basis };
}

/** What a search service charges; the person set its price, so it is an estimate. */
export function costOfRequests(requests: number, { usdPerThousand }: ToolRef): Money {
  if (requests === 0) return { usd: 0, basis: "estimated" };
  const usd = usdPerThousand === null ? null : (requests * usdPerThousand) / 1000;
  return { usd, basis: "estimated" };
}
