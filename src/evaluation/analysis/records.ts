import type { CostId } from "../types.ts";

export function byCost<V>(of: (cost: CostId) => V): Record<CostId, V> {
  return {
    largeTokens: of("largeTokens"),
    tokens: of("tokens"),
    usd: of("usd"),
    largeCalls: of("largeCalls"),
    calls: of("calls"),
    seconds: of("seconds"),
  };
}
