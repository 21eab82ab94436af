/** Whether upgrades pay, from one figure per question for each; corrected over all of them. */
import type { StageAdvice } from "../stage-advices.ts";
import {
  estimate,
  identityStatistic,
  type Sample,
  singleSamples,
  widenedIfConstant,
} from "../statistics/estimate.ts";
import { holm } from "../statistics/holm.ts";
import { pairedTest } from "../statistics/paired-test.ts";
import { type Column, columnMean, type Resamples } from "../statistics/resample.ts";
import { leastQuestions, questionsToSettle } from "../statistics/sample-size.ts";
import type { Interval, StageVerdict } from "../types.ts";
import { deviationOf } from "./table.ts";

/** The family-wise error rate. */
export const alpha = 0.05;

export type UpgradeVerdict = Omit<StageVerdict, "stage"> & { deviation: number };

/**
 * `scale`: the least and the greatest score. `level`: of p, for a verdict. Null where a column has no
 * value.
 */
export function upgradeVerdicts(
  resamples: Resamples,
  gains: readonly Column[],
  costs: readonly Column[] | null,
  { scale = [0, 1], level = alpha }: { scale?: readonly [number, number]; level?: number } = {},
): (UpgradeVerdict | null)[] {
  const samples = singleSamples(resamples, [...gains, ...(costs ?? [])]);
  const tested = gains.map((column, at) => {
    const gain = gainOf(samples[at], scale);
    if (gain === null) return null;
    const deviation = deviationOf(column, gain);
    const spent = samples[gains.length + at];
    const cost = spent === undefined ? null : estimate(spent, identityStatistic);
    return { gain, deviation, cost, ownP: testOf(gain, deviation) };
  });
  const found = tested.filter((one) => one !== null);
  const corrected = holm(found.map(({ ownP }) => ownP));
  return tested.map((one) => {
    if (one === null) return null;
    const { gain, deviation, cost } = one;
    const p = corrected[found.indexOf(one)] ?? 1;
    // Holm's strictest level, so that n suffices whatever the other p-values are.
    const settles = questionsToSettle(gain.mean, deviation, alpha / found.length);
    return { gain, deviation, cost, p, advice: adviceFor(gain, p, level), settles };
  });
}

export function gainOf(
  sample: Sample | undefined,
  [least, most]: readonly [number, number] = [0, 1],
): Interval | null {
  const found = sample === undefined ? null : estimate(sample, identityStatistic);
  return found === null ? null : widenedIfConstant(found, [least - most, most - least]);
}

/** Sums of thirds and sixths leave a rounding residue where there is no difference. */
const rounding = 1e-12;

/** The column has one figure a question. */
export function differenceTest(column: Column): { mean: number; n: number; p: number } {
  const values = column.filter((value) => !Number.isNaN(value));
  const n = values.length;
  if (n < 2) return { mean: Number.NaN, n, p: 1 };
  const found = { mean: columnMean(column), n };
  return { ...found, p: testOf(found, deviationOf(column, found)) };
}

function testOf({ mean, n }: Pick<Interval, "mean" | "n">, deviation: number): number {
  const isConstant = !(deviation > rounding);
  return pairedTest(Math.abs(mean) < rounding ? 0 : mean, isConstant ? 0 : deviation, n);
}

function adviceFor(gain: Interval, p: number, level: number): StageAdvice {
  if (gain.n < leastQuestions) return "few";
  if (p >= level) return "open";
  if (gain.low > 0) return "large";
  return gain.high < 0 ? "small" : "open";
}
