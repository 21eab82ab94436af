/** The configurations in which the oracle does some stages and the small model the others. */
import { type RunSettings, type Stage, stages, stageWords } from "../../log/types.ts";
import { switchableStages, withLarge } from "../combinations.ts";
import type { QuestionRow } from "../questions/question.ts";
import type { Configuration } from "../types.ts";
import { type GoldGap, goldGap } from "./gold.ts";

/**
 * Every combination in which some of `perfect` are the oracle's and the rest is small: all of them, so
 * that a stage's ceiling is a Shapley value, as what a model brings is. Letters as of the eight
 * combinations, O for the oracle. All small, which they are held against, is among those.
 */
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

/** The first reason for which a question cannot be asked with the oracle in these stages. */
export function gapFor(row: QuestionRow, perfect: readonly Stage[]): GoldGap | null {
  for (const stage of perfect) {
    const gap = goldGap(row, stage);
    if (gap !== null) return gap;
  }
  return null;
}

/** How many questions are left out, by why. */
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
