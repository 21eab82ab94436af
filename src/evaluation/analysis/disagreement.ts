/** Finds where the answer measures disagree on which configuration is best. */
import type { ConfigurationSummary, MetricId } from "../types.ts";

/** The lab's own judge first; last the paper's, which rewards extra words. */
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

/** The best configuration by each measure known for all; [] if they all agree. */
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
