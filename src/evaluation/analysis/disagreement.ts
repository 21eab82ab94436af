/** Where the measures of an answer do not agree on which configuration is best. */
import type { ConfigurationSummary, MetricId } from "../types.ts";

/** All score the answer: the lab's own judge first, and the paper's last, which pays for words. */
export const answerMeasures = [
  "f1",
  "em",
  "rightChoice",
  "coverEm",
  "coverEmOutput",
] as const satisfies readonly MetricId[];

export interface BestBy {
  metric: MetricId;
  /** Of equals the first in the batch. */
  id: string;
}

/** The best configuration by each measure that is known of all; [] where all name the same. */
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
