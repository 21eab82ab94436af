/** Figures of all setups of a pipeline, from one score and cost per question and setup. */
import { qualityIntervals } from "../analysis/points.ts";
import { combined } from "../analysis/table.ts";
import { gainOf } from "../analysis/upgrade-verdicts.ts";
import { singleSamples } from "../statistics/estimate.ts";
import { type Column, columnMean, type Resamples } from "../statistics/resample.ts";
import { digitsOf, setupOf, type Upgrade } from "../statistics/shapley.ts";
import type { Interval } from "../types.ts";

export interface SetupColumns {
  /** How many models each stage has. */
  models: readonly number[];
  /** One for each setup, on the same questions. */
  quality: readonly Column[];
  /** Null where one is unknown. */
  cost: readonly (Column | null)[];
  resamples: Resamples;
  /** Scores are 0 or 1. */
  isBinary: boolean;
  scale?: readonly [number, number];
}

export interface SetupFlip extends Upgrade {
  from: number;
  to: number;
  gain: Interval;
  cost: number | null;
}

export interface SetupInteraction {
  one: Upgrade;
  other: Upgrade;
  alone: number;
  together: number;
  difference: Interval;
}

export interface SetupFigures {
  setup: number;
  quality: Interval;
  cost: number | null;
  /** Over the first setup. */
  gain: Interval;
}

export function upgradesOf(models: readonly number[]): Upgrade[] {
  return models.flatMap((count, stage) =>
    Array.from({ length: count - 1 }, (_, at) => ({ stage, model: at + 1 })),
  );
}

/** From a stage's first model to each other, everything else equal. */
export function setupFlips(world: SetupColumns): SetupFlip[] {
  const { models, quality, cost, resamples, scale } = world;
  const flips = upgradesOf(models).flatMap(({ stage, model }) =>
    quality.flatMap((_, from) => {
      const digits = digitsOf(from, models);
      if (digits[stage] !== 0) return [];
      return [{ stage, model, from, to: setupOf(digits.with(stage, model), models) }];
    }),
  );
  const columns = flips.map(({ from, to }) => combined(both(quality, to, from), [1, -1]));
  const samples = singleSamples(resamples, columns);
  return flips.flatMap((flip, at) => {
    const gain = gainOf(samples[at], scale);
    return gain === null ? [] : [{ ...flip, gain, cost: extraCost(cost, flip) }];
  });
}

function both(columns: readonly Column[], one: number, other: number): Column[] {
  return [columns[one] ?? new Float64Array(), columns[other] ?? new Float64Array()];
}

function extraCost(
  cost: SetupColumns["cost"],
  { from, to }: Pick<SetupFlip, "from" | "to">,
): number | null {
  const [before, after] = [cost[from] ?? null, cost[to] ?? null];
  return before === null || after === null ? null : columnMean(after) - columnMean(before);
}

export function setupFigures({
  quality,
  cost,
  resamples,
  isBinary,
  scale = [0, 1],
}: SetupColumns): SetupFigures[] {
  const intervals = qualityIntervals(resamples, isBinary, quality, scale);
  const gains = singleSamples(
    resamples,
    quality.map((_, setup) => combined(both(quality, setup, 0), [1, -1])),
  );
  return intervals.flatMap((interval, setup): SetupFigures[] => {
    const gain = gainOf(gains[setup], scale);
    const spent = cost[setup] ?? null;
    if (interval === null || gain === null) return [];
    return [{ setup, quality: interval, cost: spent === null ? null : columnMean(spent), gain }];
  });
}

/** Every pair of upgrades of different stages. */
export function setupInteractions({
  models,
  quality,
  resamples,
  scale,
}: SetupColumns): SetupInteraction[] {
  const upgrades = upgradesOf(models);
  const pairs = upgrades.flatMap((one, at) =>
    upgrades.slice(at + 1).flatMap((other) => (other.stage === one.stage ? [] : [{ one, other }])),
  );
  const columns = pairs.map(({ one, other }) => ({
    alone: meanGain(models, quality, one, { ...other, model: 0 }),
    together: meanGain(models, quality, one, other),
  }));
  const samples = singleSamples(
    resamples,
    columns.map(({ alone, together }) => combined([together, alone], [1, -1])),
  );
  return pairs.flatMap(({ one, other }, at) => {
    const difference = gainOf(samples[at], scale);
    const own = columns[at];
    if (difference === null || own === undefined) return [];
    const figures = { alone: columnMean(own.alone), together: columnMean(own.together) };
    return [{ one, other, ...figures, difference }];
  });
}

/** Over all setups in which the other stage has the given model. */
function meanGain(
  models: readonly number[],
  quality: readonly Column[],
  { stage, model }: Upgrade,
  other: Upgrade,
): Column {
  const columns = quality.flatMap((_, from) => {
    const digits = digitsOf(from, models);
    if (digits[stage] !== 0 || digits[other.stage] !== other.model) return [];
    return both(quality, setupOf(digits.with(stage, model), models), from);
  });
  const weight = 2 / columns.length;
  return combined(
    columns,
    columns.map((_, at) => (at % 2 === 0 ? weight : -weight)),
  );
}
