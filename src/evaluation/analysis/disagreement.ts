import type { ConfigurationSummary, MetricId } from "../types.ts";

/** Sorted from the lab's own judge to the paper's, which rewards extra words. */
export const answerMeasures = [
  "f1",
  "em",
  "rightChoice",
  "coverEm",
  "coverEmOutput",
] as const satisfies readonly MetricId[];

export interface BestBy {
  metric: MetricId;
  id: string;
}

/** [] if all measures agree. */
export function disagreeing(summaries: readonly ConfigurationSummary[]): BestBy[] {
  const best = answerMeasures.flatMap((metric): BestBy[] => {
    const known = summaries.flatMap(({ id, metrics }) => {
      const mean = metrics[metric]?.mean;
      return mean === undefined ? [] : [{ id, mean }];
    });
    const [first, ...others] = known;
    if (first === undefined || known.length < summaries.length) return [];
    const top = others.reduce((a, b) => (b.mean > a.mean ? b : a), first);
    return [{ metric, id: top.id }];
  });
  return new Set(best.map(({ id }) => id)).size > 1 ? best : [];
}
