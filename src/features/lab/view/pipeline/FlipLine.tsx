/** How a flip is drawn: by its stage in a cube, else by its model. */
import type { Upgrade } from "../../../../evaluation/statistics/shapley.ts";
import type { PipelineReport } from "../../pipeline-worker.ts";
import { css } from "./css.ts";

const kinds = ["kind0", "kind1", "kind2", "kind3"] as const;

/** Three stages with two models each. */
export function isCube({ stages }: PipelineReport["table"]): boolean {
  return stages.length === 3 && stages.every(({ models }) => models.length === 2);
}

export function kindOf(
  table: PipelineReport["table"],
  { stage, model }: Upgrade,
): (typeof kinds)[number] {
  return kinds[isCube(table) ? stage : model - 1] ?? "kind0";
}

/** A sample, in the colour and dashes of its parent's kind. */
export function FlipLine() {
  return (
    <svg width="26" height="8" viewBox="0 0 26 8" aria-hidden="true">
      <path className={css("flip")} d="M1,4H25" />
    </svg>
  );
}
