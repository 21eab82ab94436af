/** The curve of a learnt policy as a person moves along it, in the price of the large model that is set. */
import { timesDearer } from "../../evaluation/policy/judge.ts";
import { type ActionPolicy, lambdaOfPoint } from "../../evaluation/policy/policy.ts";
import type { Price } from "../../log/types.ts";

export interface WorthPoint {
  /** What one more right answer in a hundred may cost: US dollars per 1,000 questions. */
  pointUsd: number;
  /** US dollars per 1,000 questions. */
  usdPerThousand: number;
  /** Share that is expected to be right, in [0, 1]. */
  right: number;
}

/** As much as a setting can say. */
const mostPointUsd = 1000;

/** From the small model alone to all that brings anything; an unknown price counts as it was learnt. */
export function worthPoints(policy: ActionPolicy, price: Price | null): WorthPoint[] {
  const dearer = timesDearer(price, policy.answerers.price) ?? 1;
  return policy.curve.map(({ lambda, costPerThousand, pMin }) => ({
    pointUsd: lambda > 0 ? Math.min(mostPointUsd, (0.01 / lambda) * dearer) : mostPointUsd,
    usdPerThousand: costPerThousand * dearer,
    right: pMin,
  }));
}

/** The place whose price is nearest, by how many times one is the other. */
export function nearestPoint(points: readonly WorthPoint[], pointUsd: number): number {
  const away = ({ pointUsd: own }: WorthPoint) =>
    Math.abs(Math.log(lambdaOfPoint(own) / lambdaOfPoint(pointUsd)));
  return points.reduce(
    (best, point, at) => (away(point) < away(points[best] ?? point) ? at : best),
    0,
  );
}
