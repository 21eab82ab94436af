import type { Charge } from "../../../log/events.ts";
import { largestOf } from "../../../log/largest.ts";
import { answerId, questionId } from "./tree-model.ts";

export const lenses = ["time", "money"] as const;
export type Lens = (typeof lenses)[number];

export interface Weight {
  seconds: number;
  usd: number | null;
}

/** Planning belongs to the question, summarising to the answer. */
export function chargedItem({ node, stage }: Charge): string {
  return node ?? (stage === "plan" ? questionId : answerId);
}

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

/** In pixels. */
const widest = 13;
const narrowest = 1;

/** Proportional to the amounts; unknown ones are omitted. */
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
