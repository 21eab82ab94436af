/** Reads a `worth` event at the price that was set for the run, or at any other. */
import type { RunEventOf } from "../log/events.ts";
import { stages } from "../log/types.ts";

type Worth = RunEventOf<"worth">;
type Way = Worth["ways"][number];

export interface Considered {
  way: Way;
  /** In P(right), over the answer as it was. */
  gain: number;
  done: boolean;
  /** At that price: taken, worth less than the one taken, or not worth its own price. */
  verdict: "taken" | "less" | "too-dear" | "unpriced";
}

/** `pointUsd`: US dollars per 1,000 questions for one more right answer in a hundred. */
export function considered(worth: Worth, pointUsd: number): Considered[] {
  const base = worth.ways.find((way) => !asksLarge(way));
  if (base === undefined) return [];
  const others = worth.ways.filter(asksLarge);
  const gainOf = ({ expected }: Way) => expected - base.expected;
  const done = worth.chosen ?? abandoned(worth, others, gainOf);
  const taken = bestOf(others, gainOf, pointUsd);
  return others.map((way) => {
    const gain = gainOf(way);
    const pays = netOf(way, gain, pointUsd) > 0;
    const priced = way === taken ? "taken" : pays ? "less" : "too-dear";
    return { way, gain, done: way.id === done, verdict: way.usd === null ? "unpriced" : priced };
  });
}

/** The log names no choice if the first answer was kept in the end. */
function abandoned(
  { after, error, pointUsd }: Worth,
  others: readonly Way[],
  gainOf: (way: Way) => number,
): string | null {
  if (after === undefined && error === undefined) return null;
  return bestOf(others, gainOf, pointUsd)?.id ?? null;
}

function bestOf(ways: readonly Way[], gainOf: (way: Way) => number, pointUsd: number): Way | null {
  return ways.reduce<Way | null>((best, way) => {
    const net = netOf(way, gainOf(way), pointUsd);
    const before = best === null ? 0 : netOf(best, gainOf(best), pointUsd);
    return net > before ? way : best;
  }, null);
}

/** In US dollars per 1,000 questions. An unknown cost is never taken for $0. */
function netOf({ usd }: Way, gain: number, pointUsd: number): number {
  return 100 * gain * pointUsd - 1000 * (usd ?? Number.POSITIVE_INFINITY);
}

function asksLarge({ stages: by }: Pick<Way, "stages">): boolean {
  return stages.some((stage) => by[stage] === "large");
}
