/**
 * What a batch may take before anything like it was run here: the tokens of a report that came with
 * the page, at today's price, and this device's own speed in that report's proportions.
 */
import { mean, median, quantile } from "simple-statistics";
import { costOf } from "../../log/cost.ts";
import { type Price, type RunSettings, stages } from "../../log/types.ts";
import type { Configuration, LabResult } from "../types.ts";

/** Of one combination of small and large, for one question. */
export interface CombinationUsage {
  id: string;
  /** Of the large model, on average. */
  promptTokens: number;
  generatedTokens: number;
  /** Where the report was made: on average, and what nine of ten questions lay between. */
  seconds: { mean: number; low: number; high: number };
}

export interface ShippedUsage {
  /** As `RunSettings` names it. */
  method: string;
  combinations: readonly CombinationUsage[];
}

export interface RoughEstimate {
  /** US dollars in all; null is unknown. */
  usd: number | null;
  /** On this device; null before it has answered a question. */
  seconds: number | null;
  /** Where the report was made, of one question, over the batch's configurations. */
  secondsThere: { low: number; high: number };
}

/** Null where the report says nothing of one of the configurations. */
export function roughEstimate(request: {
  usage: ShippedUsage;
  configurations: readonly Configuration[];
  questions: number;
  /** Of the large model; null is unknown. */
  price: Price | null;
  /** Of questions answered all small on this device, in seconds each; the middle one counts. */
  tookHere: readonly number[];
}): RoughEstimate | null {
  const { usage, configurations, questions, price, tookHere } = request;
  const secondsHere = tookHere.length === 0 ? null : median([...tookHere]);
  const each = configurations.map(({ settings, small }) => {
    const id = settings.method === usage.method && small === null ? combinationOf(settings) : null;
    return usage.combinations.find((one) => one.id === id);
  });
  const known = each.filter((one) => one !== undefined);
  const base = usage.combinations.find(({ id }) => !id.includes("L"))?.seconds.mean ?? 0;
  if (known.length === 0 || known.length < each.length || base <= 0) return null;
  const costs = known.map((one) => usdOf(one, price));
  return {
    usd: costs.includes(null) ? null : questions * costs.reduce<number>(plus, 0),
    seconds:
      secondsHere === null
        ? null
        : questions * known.reduce((sum, one) => sum + (secondsHere * one.seconds.mean) / base, 0),
    secondsThere: {
      low: Math.min(...known.map(({ seconds }) => seconds.low)),
      high: Math.max(...known.map(({ seconds }) => seconds.high)),
    },
  };
}

function plus(sum: number, value: number | null): number {
  return sum + (value ?? 0);
}

/** Of one question; what asks nothing of the large model costs nothing at any price. */
function usdOf({ promptTokens, generatedTokens }: CombinationUsage, price: Price | null) {
  if (promptTokens + generatedTokens === 0) return 0;
  if (price === null) return null;
  return costOf({ promptTokens, generatedTokens, cachedTokens: null }, price);
}

/** As reports name it, "SLS"; null where a stage is not simply small or large. */
function combinationOf(settings: RunSettings): string | null {
  const letters = stages.map((stage) => {
    return settings[stage] === "large" ? "L" : settings[stage] === "small" ? "S" : null;
  });
  return letters.includes(null) ? null : letters.join("");
}

/** Null where an answer's tokens are not known by kind, or no configuration is a plain combination. */
export function shippedUsage(
  configurations: readonly Configuration[],
  results: readonly LabResult[],
): ShippedUsage | null {
  const [first] = configurations;
  if (first === undefined) return null;
  const combinations = configurations.flatMap(({ id, settings }): CombinationUsage[] => {
    const own = results.filter(
      (one) => one.configuration === id && one.outcome === "answered" && isKnown(one),
    );
    if (combinationOf(settings) !== id || own.length === 0) return [];
    const took = own.map(({ total }) => total.seconds);
    return [
      {
        id,
        promptTokens: mean(own.map(({ total }) => total.large?.promptTokens ?? 0)),
        generatedTokens: mean(own.map(({ total }) => total.large?.generatedTokens ?? 0)),
        seconds: { mean: mean(took), low: quantile(took, 0.05), high: quantile(took, 0.95) },
      },
    ];
  });
  return combinations.length < configurations.length
    ? null
    : { method: first.settings.method, combinations };
}

function isKnown({ total }: LabResult): boolean {
  return total.largeCalls === 0 || total.large !== undefined;
}
