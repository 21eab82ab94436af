import { scaleLinear } from "d3";

export interface SavedLengths {
  /** Shares of the bar, in [0, 1]. */
  spent: number;
  saved: number;
  over: boolean;
}

/** The full bar is the larger of actual and all-large cost. */
export function savedLengths(spentUsd: number, allLargeUsd: number): SavedLengths {
  const whole = Math.max(spentUsd, allLargeUsd);
  if (whole <= 0) return { spent: 0, saved: 0, over: false };
  const length = scaleLinear([0, whole], [0, 1]);
  const over = spentUsd > allLargeUsd;
  return {
    spent: length(spentUsd),
    saved: over ? 0 : length(allLargeUsd - spentUsd),
    over,
  };
}

/** All 0 when there is nothing to share. */
export function shares(parts: readonly number[]): number[] {
  const sum = parts.reduce((total, part) => total + part, 0);
  if (sum <= 0) return parts.map(() => 0);
  const share = scaleLinear([0, sum], [0, 1]);
  return parts.map((part) => share(part));
}
