/** How many questions it takes to tell a difference from none. */
import { errorFunction, probit } from "simple-statistics";

/** The 80 % point of the normal distribution: the power. */
const normal80 = 0.841621;

/**
 * Questions beyond the `n` of now until a paired difference as large as the observed one is told
 * from 0 with 80 % power: (z(1 − α/2) + z.80)² s² / d². Null where no difference was observed.
 * `alpha`: 0.05, or less where it is one of several tests.
 */
export function questionsMissing(
  difference: number,
  deviation: number,
  n: number,
  alpha = 0.05,
): number | null {
  if (difference === 0 || n < 2) return null;
  const needed = ((normalPoint(1 - alpha / 2) + normal80) * deviation) ** 2 / difference ** 2;
  return Number.isFinite(needed) ? Math.max(1, Math.ceil(needed) - n) : null;
}

/** Fewer say nothing, whatever they look like. */
export const leastQuestions = 30;

/** Of less than half of a tenth of a point none can be told. */
const hardlyAny = 0.0005;

/**
 * Questions in all, at least thirty, at which the interval of a paired difference as large as the observed
 * one would leave out 0: z(1 − α/2)² s² / d². Null where there is hardly any difference.
 */
export function questionsToSettle(
  difference: number,
  deviation: number,
  alpha = 0.05,
): number | null {
  if (Math.abs(difference) < hardlyAny) return null;
  const needed = (normalPoint(1 - alpha / 2) * deviation) ** 2 / difference ** 2;
  return Number.isFinite(needed) ? Math.max(leastQuestions, Math.ceil(needed)) : null;
}

/** The library's probit, good to two digits, and one step of Newton's. */
function normalPoint(share: number): number {
  const z = probit(share);
  const below = 0.5 + 0.5 * errorFunction(z / Math.SQRT2);
  const density = Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI);
  return z - (below - share) / density;
}
