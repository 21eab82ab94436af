/** How many questions it takes to detect a difference. */
import { errorFunction, probit } from "simple-statistics";

/** The 80 % point of the normal distribution: the power. */
const normal80 = 0.841621;

/**
 * Questions beyond `n` until a paired difference as large as observed is detected with 80 % power:
 * (z(1 − α/2) + z.80)² s² / d². Null if there is none. `alpha`: 0.05, or less for one of several
 * tests.
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

/** Fewer give no verdict. */
export const leastQuestions = 30;

/** Below half of a tenth of a point, no difference can be detected in practice. */
const hardlyAny = 0.0005;

/**
 * Total questions, at least thirty, until the interval of a paired difference as large as observed
 * excludes 0: z(1 − α/2)² s² / d². Null if there is hardly any difference.
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

/** The library's probit, accurate to two digits, refined by one Newton step. */
function normalPoint(share: number): number {
  const z = probit(share);
  const below = 0.5 + 0.5 * errorFunction(z / Math.SQRT2);
  const density = Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI);
  return z - (below - share) / density;
}
