/** Which of two scores more, question by question (HomoRouter Fig. 1). */
import { wilson } from "../statistics/wilson.ts";
import type { Interval } from "../types.ts";

/** Scores nearer than this are the same: means leave rounding behind. */
const tieWithin = 1e-9;

/** So many of the questions, with Wilson's interval of the share. */
export interface CountedShare extends Interval {
  count: number;
}

/** Of the left one against the right one. */
export interface WinTieLose {
  win: CountedShare;
  tie: CountedShare;
  lose: CountedShare;
}

/** True scores of the same questions, of which there is at least one. */
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
