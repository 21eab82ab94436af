import type { Price } from "../log/types.ts";
import type { PriceRow } from "./services.ts";

export function comparisonPrice(
  large: Price | null,
  prices: readonly PriceRow[],
  reference: string,
): Price | null {
  if (large !== null) return large;
  return prices.find((row) => row.id === reference) ?? prices[0] ?? null;
}
