import { costOf } from "../log/cost.ts";
import type { Charge } from "../log/events.ts";
import type { Price, Stage } from "../log/types.ts";
import type { Ledger } from "./ledger.ts";

export interface Counterfactuals {
  /** Null if no price is known. */
  allLargeUsd: number | null;
  /** Includes the same searches; null if a price is unknown. */
  allSmallUsd: number | null;
  /** "w/o Decision": the large model always plans and sums up. */
  withoutDecisionUsd: number | null;
  /** Without one, `withoutDecisionUsd` means nothing. */
  decided: boolean;
  /** Negative if the run cost more. */
  savedUsd: number | null;
  savedByStageUsd: Readonly<Record<Stage, number | null>>;
}

/** Small-model token counts replace the large model's (another tokenizer and style), hence `≈`. */
export function counterfactuals(ledger: Ledger, price: Price | null): Counterfactuals {
  const spent = ledger.total.unknownUsdCalls > 0 ? null : ledger.total.usd;
  const allLarge = sumAs(ledger.charges, price, () => true);
  return {
    allLargeUsd: allLarge,
    allSmallUsd: sumAs(ledger.charges.filter(isSearch), price, () => false),
    withoutDecisionUsd: sumAs(
      ledger.charges.filter((charge) => !isDecision(charge)),
      price,
      isDecided,
    ),
    decided: ledger.charges.some(isDecision),
    savedUsd: allLarge === null || spent === null ? null : allLarge - spent,
    savedByStageUsd: {
      plan: savedIn(ledger, "plan", price),
      solve: savedIn(ledger, "solve", price),
      summarise: savedIn(ledger, "summarise", price),
    },
  };
}

/** Searches cost the same with any model. */
function isSearch(charge: Charge): boolean {
  return charge.kind === "retrieval";
}

/** The Decision chooses who plans, summarises, and answers a run without a chain. */
function isDecided({ purpose, stage }: Charge): boolean {
  if (purpose === "plan" || purpose === "summarise") return true;
  return purpose === "answer" && stage === "summarise";
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

function sumAs(
  charges: readonly Charge[],
  price: Price | null,
  asLarge: (charge: Charge) => boolean,
): number | null {
  let sum = 0;
  for (const charge of charges) {
    if (isDecision(charge) || (charge.usage === null && !isSearch(charge))) continue;
    const usd = usdOf(charge, price, asLarge(charge));
    if (usd === null) return null;
    sum += usd;
  }
  return sum;
}

function usdOf(charge: Charge, price: Price | null, asLarge: boolean): number | null {
  const { usage, tier, cost } = charge;
  if (usage === null || tier === "large" || !asLarge) return cost.usd;
  // A provider lacks the device's prompt cache.
  return price === null ? null : costOf({ ...usage, cachedTokens: null }, price);
}
