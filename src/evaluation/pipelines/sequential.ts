/**
 * Asks until every verdict is settled or not worth more calls. Each question is first asked in one fraction of
 * the setups, which still separates the upgrades, and in the other fractions only after all
 * questions had one. Looks are few, and settle early only what is far from chance (Haybittle 1971,
 * Peto 1976), so that the last look, with everything asked, keeps the plain level.
 */
import { errorFunction } from "simple-statistics";
import { combined, onlyWhere } from "../analysis/table.ts";
import { alpha, differenceTest } from "../analysis/upgrade-verdicts.ts";
import { holm } from "../statistics/holm.ts";
import type { Column } from "../statistics/resample.ts";
import { leastQuestions, normalPoint } from "../statistics/sample-size.ts";
import { digitsOf, setupCount, shapleyWeights, type Upgrade } from "../statistics/shapley.ts";
import { designOf, isDetermined } from "./design.ts";
import { upgradesOf } from "./factorial.ts";
import { filled } from "./fill.ts";

/** The level of Holm's p-value that settles a verdict before everything is asked. */
export const earlyAlpha = 0.003;

/** Below this chance, asking the rest is not worth it. */
const leastChance = 0.3;

export interface Step {
  /** Its place in the batch. */
  question: number;
  setups: readonly number[];
}

export interface Standing extends Upgrade {
  state: "large" | "small" | "open" | "hopeless";
  /** NaN if the outcomes do not determine it. */
  gain: number;
  /** After Holm's correction over all upgrades. */
  p: number;
  /** That asking the rest would settle it, by what was seen so far and no prior knowledge. */
  chance: number;
}

/**
 * Parts of the setups by the sum of their digits: as many as the models of the largest stage, fewer
 * where questions asked in one part each would not determine every upgrade.
 */
export function fractionsOf(models: readonly number[]): number[][] {
  const most = models.reduce((large, count) => Math.max(large, count), 1);
  for (let parts = most; parts > 1; parts -= 1) {
    const fractions = Array.from({ length: parts }, (_, part) =>
      Array.from({ length: setupCount(models) }, (_, setup) => setup).filter(
        (setup) => digitsOf(setup, models).reduce((sum, digit) => sum + digit, 0) % parts === part,
      ),
    );
    // One question for each part.
    const asked = Array.from({ length: setupCount(models) }, (_, setup) =>
      Float64Array.from(fractions, (one) => (one.includes(setup) ? 0 : Number.NaN)),
    );
    const design = designOf(models, asked, "pairs");
    const isKnown = upgradesOf(models).every((upgrade) =>
      isDetermined(design, shapleyWeights(models, upgrade)),
    );
    if (isKnown) return fractions;
  }
  return [Array.from({ length: setupCount(models) }, (_, setup) => setup)];
}

/** Every question and setup once, in the order in which to ask. */
export function stepsOf(models: readonly number[], questions: number): Step[] {
  const fractions = fractionsOf(models);
  return fractions.flatMap((_, pass) =>
    Array.from({ length: questions }, (_, question) => ({
      question,
      setups: fractions[(question + pass) % fractions.length] ?? [],
    })),
  );
}

/** After how many steps to look at the verdicts. The last is all of them. */
export function looksOf(models: readonly number[], questions: number): number[] {
  const looks = new Set<number>();
  for (let at = leastQuestions; at < questions; at = Math.ceil(at * 1.25)) looks.add(at);
  const passes = fractionsOf(models).length;
  for (let quarter = 4; quarter <= 4 * passes; quarter += 1) {
    looks.add(Math.ceil((questions * quarter) / 4));
  }
  return [...looks];
}

/**
 * Tests the outcomes so far: one column a setup, NaN where a question was not asked or failed. `share`:
 * of all calls; 1 at the last look, which uses complete questions alone, as a batch that asks
 * everything does.
 */
export function standingOf(
  models: readonly number[],
  quality: readonly Column[],
  share: number,
): Standing[] {
  const isLast = share === 1;
  const design = isLast ? null : designOf(models, quality);
  const columns = design === null ? complete(quality) : filled(design, quality);
  const upgrades = upgradesOf(models);
  const tests = upgrades.map((upgrade) => {
    const weights = shapleyWeights(models, upgrade);
    const isKnown = design === null || isDetermined(design, weights);
    return isKnown ? differenceTest(combined(columns, weights)) : unknown;
  });
  const corrected = holm(tests.map(({ p }) => p));
  const ranked = tests.map(({ p }) => p).sort((a, b) => a - b);
  return upgrades.map((upgrade, at): Standing => {
    const { mean: gain, n, p: own } = tests[at] ?? unknown;
    const p = corrected[at] ?? 1;
    const isSettled = n >= leastQuestions && p < (isLast ? alpha : earlyAlpha);
    if (isSettled) return { ...upgrade, state: gain > 0 ? "large" : "small", gain, p, chance: 1 };
    // The level that Holm's correction leaves it if the order stays.
    const level = alpha / (ranked.length - ranked.indexOf(own));
    const chance = isLast ? 0 : n < leastQuestions ? 1 : chanceOf(own, share, level);
    return { ...upgrade, state: chance < leastChance ? "hopeless" : "open", gain, p, chance };
  });
}

const unknown = { mean: Number.NaN, n: 0, p: 1 };

export function isOver(standings: readonly Standing[]): boolean {
  return standings.every(({ state }) => state !== "open");
}

function complete(quality: readonly Column[]): Column[] {
  const common = combined(
    quality,
    quality.map(() => 1),
  );
  return quality.map((column) => onlyWhere(common, column));
}

/** The predictive probability under a flat prior, in the normal approximation. */
function chanceOf(p: number, share: number, level: number): number {
  const z = normalPoint(1 - p / 2);
  const needed = normalPoint(1 - level / 2);
  const mean = z / Math.sqrt(share);
  const deviation = Math.sqrt((1 - share) / share);
  return normalShare((mean - needed) / deviation) + normalShare((-mean - needed) / deviation);
}

function normalShare(z: number): number {
  return 0.5 + 0.5 * errorFunction(z / Math.SQRT2);
}
