import { collectCharges } from "../../folds/ledger.ts";
import { repriced } from "../../folds/repriced.ts";
import { costOf } from "../../log/cost.ts";
import type { RunEvent } from "../../log/events.ts";
import type { Price } from "../../log/types.ts";
import type { LabResult, Spent } from "../types.ts";
import { spending } from "./by-role.ts";

/**
 * Changes the cost, not the sum paid. Needs prompt and generated tokens apart; else the cost is
 * unknown.
 */
export function repricedResult(
  result: LabResult,
  events: readonly RunEvent[] | null,
  price: Price,
): LabResult {
  if (result.total.largeCalls === 0) return result;
  const fresh =
    isSplit(result) || events === null
      ? null
      : spending(collectCharges(repriced(events, "large", price)));
  const at = (before: Spent, then: Spent | undefined): Spent => {
    if (before.largeCalls === 0) return before;
    return { ...before, usd: usdAt(before, price) ?? then?.usd ?? null };
  };
  const now: Readonly<Record<string, Spent>> = fresh?.byStage ?? {};
  const stages = Object.entries(result.byStage).map(
    ([stage, spent]) => [stage, at(spent, now[stage])] as const,
  );
  return {
    ...result,
    total: at(result.total, fresh?.total),
    byStage: { ...result.byStage, ...Object.fromEntries(stages) },
  };
}

export function isSplit({ total, byStage }: LabResult): boolean {
  return [total, ...Object.values(byStage)].every(
    ({ largeCalls, large }) => largeCalls === 0 || large !== undefined,
  );
}

function usdAt({ large }: Spent, price: Price): number | null {
  if (large === undefined || large.othersUsd === null) return null;
  const { promptTokens, generatedTokens, othersUsd } = large;
  const usd = costOf({ promptTokens, cachedTokens: null, generatedTokens }, price);
  return usd === null ? null : usd + othersUsd;
}
