/** What a batch may cost, from what like questions cost before: an interval, or unknown. */
import type { Price } from "../../log/types.ts";
import type { Configuration, LabResult } from "../types.ts";

/** 95 % of the sums that may come, by what was recorded. */
export interface Range {
  low: number;
  high: number;
}

export interface Estimate {
  /** US dollars in all; null is unknown. */
  usd: Range | null;
  /** From the start to the end: what questions take one by one, in `lanes` side by side. */
  seconds: Range | null;
  /** Questions answered at the same time, ≥ 1. */
  lanes: number;
  /** Calls of the large model. */
  largeCalls: Range | null;
  /** Earlier results that it rests on; for the configuration that has the fewest. */
  basedOn: number;
}

/** Results of one configuration's settings, made with the same models. */
export interface History {
  results: readonly LabResult[];
  /** The large model's price at that time. */
  price: Price | null;
}

/** Fewer say too little about how much questions differ. */
const leastResults = 3;

export interface EstimateRequest {
  configurations: readonly Configuration[];
  /** How many questions each configuration has left to answer. */
  questions: number;
  /** The price now; null is unknown. */
  price: Price | null;
  /** Questions answered at the same time, ≥ 1. */
  lanes: number;
  /** What is known of a configuration. */
  historyOf(configuration: Configuration): readonly History[];
}

/** Sums over the configurations: an unknown one makes the whole unknown. */
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

/** As if its questions were asked one by one. */
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

/** A failed question broke off somewhere: it says little of what one takes. */
function answered({ results, price }: History): History {
  return { results: results.filter(({ outcome }) => outcome === "answered"), price };
}

/** What the result would cost by today's price; null where that cannot be told. */
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

/** Known only where reading and writing became dearer alike: results tell one sum of tokens. */
function ratio(before: Price | null, now: Price | null): number | null {
  if (before === null || now === null) return null;
  const input = now.inputPerMillion / before.inputPerMillion;
  const output = now.outputPerMillion / before.outputPerMillion;
  return Number.isFinite(input) && Math.abs(input - output) < 1e-9 ? input : null;
}

/**
 * The sum over `questions` further ones: their mean is as uncertain as the recorded mean is,
 * and their own number adds. A prediction interval by Student's t; a cost is never below 0.
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

/** The 97.5 % point of Student's t (Cornish–Fisher expansion; exact values for few degrees). */
function student95(degrees: number): number {
  const exact = [12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228];
  const z = 1.959964;
  const first = (z ** 3 + z) / 4;
  const second = (5 * z ** 5 + 16 * z ** 3 + 3 * z) / 96;
  return exact[degrees - 1] ?? z + first / degrees + second / degrees ** 2;
}

/**
 * Ends added up: configurations answer the same questions, so that what one finds dear the
 * others do too, and their errors do not cancel out.
 */
function sum(ranges: readonly (Range | null)[]): Range | null {
  const known = ranges.filter((range) => range !== null);
  if (known.length < ranges.length || known.length === 0) return null;
  return known.reduce((total, { low, high }) => ({
    low: total.low + low,
    high: total.high + high,
  }));
}
