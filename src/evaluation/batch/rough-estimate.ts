/**
 * Estimates a batch before anything like it has run here, from the shipped report's tokens and
 * times, today's price and this device's speed.
 */
import { mean, median, quantile } from "simple-statistics";
import { costOf } from "../../log/cost.ts";
import { type Price, type RunSettings, stages } from "../../log/types.ts";
import type { Configuration, LabResult } from "../types.ts";

export interface CombinationUsage {
  id: string;
  /** The large model's mean. */
  promptTokens: number;
  generatedTokens: number;
  /** Nine tenths of the questions lie between `low` and `high`, on the report's device. */
  seconds: { mean: number; low: number; high: number };
}

export interface ShippedUsage {
  method: string;
  combinations: readonly CombinationUsage[];
}

export interface RoughEstimate {
  usd: number | null;
  /** On this device; null before it has answered a question. */
  seconds: number | null;
  /** Per question, on the report's device. */
  secondsThere: { low: number; high: number };
}

export function roughEstimate(request: {
  usage: ShippedUsage;
  configurations: readonly Configuration[];
  questions: number;
  price: Price | null;
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

/** Without large-model tokens the cost is 0 at any price. */
function usdOf({ promptTokens, generatedTokens }: CombinationUsage, price: Price | null) {
  if (promptTokens + generatedTokens === 0) return 0;
  if (price === null) return null;
  return costOf({ promptTokens, generatedTokens, cachedTokens: null }, price);
}

/** A name such as "SLS"; null if a stage is neither small nor large. */
function combinationOf(settings: RunSettings): string | null {
  const letters = stages.map((stage) => {
    return settings[stage] === "large" ? "L" : settings[stage] === "small" ? "S" : null;
  });
  return letters.includes(null) ? null : letters.join("");
}

/** Null without token counts by kind or plain combinations. */
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
