/** The configurations that a draft asks every question in. */

import {
  type Comparison,
  comparisons,
  configurationsFor,
  isOffered,
} from "../../../../evaluation/analysis/comparisons.ts";
import { eightCombinations } from "../../../../evaluation/combinations.ts";
import type { Configuration } from "../../../../evaluation/types.ts";
import type { MethodInfo } from "../../../../runtime/method.ts";
import { findMethodInfo } from "../../../../session/presets.ts";
import type { Draft } from "./draft.ts";

/** The combinations that a person can tick. */
export function combinationsOf({ settings }: Pick<Draft, "settings">): Configuration[] {
  return eightCombinations(settings, stagesOf(settings.method));
}

export function configurationsOf(
  {
    settings,
    comparison,
    chosen,
    base,
  }: Pick<Draft, "settings" | "comparison" | "chosen" | "base">,
  hasLarge: boolean,
): Configuration[] {
  const method = findMethodInfo(settings.method);
  const paper = method?.paper;
  // The page has one encoder.
  const models = base === null ? null : { small: base, encoder: null };
  return configurationsFor(comparison, {
    settings,
    ...(paper === undefined ? {} : { paper }),
    hasLarge,
    allowed: method?.stages ?? [],
    chosen,
    base: models,
  });
}

/** What can be compared with this method at all. */
export function offeredComparisons({ settings }: Draft): Comparison[] {
  const method = findMethodInfo(settings.method);
  if (method === null) return [];
  return comparisons.filter((one) => isOffered(one, method, settings));
}

function stagesOf(method: string): MethodInfo["stages"] {
  return findMethodInfo(method)?.stages ?? [];
}
