/** The configurations that a draft asks every question in. */
import type { MethodInfo } from "../../../core/method.ts";
import {
  decisionVariants,
  eightCombinations,
  rewriterVariants,
  switchableStages,
  tableTwoRows,
  tunedVariants,
} from "../../../lab/combinations.ts";
import type { Configuration } from "../../../lab/types.ts";
import { findMethodInfo } from "../../../state/presets.ts";
import { type Comparison, comparisons, type Draft } from "./draft.ts";

/** The combinations that a person can tick. */
export function combinationsOf({ settings }: Pick<Draft, "settings">): Configuration[] {
  return eightCombinations(settings, stagesOf(settings.method));
}

export function configurationsOf(
  draft: Pick<Draft, "settings" | "comparison" | "chosen" | "base">,
): Configuration[] {
  const { settings, comparison, chosen, base } = draft;
  const allowed = stagesOf(settings.method);
  switch (comparison) {
    case "eight":
      return combinationsOf(draft);
    case "chosen":
      return combinationsOf(draft).filter(({ id }) => chosen.includes(id));
    case "decision":
      return decisionVariants(settings, allowed);
    case "rewriters":
      return rewriterVariants(settings);
    case "models":
      return base === null ? [] : tunedVariants(settings, allowed, { base, tuned: null });
    case "table-two":
      return tableTwoRows(settings);
  }
}

/** What can be compared with this method at all. */
export function offeredComparisons(draft: Draft): Comparison[] {
  const method = findMethodInfo(draft.settings.method);
  if (method === null) return [];
  const switchable = switchableStages(draft.settings, method.stages);
  return comparisons.filter((one) => isOffered(one, method, switchable.length > 0, draft));
}

function isOffered(
  comparison: Comparison,
  method: MethodInfo,
  canSwitch: boolean,
  { settings }: Draft,
): boolean {
  switch (comparison) {
    case "eight":
      // A method without switches still has one way to be asked.
      return true;
    case "chosen":
      return canSwitch;
    case "decision":
      return settings.plan !== "off" && decisionVariants(settings, method.stages).length > 0;
    case "rewriters":
      return method.controls.includes("rewriter");
    case "models":
      return canSwitch;
    case "table-two":
      return method.id === "coop-llm";
  }
}

function stagesOf(method: string): MethodInfo["stages"] {
  return findMethodInfo(method)?.stages ?? [];
}
