import { errorFunction, probit } from "simple-statistics";

/** The 80 % point, for the power. */
const normal80 = 0.841621;

/**
 * Questions needed beyond `n` for 80 % power: (z(1 − α/2) + z.80)² s² / d². Null if there is no
 * difference.
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

/** Half of a tenth of a point. */
const hardlyAny = 0.0005;

/**
 * Questions in total until the interval excludes 0: z(1 − α/2)² s² / d². Null if there is hardly
 * any difference.
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

/** One Newton step refines the library's probit, which has two digits. */
export function normalPoint(share: number): number {
  const z = probit(share);
  const below = 0.5 + 0.5 * errorFunction(z / Math.SQRT2);
  const density = Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI);
  return z - (below - share) / density;
}
