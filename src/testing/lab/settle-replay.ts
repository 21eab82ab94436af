/** Asks complete outcomes in the order of a batch that runs until it is settled. */
import {
  isOver,
  looksOf,
  type Standing,
  standingOf,
  stepsOf,
} from "../../evaluation/pipelines/sequential.ts";
import type { Column } from "../../evaluation/statistics/resample.ts";

export interface Replayed {
  /** NaN where it was not asked. */
  quality: readonly Column[];
  standings: readonly Standing[];
  calls: number;
}

/** `order`: places of the questions. */
export function settleReplay(
  models: readonly number[],
  outcomes: readonly Column[],
  order: readonly number[],
): Replayed {
  const steps = stepsOf(models, order.length);
  const looks = looksOf(models, order.length);
  const quality = outcomes.map((column) => new Float64Array(column.length).fill(Number.NaN));
  let [calls, taken] = [0, 0];
  let standings: readonly Standing[] = [];
  for (const look of looks) {
    for (const { question, setups } of steps.slice(taken, look)) {
      const place = order[question] ?? 0;
      for (const setup of setups) {
        const column = quality[setup];
        if (column !== undefined) column[place] = outcomes[setup]?.[place] ?? Number.NaN;
      }
      calls += setups.length;
    }
    taken = look;
    standings = standingOf(models, quality, taken / steps.length);
    if (isOver(standings)) break;
  }
  return { quality, standings, calls };
}
