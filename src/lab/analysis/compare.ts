/** Two configurations on the questions that both answered. */
import {
  estimate,
  itself,
  type Sample,
  singleSamples,
  widenedIfConstant,
} from "../statistics/estimate.ts";
import { mcNemar } from "../statistics/mcnemar.ts";
import type { Column, Resamples } from "../statistics/resample.ts";
import { questionsMissing } from "../statistics/sample-size.ts";
import type { Interval, McNemar, MetricId, Verdict } from "../types.ts";
import { combined, isRightOrWrong, metricColumn, type ResultTable } from "./table.ts";

export interface Comparison {
  base: string;
  with: string;
  /** Questions that both answered. */
  n: number;
  /** Metric of `with` less that of `base`, in [-1, 1]. */
  gain: Interval;
  /** Null for graded metrics. */
  mcnemar: McNemar | null;
  verdict: Verdict;
  /** Questions more until it is decided, if the difference is as it looks: 0 once it is, null where that cannot be said. */
  more: number | null;
}

export type Pair = Pick<Comparison, "base" | "with">;

/** Every pair that has common questions, over the same resamples. */
export function comparePairs(
  table: ResultTable,
  resamples: Resamples,
  metric: MetricId,
  pairs: readonly Pair[],
): Comparison[] {
  const columns = new Map<string, Column>();
  const columnFor = (id: string) => {
    const column = columns.get(id) ?? metricColumn(table, id, metric);
    columns.set(id, column);
    return column;
  };
  const differences = pairs.map((pair) =>
    combined([columnFor(pair.with), columnFor(pair.base)], [1, -1]),
  );
  const samples = singleSamples(resamples, differences);
  return pairs.flatMap((pair, index) => {
    const sample = samples[index];
    const compared = sample === undefined ? null : judge(sample, isRightOrWrong(metric));
    return compared === null ? [] : [{ ...pair, ...compared }];
  });
}

function judge(sample: Sample, binary: boolean): Omit<Comparison, keyof Pair> | null {
  const [differences = new Float64Array()] = sample.columns;
  const mcnemar = binary ? mcNemarOf(differences) : null;
  const estimated = estimate(sample, itself);
  if (estimated === null) return null;
  const widened = widenedIfConstant(estimated, [-1, 1]);
  // Of few questions that differ the exact test is the more cautious: the interval follows it.
  const gain = mcnemar !== null && mcnemar.midP >= 0.05 ? reachingZero(widened) : widened;
  const verdict = gain.low > 0 ? "pays" : gain.high < 0 ? "harms" : "undecided";
  const missing = () => questionsMissing(gain.mean, deviationOf(differences, gain), gain.n);
  return { n: gain.n, gain, mcnemar, verdict, more: verdict === "undecided" ? missing() : 0 };
}

export function reachingZero(interval: Interval): Interval {
  return { ...interval, low: Math.min(interval.low, 0), high: Math.max(interval.high, 0) };
}

function mcNemarOf(differences: Column): McNemar {
  const count = (wanted: number) => differences.reduce((n, one) => n + (one === wanted ? 1 : 0), 0);
  return mcNemar(count(1), count(-1));
}

/** Standard deviation of the questions' differences. */
function deviationOf(differences: Column, { mean, n }: Interval): number {
  const squares = differences.reduce(
    (sum, value) => sum + (Number.isNaN(value) ? 0 : (value - mean) ** 2),
    0,
  );
  return Math.sqrt(squares / (n - 1));
}
