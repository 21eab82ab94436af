export interface Placed {
  cost: number | null;
  quality: number;
}

/**
 * Equals do not beat each other. A point of unknown cost neither beats others nor is on the front.
 */
export function onFront(points: readonly Placed[]): boolean[] {
  return points.map((point) => point.cost !== null && !points.some((other) => beats(other, point)));
}

function beats(a: Placed, b: Placed): boolean {
  if (a.cost === null || b.cost === null) return false;
  const noWorse = a.cost <= b.cost && a.quality >= b.quality;
  return noWorse && (a.cost < b.cost || a.quality > b.quality);
}

export function bestUnder<T extends { cost: number | null; quality: { mean: number } }>(
  points: readonly T[],
  budget: number,
): T | null {
  const better = (a: T, b: T) => b.quality.mean - a.quality.mean || (a.cost ?? 0) - (b.cost ?? 0);
  const within = points.filter(({ cost }) => cost !== null && cost <= budget);
  return [...within].sort(better)[0] ?? null;
}
