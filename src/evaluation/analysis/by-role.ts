/** Splits a run's cost into planning, reading and concluding, whichever model did them. */
import { collectCharges, type Entry, sumCharges } from "../../folds/ledger.ts";
import type { Charge, RunEvent } from "../../log/events.ts";
import type { LabResult, Spent } from "../types.ts";

function spentBy(all: Entry, large: Entry): Spent {
  return {
    calls: all.calls,
    largeCalls: all.largeCalls,
    tokens: tokensOf(all),
    largeTokens: tokensOf(large),
    usd: all.unknownUsdCalls > 0 ? null : all.usd,
    seconds: all.localSeconds + all.remoteSeconds,
    ...largeUse(all, large),
  };
}

function largeUse(all: Entry, large: Entry): Pick<Spent, "large"> {
  if (large.calls === 0 || large.untoldCalls > 0) return {};
  const { promptTokens, generatedTokens } = large;
  const isKnown = all.unknownUsdCalls === large.unknownUsdCalls;
  // Clamped: a negative difference of sums is only rounding.
  const othersUsd = isKnown ? Math.max(0, all.usd - large.usd) : null;
  return { large: { promptTokens, generatedTokens, othersUsd } };
}

function tokensOf(entry: Entry): number | null {
  return entry.untoldCalls > 0 ? null : entry.promptTokens + entry.generatedTokens;
}

export function spending(charges: readonly Charge[]): Pick<LabResult, "total" | "byStage"> {
  const all = sumCharges(charges);
  const large = sumCharges(charges.filter(({ tier }) => tier === "large"));
  const of = (stage: "plan" | "solve" | "summarise") =>
    spentBy(all.byStage[stage], large.byStage[stage]);
  return {
    total: spentBy(all.total, large.total),
    byStage: { plan: of("plan"), solve: of("solve"), summarise: of("summarise") },
  };
}

export function withRolesApart(result: LabResult, events: readonly RunEvent[]): LabResult {
  if (result.rolesApart === true) return result;
  return { ...result, byStage: spending(collectCharges(events)).byStage, rolesApart: true };
}
