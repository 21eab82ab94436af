import { type RunSettings, type Stage, stages, stageWords } from "../../log/types.ts";
import { switchableStages, withLarge } from "../combinations.ts";
import type { QuestionRow } from "../questions/question.ts";
import type { Configuration } from "../types.ts";
import { type GoldGap, goldGap } from "./gold.ts";

/** Every combination of oracle and small except all-small, as Shapley values need. */
export function oracleConfigurations(
  settings: RunSettings,
  allowed: readonly Stage[],
  perfect: readonly Stage[],
): Configuration[] {
  const switchable = switchableStages(settings, allowed);
  const asked = switchable.filter((stage) => perfect.includes(stage));
  return Array.from({ length: 2 ** asked.length - 1 }, (_, before) => {
    const by = asked.filter((__, at) => ((before + 1) >> (asked.length - 1 - at)) & 1);
    const letter = (stage: Stage) => (by.includes(stage) ? "O" : "S");
    return {
      id: stages.map((stage) => (switchable.includes(stage) ? letter(stage) : "-")).join(""),
      title: `Perfect: ${by.map((one) => stageWords[one]).join(", ")}`,
      settings: withLarge(settings, switchable, by),
      small: null,
    };
  });
}

export function gapFor(row: QuestionRow, perfect: readonly Stage[]): GoldGap | null {
  for (const stage of perfect) {
    const gap = goldGap(row, stage);
    if (gap !== null) return gap;
  }
  return null;
}

export function gapsOf(
  rows: readonly QuestionRow[],
  perfect: readonly Stage[],
): Map<GoldGap, number> {
  const counts = new Map<GoldGap, number>();
  for (const row of rows) {
    const gap = gapFor(row, perfect);
    if (gap !== null) counts.set(gap, (counts.get(gap) ?? 0) + 1);
  }
  return counts;
}
