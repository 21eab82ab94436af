import { seededRandom } from "../../shared/random.ts";
import type { Interval } from "../types.ts";
import { normal975 } from "./bca.ts";
import { wilson } from "./wilson.ts";

/** `score` is P(positive) in [0, 1]; AUROC takes any number. */
export interface Judged {
  score: number;
  positive: boolean;
}

/** In [0, 1]; ties count half. NaN if a class is missing. */
export function auroc(items: readonly Judged[]): number {
  return meanOf(placements(items).positives);
}

/** DeLong's variance on the log-odds, so that bounds stay in [0, 1]. Null if a class is missing. */
export function aurocInterval(items: readonly Judged[]): Interval | null {
  const { positives, negatives } = placements(items);
  const mean = meanOf(positives);
  if (Number.isNaN(mean)) return null;
  const n = items.length;
  const variance =
    varianceOf(positives) / positives.length + varianceOf(negatives) / negatives.length;
  const odds = mean * (1 - mean);
  // Perfect separation: Clopper–Pearson for the smaller class.
  if (!(variance > 0) || odds < 1e-9) {
    const unmet = 1 - 0.025 ** (1 / Math.min(positives.length, negatives.length));
    return { mean, low: Math.max(0, mean - unmet), high: Math.min(1, mean + unmet), n };
  }
  const logOdds = Math.log(mean / (1 - mean));
  const reach = (normal975 * Math.sqrt(variance)) / odds;
  return { mean, low: logistic(logOdds - reach), high: logistic(logOdds + reach), n };
}

/** Shares of the other class that each item is correctly ordered with. */
function placements(items: readonly Judged[]): { positives: number[]; negatives: number[] } {
  const sorted = items.toSorted((a, b) => a.score - b.score);
  const count = sorted.filter(({ positive }) => positive).length;
  const others = sorted.length - count;
  const placed = { positives: [] as number[], negatives: [] as number[] };
  let below = { positives: 0, negatives: 0 };
  for (const tied of runsOf(sorted)) {
    const good = tied.filter(({ positive }) => positive).length;
    const bad = tied.length - good;
    const over = (below.negatives + bad / 2) / others;
    const under = 1 - (below.positives + good / 2) / count;
    for (const { positive } of tied) {
      if (positive) placed.positives.push(over);
      else placed.negatives.push(under);
    }
    below = { positives: below.positives + good, negatives: below.negatives + bad };
  }
  return others === 0 || count === 0 ? { positives: [], negatives: [] } : placed;
}

function* runsOf(sorted: readonly Judged[]): Generator<readonly Judged[]> {
  let from = 0;
  while (from < sorted.length) {
    let to = from + 1;
    while (to < sorted.length && sorted[to]?.score === sorted[from]?.score) to += 1;
    yield sorted.slice(from, to);
    from = to;
  }
}

/** Covers [from, to); the last bin includes 1. */
export interface ReliabilityBin {
  from: number;
  to: number;
  n: number;
  score: number;
  positive: Interval;
}

export const reliabilityBinCount = 10;

export function reliabilityBins(
  items: readonly Judged[],
  bins = reliabilityBinCount,
): ReliabilityBin[] {
  const sums = sumsByBin(items, bins);
  return Array.from({ length: bins }, (_, at) => {
    const n = sums.n[at] ?? 0;
    const positives = sums.positives[at] ?? 0;
    if (n === 0) return null;
    const score = (sums.scores[at] ?? 0) / n;
    return { from: at / bins, to: (at + 1) / bins, n, score, positive: wilson(positives, n) };
  }).filter((bin) => bin !== null);
}

/** Weighted by bin size; NaN without items. */
export function expectedCalibrationError(
  items: readonly Judged[],
  bins = reliabilityBinCount,
): number {
  return errorOf(sumsByBin(items, bins)) / items.length;
}

interface BinSums {
  n: Uint32Array;
  scores: Float64Array;
  positives: Uint32Array;
}

function sumsByBin(items: readonly Judged[], bins: number): BinSums {
  const sums = {
    n: new Uint32Array(bins),
    scores: new Float64Array(bins),
    positives: new Uint32Array(bins),
  };
  for (const { score, positive } of items) add(sums, binOf(score, bins), score, positive);
  return sums;
}

function add({ n, scores, positives }: BinSums, at: number, score: number, positive: boolean) {
  n[at] = (n[at] ?? 0) + 1;
  scores[at] = (scores[at] ?? 0) + score;
  if (positive) positives[at] = (positives[at] ?? 0) + 1;
}

function errorOf({ n, scores, positives }: BinSums): number {
  return n.reduce((sum, _, at) => sum + Math.abs((scores[at] ?? 0) - (positives[at] ?? 0)), 0);
}

function binOf(score: number, bins: number): number {
  return Math.min(bins - 1, Math.max(0, Math.floor(score * bins)));
}

/**
 * The 95 % point, by simulation, of the error if every score were calibrated. NaN without items.
 */
export function calibrationErrorByChance(
  items: readonly Judged[],
  seed: number,
  rounds = 200,
): number {
  const random = seededRandom(seed);
  const drawn = Float64Array.from({ length: rounds }, () =>
    expectedCalibrationError(items.map(({ score }) => ({ score, positive: random() < score }))),
  );
  return drawn.sort()[Math.ceil(0.95 * rounds) - 1] ?? Number.NaN;
}

/** The share of positives among the highest scores, for a share of the items (at least one). */
export function amongHighest(items: readonly Judged[]): (share: number) => Interval {
  const sorted = items.toSorted((a, b) => b.score - a.score);
  /** Entry k is for the first k items; ties share their positives evenly. */
  const positives = new Float64Array(sorted.length + 1);
  let at = 0;
  for (const tied of runsOf(sorted)) {
    const each = tied.filter(({ positive }) => positive).length / tied.length;
    for (let one = 0; one < tied.length; one += 1) {
      positives[at + 1] = (positives[at] ?? 0) + each;
      at += 1;
    }
  }
  return (share) => {
    // A third of 3 must give 1 despite rounding.
    const count = Math.max(1, Math.ceil(share * sorted.length - 1e-9));
    return wilson(positives[count] ?? 0, count);
  };
}

function logistic(x: number): number {
  return 1 / (1 + Math.exp(-x));
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function varianceOf(values: readonly number[]): number {
  if (values.length < 2) return 0;
  const mean = meanOf(values);
  return values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1);
}
