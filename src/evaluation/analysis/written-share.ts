/**
 * Earlier results have one sum of large tokens. This splits it by the mean share of logged runs, so
 * money from it is approximate.
 */
import { collectCharges } from "../../folds/ledger.ts";
import type { RunEvent } from "../../log/events.ts";
import { stages } from "../../log/types.ts";
import type { LabResult, Spent } from "../types.ts";
import { isSplit } from "./reprice.ts";

/** Keyed like "LSL plan" (combination, stage); "" is the share over all runs. */
export type WrittenShares = Readonly<Record<string, number>>;

interface Sum {
  read: number;
  written: number;
}

export function writtenShares(
  logs: readonly { configuration: string; events: readonly RunEvent[] }[],
): WrittenShares | null {
  const sums = new Map<string, Sum>();
  for (const { configuration, events } of logs) {
    for (const { tier, stage, usage } of collectCharges(events)) {
      if (tier !== "large" || usage === null) continue;
      for (const key of [`${configuration} ${stage}`, ""]) {
        const { read, written } = sums.get(key) ?? { read: 0, written: 0 };
        sums.set(key, {
          read: read + (usage.promptTokens ?? 0),
          written: written + (usage.generatedTokens ?? 0),
        });
      }
    }
  }
  const known = [...sums].filter(([, { read, written }]) => read + written > 0);
  if (known.length === 0) return null;
  return Object.fromEntries(
    known.map(([key, { read, written }]) => [key, written / (read + written)]),
  );
}

export function splitResult(result: LabResult, shares: WrittenShares | null): LabResult {
  if (shares === null || isSplit(result)) return result;
  const shareOf = (stage: string) => shares[`${result.configuration} ${stage}`] ?? shares[""] ?? 0;
  const byStage = stages.map((stage) => {
    return [stage, splitAt(result.byStage[stage], shareOf(stage))] as const;
  });
  const parts = byStage.flatMap(([, { large }]) => large ?? []);
  const isWhole = byStage.every(([, { largeCalls, large }]) => largeCalls === 0 || large);
  const sum = (of: (part: (typeof parts)[number]) => number) =>
    parts.reduce((total, part) => total + of(part), 0);
  const large = {
    promptTokens: sum(({ promptTokens }) => promptTokens),
    generatedTokens: sum(({ generatedTokens }) => generatedTokens),
    othersUsd: 0,
  };
  return {
    ...result,
    byStage: { ...result.byStage, ...Object.fromEntries(byStage) },
    total: isWhole ? { ...result.total, large } : result.total,
  };
}

function splitAt(spent: Spent, written: number): Spent {
  const { largeTokens, largeCalls } = spent;
  if (largeCalls === 0 || largeTokens === null) return spent;
  const generatedTokens = Math.round(largeTokens * written);
  const large = { promptTokens: largeTokens - generatedTokens, generatedTokens, othersUsd: 0 };
  return { ...spent, large };
}
