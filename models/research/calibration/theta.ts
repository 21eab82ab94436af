/**
 * What a threshold on the reader's confidence does, counted on readings whose gold answer
 * is known. Pure; `calibrate-theta.ts` collects the readings and prints the tables.
 */
import { coverExactMatchTokens } from "../../../src/metrics/score.ts";

/** One sub-question as the reader answered it. */
export interface Reading {
  query: string;
  /** "" when the reader found nothing; it then overrules nobody, however sure it is. */
  span: string;
  /** exp of the mean raw log-probability of the copied tokens, in [0, 1]. */
  confidence: number;
  right: boolean;
  /** Whether the passage that holds the gold answer was the one read; null when not known. */
  passageRight: boolean | null;
}

/** Cover match in whole words, either way: "Baltic Sea" and "the Baltic" are both right. */
export function spanIsRight(span: string, golds: readonly string[]): boolean {
  if (span === "") return false;
  return coverExactMatchTokens(span, golds) === 1 || golds.some((gold) => covers(gold, span));
}

function covers(text: string, part: string): boolean {
  return coverExactMatchTokens(text, [part]) === 1;
}

export interface ThetaRow {
  theta: number;
  /** Of all readings, those that found a span above θ. */
  shareAbove: number;
  above: number;
  /** Null when there is none. */
  precisionAbove: number | null;
  below: number;
  precisionBelow: number | null;
}

/** θ from 0 to 0.95 in steps of 0.05. */
export const thetas: readonly number[] = Array.from({ length: 20 }, (_, step) => step / 20);

/** The pipeline overrules above θ, not at it (`stages/verify.ts`). */
export function thetaRow(readings: readonly Reading[], theta: number): ThetaRow {
  const spans = readings.filter(({ span }) => span !== "");
  const above = spans.filter(({ confidence }) => confidence > theta);
  const below = spans.filter(({ confidence }) => confidence <= theta);
  return {
    theta,
    shareAbove: above.length / Math.max(1, readings.length),
    above: above.length,
    precisionAbove: precision(above),
    below: below.length,
    precisionBelow: precision(below),
  };
}

export interface Effect {
  /** Share of all answers: a wrong one replaced by the right one. */
  help: number;
  /** Share of all answers: a right one replaced by a wrong one. */
  harm: number;
  net: number;
  /** Of `net`, over the readings. */
  standardError: number;
}

/**
 * What overruling does to planner answers that are right with probability `planner`,
 * whatever the reader finds. Wrong replaced by wrong, and right by right, change nothing.
 */
export function effect(readings: readonly Reading[], theta: number, planner: number): Effect {
  const all = Math.max(1, readings.length);
  const { above, precisionAbove } = thetaRow(readings, theta);
  const right = (above * (precisionAbove ?? 0)) / all;
  const wrong = above / all - right;
  const help = right * (1 - planner);
  const harm = wrong * planner;
  const net = help - harm;
  // Each reading adds 1 − planner, −planner or nothing.
  const squares = right * (1 - planner) ** 2 + wrong * planner ** 2;
  return { help, harm, net, standardError: Math.sqrt(Math.max(0, squares - net ** 2) / all) };
}

/** The θ with the most help left after harm; of equals the highest. */
export function bestTheta(readings: readonly Reading[], planner: number): number {
  return highestWith(readings, planner, greatestEffect(readings, planner).net);
}

/**
 * The highest θ that the readings cannot tell from the best: within one standard error of
 * it. Every needless correction costs a new branch, so of equals the cautious one is taken.
 */
export function recommendedTheta(readings: readonly Reading[], planner: number): number {
  const { net, standardError } = greatestEffect(readings, planner);
  return highestWith(readings, planner, net - standardError);
}

function greatestEffect(readings: readonly Reading[], planner: number): Effect {
  return thetas
    .map((theta) => effect(readings, theta, planner))
    .reduce((best, other) => (other.net > best.net ? other : best));
}

function highestWith(readings: readonly Reading[], planner: number, net: number): number {
  const enough = thetas.filter((theta) => effect(readings, theta, planner).net >= net - 1e-9);
  return enough.at(-1) ?? 0;
}

export interface Bin {
  from: number;
  to: number;
  n: number;
  meanConfidence: number | null;
  precision: number | null;
}

/** Tenths of confidence, over readings that found a span. */
export function reliability(readings: readonly Reading[], bins = 10): Bin[] {
  const spans = readings.filter(({ span }) => span !== "");
  return Array.from({ length: bins }, (_, index) => {
    const [from, to] = [index / bins, (index + 1) / bins];
    const inside = spans.filter(
      ({ confidence }) =>
        confidence >= from && (confidence < to || (index === bins - 1 && confidence <= to)),
    );
    const sum = inside.reduce((total, { confidence }) => total + confidence, 0);
    return {
      from,
      to,
      n: inside.length,
      meanConfidence: inside.length === 0 ? null : sum / inside.length,
      precision: precision(inside),
    };
  });
}

/** Mean distance of confidence from precision over the bins, weighted by their size. */
export function calibrationError(bins: readonly Bin[]): number {
  const all = bins.reduce((sum, { n }) => sum + n, 0);
  return bins.reduce(
    (sum, bin) =>
      sum + (bin.n / Math.max(1, all)) * Math.abs((bin.meanConfidence ?? 0) - (bin.precision ?? 0)),
    0,
  );
}

export function precision(readings: readonly Reading[]): number | null {
  if (readings.length === 0) return null;
  return readings.filter(({ right }) => right).length / readings.length;
}
