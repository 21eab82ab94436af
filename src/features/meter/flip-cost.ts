import type { Counterfactuals } from "../../folds/counterfactual.ts";
import type { Ledger } from "../../folds/ledger.ts";
import type { PlanChoice, Stage, Tier } from "../../log/types.ts";

/**
 * An estimate in US dollars, negative if cheaper; null if unknown, as for "decide" and a missing
 * stage.
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
  return charges
    .filter((charge) => charge.stage === stage && charge.tier === "large")
    .reduce<number | null>(
      (sum, { cost }) => (sum === null || cost.usd === null ? null : sum - cost.usd),
      0,
    );
}
