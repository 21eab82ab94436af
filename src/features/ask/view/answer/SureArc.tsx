/** A ring filled to the verifier's confidence. Decorative: the text beside it says the same. */
import { classes } from "../../../../ui-kit/styles/classes.ts";
import sheet from "./SureArc.module.css";

const css = classes(sheet);

const radius = 7;
const round = 2 * Math.PI * radius;

/** `sure`: P(right), in [0, 1]. */
export function SureArc({ sure }: { sure: number }) {
  return (
    <svg className={css("arc")} viewBox="-10 -10 20 20" width="20" height="20" aria-hidden="true">
      <circle className={css("ring")} r={radius} />
      <circle
        className={css("filled")}
        r={radius}
        transform="rotate(-90)"
        strokeDasharray={`${sure * round} ${round}`}
      />
    </svg>
  );
}
