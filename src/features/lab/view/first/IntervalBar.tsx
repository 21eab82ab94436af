/** A gain with its interval; all bars of a report share one scale, with 0 in the middle. */
import type { Interval } from "../../../../evaluation/types.ts";
import { css } from "./css.ts";

export function IntervalBar({ gain, reach }: { gain: Interval; reach: number }) {
  const at = (value: number) => 50 + (48 * value) / reach;
  return (
    <svg
      className={css("bar")}
      viewBox="0 0 100 14"
      preserveAspectRatio="none"
      width="100%"
      height="14"
      aria-hidden="true"
    >
      <path className={css("barZero")} d="M50,0V14" />
      <rect
        className={css("barSpan")}
        x={at(gain.low)}
        y="5"
        width={Math.max(0.5, at(gain.high) - at(gain.low))}
        height="4"
      />
      <rect className={css("barMean")} x={at(gain.mean) - 0.7} y="1" width="1.4" height="12" />
    </svg>
  );
}
