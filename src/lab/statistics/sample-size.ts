/** How many questions it takes to tell a difference from none. */
import { normal975 } from "./bca.ts";

/** The 80 % point of the normal distribution: the power. */
const normal80 = 0.841621;

/**
 * Questions beyond the `n` of now until a paired difference as large as the observed one is told
 * from 0 at 95 % with 80 % power: (z.975 + z.80)² s² / d². Null where no difference was observed.
 */
export function questionsMissing(difference: number, deviation: number, n: number): number | null {
  if (difference === 0 || n < 2) return null;
  const needed = ((normal975 + normal80) * deviation) ** 2 / difference ** 2;
  return Number.isFinite(needed) ? Math.max(1, Math.ceil(needed) - n) : null;
}
