import {
  estimate,
  identityStatistic,
  type Sample,
  singleSamples,
  widenedIfConstant,
} from "../statistics/estimate.ts";
import { holm } from "../statistics/holm.ts";
import { mcNemar } from "../statistics/mcnemar.ts";
import { pairedTest } from "../statistics/paired-test.ts";
import type { Column, Resamples } from "../statistics/resample.ts";
import { leastQuestions, questionsMissing } from "../statistics/sample-size.ts";
import type { Interval, McNemar, MetricId, PairedGain, Verdict } from "../types.ts";
import { combined, deviationOf, isRightOrWrong, metricColumn, type ResultTable } from "./table.ts";

export type Pair = Pick<PairedGain, "base" | "with">;

/** The family-wise error rate. */
const alpha = 0.05;

/** All pairs share the resamples. Intervals are each pair's own; verdicts are Holm-corrected. */
export function comparePairs<P extends Pair>(
  table: ResultTable,
  resamples: Resamples,
  metric: MetricId,
  pairs: readonly P[],
): (P & PairedGain)[] {
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
  const tested = pairs.flatMap((pair, index) => {
    const sample = samples[index];
    const found = sample === undefined ? null : tell(sample, isRightOrWrong(metric));
    return found === null ? [] : [{ pair, ...found }];
  });
  const corrected = holm(tested.map(({ ownP }) => ownP));
  return tested.map(({ pair, gain, mcnemar, deviation }, at) => {
    const p = corrected[at] ?? 1;
    const verdict = verdictOf(gain, p);
    const more = verdict === "undecided" ? missing(gain, deviation, alpha / tested.length) : 0;
    return { ...pair, n: gain.n, gain, mcnemar, p, verdict, more };
  });
}

function tell(sample: Sample, binary: boolean) {
  const [differences = new Float64Array()] = sample.columns;
  const mcnemar = binary ? mcNemarOf(differences) : null;
  const estimated = estimate(sample, identityStatistic);
  if (estimated === null) return null;
  const widened = widenedIfConstant(estimated, [-1, 1]);
  const deviation = deviationOf(differences, estimated);
  const ownP = mcnemar?.midP ?? pairedTest(estimated.mean, deviation, estimated.n);
  // With few differing questions the exact test is more cautious: the interval follows it.
  const gain = mcnemar !== null && ownP >= alpha ? reachingZero(widened) : widened;
  return { gain, mcnemar, deviation, ownP };
}

function missing({ mean, n }: Interval, deviation: number, level: number): number | null {
  const more = questionsMissing(mean, deviation, n, level);
  return more === null ? null : Math.max(more, leastQuestions - n);
}

function verdictOf(gain: Interval, p: number): Verdict {
  if (gain.n < leastQuestions || p >= alpha) return "undecided";
  return gain.low > 0 ? "pays" : gain.high < 0 ? "harms" : "undecided";
}

export function reachingZero(interval: Interval): Interval {
  return { ...interval, low: Math.min(interval.low, 0), high: Math.max(interval.high, 0) };
}

function mcNemarOf(differences: Column): McNemar {
  const count = (wanted: number) => differences.reduce((n, one) => n + (one === wanted ? 1 : 0), 0);
  return mcNemar(count(1), count(-1));
}
