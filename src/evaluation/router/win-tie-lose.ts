/** Compares scores question by question, as in HomoRouter's Figure 1. */
import { wilson } from "../statistics/wilson.ts";
import type { Interval } from "../types.ts";

/** Closer scores are ties: means leave rounding behind. */
const tieWithin = 1e-9;

export interface CountedShare extends Interval {
  count: number;
}

/** From the left one's point of view. */
export interface WinTieLose {
  win: CountedShare;
  tie: CountedShare;
  lose: CountedShare;
}

export function winTieLose(left: readonly number[], right: readonly number[]): WinTieLose {
  const gaps = left.map((score, question) => score - (right[question] ?? Number.NaN));
  const share = (has: (gap: number) => boolean): CountedShare => {
    const count = gaps.filter(has).length;
    return { count, ...wilson(count, gaps.length) };
  };
  return {
    win: share((gap) => gap > tieWithin),
    tie: share((gap) => Math.abs(gap) <= tieWithin),
    lose: share((gap) => gap < -tieWithin),
  };
}
