/**
 * The effect of a threshold on the reader's confidence, from readings with known gold answers.
 * Pure; `calibrate-theta.ts` collects the readings and prints the tables.
 */
import { coverExactMatchTokens } from "../../../src/metrics/score.ts";

export interface Reading {
  query: string;
  /** "" if the reader found nothing; it then never overrules. */
  span: string;
  /** exp of the mean raw log-probability of the copied tokens, in [0, 1]. */
  confidence: number;
  right: boolean;
  /** Whether the reader chose the passage with the gold answer; null if unknown. */
  passageRight: boolean | null;
}

/**
 * Cover match in whole words, in either direction: "Baltic Sea" and "the Baltic" are both right.
 */
export function spanIsRight(span: string, golds: readonly string[]): boolean {
  if (span === "") return false;
  return coverExactMatchTokens(span, golds) === 1 || golds.some((gold) => covers(gold, span));
}

function covers(text: string, part: string): boolean {
  return coverExactMatchTokens(text, [part]) === 1;
}

export interface ThetaRow {
  theta: number;
  /** Share of all readings that found a span above θ. */
  shareAbove: number;
  above: number;
  /** Null if no span is above θ. */
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
  /** Share of all answers: wrong ones replaced by the right one. */
  help: number;
  /** Share of all answers: right ones replaced by a wrong one. */
  harm: number;
  net: number;
  standardError: number;
}

/**
 * The effect of overruling planner answers that are right with probability `planner`, independently
 * of the reader. Replacing wrong by wrong or right by right changes nothing.
 */
export function effect(readings: readonly Reading[], theta: number, planner: number): Effect {
  const all = Math.max(1, readings.length);
  const { above, precisionAbove } = thetaRow(readings, theta);
  const right = (above * (precisionAbove ?? 0)) / all;
  const wrong = above / all - right;
  const help = right * (1 - planner);
  const harm = wrong * planner;
  const net = help - harm;
  // Each reading adds 1 − planner, −planner or 0.
  const squares = right * (1 - planner) ** 2 + wrong * planner ** 2;
  return { help, harm, net, standardError: Math.sqrt(Math.max(0, squares - net ** 2) / all) };
}

/** The θ with the highest net gain; the highest among ties. */
export function bestTheta(readings: readonly Reading[], planner: number): number {
  return highestWith(readings, planner, greatestEffect(readings, planner).net);
}

/**
 * The highest θ within one standard error of the best. Every needless correction costs a new
 * branch, so the cautious choice wins.
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

/**
 * Expected calibration error: mean distance of confidence from precision over the bins, weighted by
 * size.
 */
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
