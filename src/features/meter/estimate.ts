/** The estimate is the observed spread of similar runs in this browser; too few give none. */
import { quantile } from "simple-statistics";
import { costOf } from "../../log/cost.ts";
import {
  type PlanChoice,
  type Price,
  type RunSettings,
  type Stage,
  stages,
} from "../../log/types.ts";
import type { RunSummary, StageSummary } from "../../storage/runs.ts";

/** The full range; from ten values on, the 10th to 90th percentiles. */
export interface Interval {
  low: number;
  middle: number;
  high: number;
}

export interface SimilarityKey {
  settings: RunSettings;
  /** Names as stored with runs; `large` is null if unused. */
  small: string;
  large: string | null;
  /** Null if unknown or not configured. */
  price: Price | null;
}

export interface Estimate {
  runs: number;
  usd: Interval | null;
  seconds: Interval | null;
}

/** Fewer give no useful spread. */
export const fewestRuns = 3;
/** Older runs may come from another version or device state. */
const mostRuns = 50;
/** Per side, because all pairs are compared. */
const mostCompared = 25;

type WithStages = RunSummary & { stages: NonNullable<RunSummary["stages"]> };

/** `rows` are newest first. */
export function estimateRun(rows: readonly RunSummary[], like: SimilarityKey): Estimate {
  const same = ofMethod(rows, like)
    .filter(
      (row) =>
        row.small === like.small &&
        row.large === like.large &&
        stages.every((stage) => row.stages[stage].choice === like.settings[stage]),
    )
    .slice(0, mostRuns);
  return {
    runs: same.length,
    usd: intervalOf(known(same.map((row) => row.usd))),
    seconds: intervalOf(same.map((row) => row.seconds)),
  };
}

export interface Flip {
  choice: PlanChoice;
  /** Negative if cheaper; null if unknown. */
  usd: Interval | null;
  /** No run used this choice, so the large model's price is applied to earlier tokens. */
  repriced: boolean;
  seconds: Interval | null;
}

/** Compares all pairs of runs with either choice, whatever their other switches. */
export function predictFlip(
  rows: readonly RunSummary[],
  like: SimilarityKey,
  stage: Stage,
  choice: PlanChoice,
): Flip {
  const of = (who: PlanChoice) =>
    ofMethod(rows, like)
      .filter((row) => row.small === like.small && row.stages[stage].choice === who)
      .map((row) => row.stages[stage])
      .slice(0, mostCompared);
  const now = of(like.settings[stage]);
  const then = of(choice);
  const seconds = differences(
    now.map((one) => one.seconds),
    then.map((one) => one.seconds),
  );
  const measured = differences(known(now.map((one) => one.usd)), known(then.map((one) => one.usd)));
  const repriced = measured === null && choice === "large" ? asLarge(now, like.price) : null;
  return { choice, usd: measured ?? repriced, repriced: repriced !== null, seconds };
}

function asLarge(now: readonly StageSummary[], price: Price | null): Interval | null {
  if (price === null) return null;
  const more = now.map(({ promptTokens, generatedTokens, usd }) => {
    const large = costOf({ promptTokens, generatedTokens, cachedTokens: null }, price);
    return large === null || usd === null ? null : large - usd;
  });
  return intervalOf(known(more));
}

function ofMethod(rows: readonly RunSummary[], { settings }: SimilarityKey): WithStages[] {
  return rows.flatMap((row) =>
    row.stages !== undefined && row.method === settings.method
      ? [{ ...row, stages: row.stages }]
      : [],
  );
}

function differences(before: readonly number[], after: readonly number[]): Interval | null {
  if (before.length < fewestRuns || after.length < fewestRuns) return null;
  return intervalOf(after.flatMap((later) => before.map((earlier) => later - earlier)));
}

/** Empty if any is unknown: the known ones may not be representative. */
function known(values: readonly (number | null)[]): number[] {
  const told = values.filter((value) => value !== null);
  return told.length === values.length ? told : [];
}

function intervalOf(values: readonly number[]): Interval | null {
  if (values.length < fewestRuns) return null;
  const tail = values.length < 10 ? 0 : 0.1;
  const [low = 0, middle = 0, high = 0] = quantile([...values], [tail, 0.5, 1 - tail]);
  return { low, middle, high };
}
