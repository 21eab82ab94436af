/** Lenses: the same tree, its lines as wide as what each step took in time or money. */

import type { Charge } from "../../../log/events.ts";
import { largestOf } from "../../../log/largest.ts";
import { answerId, questionId } from "./tree-model.ts";

export const lenses = ["time", "money"] as const;
export type Lens = (typeof lenses)[number];

export interface Weight {
  seconds: number;
  /** Null where part of it is unknown. */
  usd: number | null;
}

/** The item of the tree that something was charged for; the plan counts for the question, the summary for the answer. */
export function chargedItem({ node, stage }: Charge): string {
  return node ?? (stage === "plan" ? questionId : answerId);
}

/** What each item of the tree took. */
export function weightsOf(charges: readonly Charge[]): ReadonlyMap<string, Weight> {
  const weights = new Map<string, Weight>();
  for (const charge of charges) {
    const { seconds, cost } = charge;
    const id = chargedItem(charge);
    const before = weights.get(id) ?? { seconds: 0, usd: 0 };
    const usd = before.usd === null || cost.usd === null ? null : before.usd + cost.usd;
    weights.set(id, { seconds: before.seconds + seconds, usd });
  }
  return weights;
}

/** Widest and narrowest line, in pixels. */
const widest = 13;
const narrowest = 1;

/** Widths of lines by item, in pixels: twice the width is twice the amount. Unknown ones have none. */
export function lineWidths(
  weights: ReadonlyMap<string, Weight>,
  lens: Lens,
): ReadonlyMap<string, number> {
  const amounts = [...weights].flatMap(([id, { seconds, usd }]) => {
    const amount = lens === "time" ? seconds : usd;
    return amount === null ? [] : [[id, amount] as const];
  });
  const most = largestOf(
    amounts.map(([, amount]) => amount),
    0,
  );
  return new Map(
    amounts.map(([id, amount]) => [
      id,
      most === 0 ? narrowest : Math.max(narrowest, (widest * amount) / most),
    ]),
  );
}
