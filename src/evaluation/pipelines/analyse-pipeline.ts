/** Which upgrades of a pipeline's stages pay, from complete or incomplete outcomes. */
import { combined, coversAll, onlyWhere } from "../analysis/table.ts";
import { gainOf, type UpgradeVerdict, upgradeVerdicts } from "../analysis/upgrade-verdicts.ts";
import { verdictRounds } from "../analysis/verdicts.ts";
import { estimate, identityStatistic, singleSamples } from "../statistics/estimate.ts";
import { onFront } from "../statistics/pareto.ts";
import { type Column, columnMean, drawResamples, type Resamples } from "../statistics/resample.ts";
import { mainWeights, shapleyWeights, type Upgrade } from "../statistics/shapley.ts";
import type { Interval } from "../types.ts";
import { type Assumed, type Design, designOf, freeing, isDetermined } from "./design.ts";
import {
  type SetupFigures,
  type SetupFlip,
  type SetupInteraction,
  setupFigures,
  setupFlips,
  setupInteractions,
  upgradesOf,
} from "./factorial.ts";
import { filled } from "./fill.ts";
import type { PipelineCost, PipelineTable } from "./runs.ts";

export interface UpgradeFigures extends Upgrade, Omit<UpgradeVerdict, "deviation"> {
  /** Mean effects over all setups of the other stages; `gain` and `cost` are Shapley values. */
  main: Interval | null;
  mainCost: Interval | null;
}

export interface RefusedUpgrade extends Upgrade {
  /** Setups that would determine it, asked on the same questions. */
  free: readonly number[];
}

export interface PipelineAnalysis {
  cost: PipelineCost;
  /** Questions that compare setups. */
  n: number;
  /** `complete`: every setup answered them. */
  basis: "complete" | Assumed;
  upgrades: readonly UpgradeFigures[];
  refused: readonly RefusedUpgrade[];
  setups: readonly (SetupFigures & { onFront: boolean })[];
  flips: readonly SetupFlip[];
  interactions: readonly SetupInteraction[];
  /** How much choosing the best setup for each question would add to the best one; null if incomplete. */
  oracle: { setup: number; gap: Interval } | null;
}

export interface PipelineChoice {
  cost: PipelineCost;
  seed?: number;
  rounds?: number;
  /** Called after each of so many steps. */
  tell?: (done: number, total: number) => void;
}

const analysisSteps = 5;

/** Below this share of complete questions, the others are used too. */
const completeEnough = 0.9;

interface Completed {
  basis: PipelineAnalysis["basis"];
  design: Design | null;
  quality: readonly Column[];
  cost: readonly Column[] | null;
}

export function analysePipeline(
  table: PipelineTable,
  { cost: by, seed = 0, rounds = verdictRounds, tell = () => undefined }: PipelineChoice,
): PipelineAnalysis {
  tell(0, analysisSteps);
  const models = table.stages.map((stage) => stage.models.length);
  const scores = table.quality.flatMap((column) => [...column].filter((one) => !Number.isNaN(one)));
  const scale = scores.reduce<[number, number]>(
    ([least, most], one) => [Math.min(least, one), Math.max(most, one)],
    [0, 1],
  );
  const resamples = drawResamples(table.questions.length, rounds, seed);
  const completed = completedOf(models, table.quality, table.cost[by]);
  const { basis, design, quality, cost } = completed;
  const { known, refused } = apart(models, design);
  const of = (columns: readonly Column[], weights: typeof shapleyWeights) =>
    known.map((upgrade) =>
      onlyWhere(quality[0] ?? new Float64Array(), combined(columns, weights(models, upgrade))),
    );
  tell(1, analysisSteps);
  const verdicts = upgradeVerdicts(
    resamples,
    of(quality, shapleyWeights),
    cost === null ? null : of(cost, shapleyWeights),
    { scale },
  );
  const mains = singleSamples(resamples, of(quality, mainWeights));
  const mainCosts = cost === null ? [] : singleSamples(resamples, of(cost, mainWeights));
  tell(2, analysisSteps);
  const isBinary = basis === "complete" && scores.every((one) => one === 0 || one === 1);
  const world = {
    models,
    quality,
    cost: cost ?? quality.map(() => null),
    resamples,
    isBinary,
    scale,
  };
  const isKnown = (weights: readonly number[]) => design === null || isDetermined(design, weights);
  const figures = setupFigures(world).filter(({ setup }) => isKnown(between(quality, setup, 0)));
  tell(3, analysisSteps);
  const flips = setupFlips(world).filter(({ from, to }) => isKnown(between(quality, to, from)));
  tell(4, analysisSteps);
  const front = onFront(figures.map((one) => ({ cost: one.cost, quality: one.quality.mean })));
  return {
    cost: by,
    n: (quality[0] ?? new Float64Array()).filter((one) => !Number.isNaN(one)).length,
    basis,
    upgrades: known.flatMap((upgrade, at): UpgradeFigures[] => {
      const verdict = verdicts[at] ?? null;
      if (verdict === null) return [];
      const { deviation: _, ...own } = verdict;
      const mainCost = mainCosts[at];
      return [
        {
          ...upgrade,
          ...own,
          main: gainOf(mains[at], scale),
          mainCost: mainCost === undefined ? null : estimate(mainCost, identityStatistic),
        },
      ];
    }),
    refused,
    setups: figures.map((one, at) => ({ ...one, onFront: front[at] === true })),
    flips,
    interactions: refused.length > 0 ? [] : setupInteractions(world),
    oracle: basis === "complete" ? oracleOf(quality, resamples, scale) : null,
  };
}

function completedOf(
  models: readonly number[],
  quality: readonly Column[],
  cost: readonly Column[],
): Completed {
  const common = combined(
    quality,
    quality.map(() => 1),
  );
  const complete = common.filter((one) => !Number.isNaN(one)).length;
  const asked = common.filter((_, at) => quality.some((one) => !Number.isNaN(one[at]))).length;
  const isCostKnown = quality.every((column, at) => coversAll(cost[at] ?? column, column));
  if (complete > 0 && complete >= completeEnough * asked) {
    const on = (columns: readonly Column[]) => columns.map((column) => onlyWhere(common, column));
    const covered = cost.every((column) => coversAll(column, common));
    return {
      basis: "complete",
      design: null,
      quality: on(quality),
      cost: covered ? on(cost) : null,
    };
  }
  const design = designOf(models, quality);
  return {
    basis: design.assumed,
    design,
    quality: filled(design, quality),
    cost: isCostKnown ? filled(design, cost) : null,
  };
}

function apart(models: readonly number[], design: Design | null) {
  const all = upgradesOf(models);
  if (design === null) return { known: all, refused: [] };
  const weightsOf = (upgrade: Upgrade) => [
    shapleyWeights(models, upgrade),
    mainWeights(models, upgrade),
  ];
  const isKnown = (upgrade: Upgrade) =>
    weightsOf(upgrade).every((weights) => isDetermined(design, weights));
  return {
    known: all.filter(isKnown),
    refused: all
      .filter((upgrade) => !isKnown(upgrade))
      .map((upgrade) => ({
        ...upgrade,
        free: freeing(models, design, weightsOf(upgrade)),
      })),
  };
}

function between(setups: readonly unknown[], to: number, from: number): number[] {
  return setups.map((_, setup) => Number(setup === to) - Number(setup === from));
}

function oracleOf(
  quality: readonly Column[],
  resamples: Resamples,
  scale: readonly [number, number],
): PipelineAnalysis["oracle"] {
  const means = quality.map(columnMean);
  const setup = means.indexOf(Math.max(...means));
  const best = quality[setup];
  if (best === undefined) return null;
  const column = best.map(
    (own, at) => Math.max(...quality.map((one) => one[at] ?? Number.NaN)) - own,
  );
  const gap = gainOf(singleSamples(resamples, [column])[0], scale);
  // No choice is worse than the best setup, which the widened interval of a constant would allow.
  return gap === null ? null : { setup, gap: { ...gap, low: Math.max(0, gap.low) } };
}
