/** What the same run would have cost had other models done its stages; always an estimate. */
import { costOf } from "../cost.ts";
import type { Charge } from "../events.ts";
import type { Price, Stage } from "../types.ts";
import type { Ledger } from "./ledger.ts";

export interface Counterfactuals {
  /** Every model call made by the large model at `price`; null when no price is known. */
  allLargeUsd: number | null;
  /** The device does everything: no money. */
  allSmallUsd: 0;
  /** Plan and summary always go to the large model ("w/o Decision"), the rest as it was. */
  withoutDecisionUsd: number | null;
  /** `allLargeUsd` − spent; null when either is unknown. Negative when it cost more. */
  savedUsd: number | null;
  savedByStageUsd: Readonly<Record<Stage, number | null>>;
}

/**
 * Re-prices the recorded tokens of each call. Small-model token counts stand in for
 * the large model's own (another tokenizer, another style), hence `≈`.
 */
export function counterfactuals(ledger: Ledger, price: Price | null): Counterfactuals {
  const spent = ledger.total.unknownUsdCalls > 0 ? null : ledger.total.usd;
  const allLarge = sumAs(ledger.charges, price, () => true);
  return {
    allLargeUsd: allLarge,
    allSmallUsd: 0,
    withoutDecisionUsd: sumAs(
      ledger.charges.filter((charge) => !isDecision(charge)),
      price,
      (charge) => charge.stage !== "solve",
    ),
    savedUsd: allLarge === null || spent === null ? null : allLarge - spent,
    savedByStageUsd: {
      plan: savedIn(ledger, "plan", price),
      solve: savedIn(ledger, "solve", price),
      summarise: savedIn(ledger, "summarise", price),
    },
  };
}

function isDecision(charge: Charge): boolean {
  return charge.purpose === "decide";
}

function savedIn(ledger: Ledger, stage: Stage, price: Price | null): number | null {
  const entry = ledger.byStage[stage];
  const large = sumAs(
    ledger.charges.filter((charge) => charge.stage === stage),
    price,
    () => true,
  );
  return large === null || entry.unknownUsdCalls > 0 ? null : large - entry.usd;
}

/** Σ cost, with the calls that `asLarge` picks re-priced at the large model's price. */
function sumAs(
  charges: readonly Charge[],
  price: Price | null,
  asLarge: (charge: Charge) => boolean,
): number | null {
  let sum = 0;
  for (const charge of charges) {
    if (charge.usage === null || isDecision(charge)) continue;
    const already = charge.tier === "large" || !asLarge(charge);
    const usd = already ? charge.cost.usd : price === null ? null : costOf(charge.usage, price);
    if (usd === null) return null;
    sum += usd;
  }
  return sum;
}
