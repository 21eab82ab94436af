/** What the run on show would have cost more, had another done one stage of it. */
import type { Counterfactuals } from "../../folds/counterfactual.ts";
import type { Ledger } from "../../folds/ledger.ts";
import type { PlanChoice, Stage, Tier } from "../../log/types.ts";

/**
 * In US dollars, always an estimate; below 0 where it would have cost less. Null where it is not
 * known: what a decision would have come to is not, nor what the run without that stage would be.
 */
export function addedUsd(
  { stage, choice }: { stage: Stage; choice: PlanChoice },
  { charges }: Pick<Ledger, "charges">,
  doers: Partial<Record<Stage, Tier>>,
  { savedByStageUsd }: Pick<Counterfactuals, "savedByStageUsd">,
): number | null {
  const doer = doers[stage];
  if (doer === undefined || choice === "decide" || choice === "off") return null;
  if (doer === choice) return 0;
  if (choice === "large") return savedByStageUsd[stage];
  // Searches would have been paid for all the same.
  return charges
    .filter((charge) => charge.stage === stage && charge.tier === "large")
    .reduce<number | null>(
      (sum, { cost }) => (sum === null || cost.usd === null ? null : sum - cost.usd),
      0,
    );
}
