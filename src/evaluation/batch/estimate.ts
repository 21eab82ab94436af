import type { Price } from "../../log/types.ts";
import type { Configuration, LabResult } from "../types.ts";

/** 95 % prediction interval of a sum. */
export interface Range {
  low: number;
  high: number;
}

export interface Estimate {
  usd: Range | null;
  /** Wall time. */
  seconds: Range | null;
  lanes: number;
  largeCalls: Range | null;
  basedOn: number;
}

export interface History {
  results: readonly LabResult[];
  price: Price | null;
}

/** Fewer say too little about how much questions differ. */
const leastResults = 3;

export interface EstimateRequest {
  configurations: readonly Configuration[];
  questions: number;
  price: Price | null;
  lanes: number;
  historyOf(configuration: Configuration): readonly History[];
}

export function estimate(request: EstimateRequest): Estimate {
  const each = request.configurations.map((one) => estimateOne(request, one));
  const inTurn = sum(each.map(({ seconds }) => seconds));
  return {
    usd: sum(each.map(({ usd }) => usd)),
    seconds: inTurn && { low: inTurn.low / request.lanes, high: inTurn.high / request.lanes },
    lanes: request.lanes,
    largeCalls: sum(each.map(({ largeCalls }) => largeCalls)),
    basedOn: each.length === 0 ? 0 : Math.min(...each.map(({ basedOn }) => basedOn)),
  };
}

function estimateOne(
  request: EstimateRequest,
  configuration: Configuration,
): Omit<Estimate, "lanes"> {
  const histories = request.historyOf(configuration).map(answered);
  const results = histories.flatMap((history) => history.results);
  const usd = histories.flatMap((history) => history.results.map(repriced(history, request.price)));
  const { questions } = request;
  return {
    usd: rangeOf(usd, questions),
    seconds: rangeOf(
      results.map(({ total }) => total.seconds),
      questions,
    ),
    largeCalls: rangeOf(
      results.map(({ total }) => total.largeCalls),
      questions,
    ),
    basedOn: results.length,
  };
}

/** Excludes failed questions, which broke off early and cost too little. */
function answered({ results, price }: History): History {
  return { results: results.filter(({ outcome }) => outcome === "answered"), price };
}

function repriced(history: History, price: Price | null) {
  const factor = samePrice(history.price, price) ? 1 : ratio(history.price, price);
  return ({ total }: LabResult): number | null => {
    if (total.largeCalls === 0) return total.usd;
    return total.usd === null || factor === null ? null : total.usd * factor;
  };
}

function samePrice(a: Price | null, b: Price | null): boolean {
  return (
    a !== null &&
    b !== null &&
    a.inputPerMillion === b.inputPerMillion &&
    a.outputPerMillion === b.outputPerMillion &&
    a.cachedInputPerMillion === b.cachedInputPerMillion
  );
}

/** Known only if both prices changed by one factor: results have one sum of tokens. */
function ratio(before: Price | null, now: Price | null): number | null {
  if (before === null || now === null) return null;
  const input = now.inputPerMillion / before.inputPerMillion;
  const output = now.outputPerMillion / before.outputPerMillion;
  return Number.isFinite(input) && Math.abs(input - output) < 1e-9 ? input : null;
}

/**
 * A 95 % prediction interval by Student's t, with the uncertainty of the recorded mean; never below
 * 0.
 */
function rangeOf(values: readonly (number | null)[], questions: number): Range | null {
  if (questions === 0) return { low: 0, high: 0 };
  const known = values.filter((value) => value !== null);
  const n = known.length;
  if (n < leastResults || n < values.length) return null;
  const mean = known.reduce((total, value) => total + value, 0) / n;
  const variance = known.reduce((total, value) => total + (value - mean) ** 2, 0) / (n - 1);
  const half = student95(n - 1) * Math.sqrt(variance * (1 / n + 1 / questions));
  return { low: Math.max(0, mean - half) * questions, high: (mean + half) * questions };
}

/** The 97.5 % point by Cornish–Fisher expansion, exact for few degrees. */
function student95(degrees: number): number {
  const exact = [12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228];
  const z = 1.959964;
  const first = (z ** 3 + z) / 4;
  const second = (5 * z ** 5 + 16 * z ** 3 + 3 * z) / 96;
  return exact[degrees - 1] ?? z + first / degrees + second / degrees ** 2;
}

/**
 * Adds the interval ends: configurations answer the same questions, so errors do not cancel out.
 */
function sum(ranges: readonly (Range | null)[]): Range | null {
  const known = ranges.filter((range) => range !== null);
  if (known.length < ranges.length || known.length === 0) return null;
  return known.reduce((total, { low, high }) => ({
    low: total.low + low,
    high: total.high + high,
  }));
}
