/** How an answer came out, by shape: filled, half, hollow, crossed. */
import type { CellOutcome } from "../../../../evaluation/analysis/grid.ts";
import { css } from "./css.ts";

/** `part`: a score between wrong and right. */
export type MarkedOutcome = CellOutcome | "part";

export function OutcomeMark({ outcome }: { outcome: MarkedOutcome }) {
  return (
    <svg
      className={css("outcomeMark", outcome)}
      viewBox="-8 -8 16 16"
      width="16"
      height="16"
      aria-hidden="true"
    >
      <Shape outcome={outcome} />
    </svg>
  );
}

function Shape({ outcome }: { outcome: MarkedOutcome }) {
  switch (outcome) {
    case "right":
    case "wrong":
      return <circle r="5" />;
    case "lucky":
    case "part":
      return (
        <>
          <circle r="5" />
          <path d="M0,-5a5,5 0 0 0 0,10z" />
        </>
      );
    case "failed":
      return <path d="M-4,-4l8,8M-4,4l8,-8" />;
    case "unscored":
      return <circle r="2" />;
    case "none":
      return <path d="M-4,0h8" />;
  }
}
