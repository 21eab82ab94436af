/** Uses the configured large model's price. */

import { type ActionPolicy, lambdaOfPoint } from "../../evaluation/policy/policy.ts";
import { timesDearer } from "../../evaluation/policy/worth-judge.ts";
import type { Price } from "../../log/types.ts";

export interface WorthPoint {
  /** The acceptable cost of one more right answer per hundred: US dollars per 1,000 questions. */
  pointUsd: number;
  usdPerThousand: number;
  right: number;
}

const mostPointUsd = 1000;

/** An unknown price is replaced by the one learnt with. */
export function worthPoints(policy: ActionPolicy, price: Price | null): WorthPoint[] {
  const dearer = timesDearer(price, policy.answerers.price) ?? 1;
  return policy.curve.map(({ lambda, costPerThousand, pMin }) => ({
    pointUsd: lambda > 0 ? Math.min(mostPointUsd, (0.01 / lambda) * dearer) : mostPointUsd,
    usdPerThousand: costPerThousand * dearer,
    right: pMin,
  }));
}

export function nearestPoint(points: readonly WorthPoint[], pointUsd: number): number {
  const away = ({ pointUsd: own }: WorthPoint) =>
    Math.abs(Math.log(lambdaOfPoint(own) / lambdaOfPoint(pointUsd)));
  return points.reduce(
    (best, point, at) => (away(point) < away(points[best] ?? point) ? at : best),
    0,
  );
}
