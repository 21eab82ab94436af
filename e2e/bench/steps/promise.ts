/**
 * Learn then Test (arXiv 2110.01052): the cheapest setting of a dial that is at most ε worse than
 * all large, with 95 % certainty.
 */
import { mean } from "../../../src/methods/homo-router/training/problem.ts";
import { seededRandom, shuffled } from "../../../src/shared/random.ts";
import { type Outcomes, spentBy } from "./deferral.ts";

const doubt = 0.05;

/** Losses in [−1, 1], in the order in which they are tested. */
export function isAtMost(bound: number, losses: readonly number[]): boolean {
  let [capital, count, sum, squares] = [1, 0, 0, 0];
  for (const loss of losses) {
    // A bet on the margin, sized by what was seen before: the capital seldom grows if there is none.
    const margin = count === 0 ? 0 : sum / count;
    const spread = count === 0 ? 1 : squares / count;
    const bet = Math.min(mostBet, Math.max(0, margin / Math.max(spread, leastSpread)));
    const gain = bound - loss;
    capital *= 1 + bet * gain;
    if (capital >= 1 / doubt) return true;
    count += 1;
    sum += gain;
    squares += gain ** 2;
  }
  return false;
}

const mostBet = 0.5;
const leastSpread = 0.01;

export interface Promised {
  /** A share of all splits. */
  possible: number;
  /** A share of all splits: one without a promise breaks none. */
  broken: number;
  usd: number;
}

/** `against`: right by all large, for each question. */
export function promiseOn(
  outcomes: Outcomes,
  against: readonly number[],
  { epsilon, splits }: { epsilon: number; splits: number },
): Promised {
  const dials = (outcomes[0] ?? [])
    .map((_, dial) => dial)
    .sort((a, b) => spentBy(outcomes, b) - spentBy(outcomes, a));
  const lossOf = (place: number, dial: number) =>
    (against[place] ?? 0) - (outcomes[place]?.[dial]?.right ?? 0);
  const outcomesOfSplits = Array.from({ length: splits }, (_, split) => {
    const places = shuffled(
      outcomes.map((_, place) => place),
      seededRandom(split),
    );
    const half = Math.floor(places.length / 2);
    const [seen, unseen] = [places.slice(0, half), places.slice(half)];
    const holds = (dial: number) =>
      isAtMost(
        epsilon,
        seen.map((place) => lossOf(place, dial)),
      );
    // In a fixed order, dearest first, until one fails, so that no test needs a correction.
    const failed = dials.findIndex((dial) => !holds(dial));
    const dial = dials[(failed === -1 ? dials.length : failed) - 1];
    if (dial === undefined) return [];
    const broken = mean(unseen.map((place) => lossOf(place, dial))) > epsilon;
    return [{ broken, usd: mean(unseen.map((at) => outcomes[at]?.[dial]?.usd ?? 0)) }];
  });
  const made = outcomesOfSplits.flat();
  return {
    possible: made.length / splits,
    broken: made.filter(({ broken }) => broken).length / splits,
    usd: made.length === 0 ? Number.NaN : mean(made.map(({ usd }) => usd)),
  };
}
