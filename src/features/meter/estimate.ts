/**
 * What a run is expected to cost and to take, from the runs of this browser that were like it.
 * No model of it: the spread of what was, and nothing where too little was.
 */
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

/** Where all lie, and of ten or more the middle eight of ten: the 10th and 90th percentile. */
export interface Interval {
  low: number;
  middle: number;
  high: number;
}

/** What decides whether an earlier run was like the next one. */
export interface SimilarityKey {
  settings: RunSettings;
  /** Models by the names that runs have them under; the large one null where none would be asked. */
  small: string;
  large: string | null;
  /** Of the large model that is set up; null when unknown or none is. */
  price: Price | null;
}

export interface Estimate {
  /** How many runs it rests on. */
  runs: number;
  usd: Interval | null;
  seconds: Interval | null;
}

/** Fewer tell no spread. */
export const fewestRuns = 3;
/** What was long ago was done by another version, or on a device as it was then. */
const mostRuns = 50;
/** Of each side of a comparison: every one meets every one. */
const mostCompared = 25;

type WithStages = RunSummary & { stages: NonNullable<RunSummary["stages"]> };

/** `rows` newest first. Runs of the same method, the same switches and the same models. */
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
  /** By how much the stage would cost more (or, below 0, less); null: not known. */
  usd: Interval | null;
  /** True where nobody did it so before: the words of earlier runs at the large model's price. */
  repriced: boolean;
  seconds: Interval | null;
}

/**
 * What giving a stage to another would change, over runs of the same method and small model,
 * whatever their other switches: every run of the one kind against every run of the other.
 */
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

/** The same words, read and written by the large model. */
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

/** Nothing where one is unknown: the known ones need not be like it. */
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
