/** A value for every metric, for every cost. */
import type { CostId, MetricId } from "../types.ts";

export function byMetric<V>(of: (metric: MetricId) => V): Record<MetricId, V> {
  return {
    coverEm: of("coverEm"),
    coverEmTokens: of("coverEmTokens"),
    em: of("em"),
    f1: of("f1"),
    hit: of("hit"),
    matching: of("matching"),
    rouge1: of("rouge1"),
    rouge2: of("rouge2"),
    rougeL: of("rougeL"),
    supportRecall: of("supportRecall"),
  };
}

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
