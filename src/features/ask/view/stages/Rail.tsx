/** The line between two switches: from one rail to another. */
import type { TierChoice } from "../../../../log/types.ts";
import { classes } from "../../../../ui-kit/styles/classes.ts";
import sheet from "./Rail.module.css";

const css = classes(sheet);

export function Rail(props: {
  from: number;
  to: number;
  /** How many rails there are. */
  rails: number;
  state: string;
  tier: TierChoice | null;
}) {
  const { from, to, rails, state, tier } = props;
  const [start, end] = [from * 2 + 1, to * 2 + 1];
  return (
    <svg
      className={css("rail", state === "" ? "idle" : state, tier)}
      viewBox={`0 0 6 ${rails * 2}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <path d={`M0,${start}C3,${start} 3,${end} 6,${end}`} vectorEffect="non-scaling-stroke" />
    </svg>
  );
}
