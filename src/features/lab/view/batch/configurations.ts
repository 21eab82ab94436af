/** Builds a draft's configurations. */

import {
  type Comparison,
  comparisons,
  configurationsFor,
  isOffered,
} from "../../../../evaluation/analysis/comparisons.ts";
import { eightCombinations } from "../../../../evaluation/combinations.ts";
import type { ComparedIn, Configuration } from "../../../../evaluation/types.ts";
import {
  mostSwept,
  type NamedTool,
  rivalsOf,
  type SmallModel,
  type Sweep,
  sweepable,
  sweptValues,
} from "../../../../evaluation/variants.ts";
import { isWithin } from "../../../../log/setting-bounds.ts";
import type { RunSettings } from "../../../../log/types.ts";
import { type ControlPath, controlAt } from "../../../../runtime/controls.ts";
import type { MethodInfo } from "../../../../runtime/method.ts";
import { findMethodInfo } from "../../../../session/presets.ts";
import { wordsOf } from "../../../../ui-kit/text/controls.ts";
import { type Draft, emptyDraft, typedNumbers } from "./draft.ts";

export type DraftedComparison = Pick<
  Draft,
  | "settings"
  | "comparison"
  | "chosen"
  | "base"
  | "methods"
  | "sweptPath"
  | "sweptValues"
  | "smallModels"
>;

/** What is set up here for configurations to use. */
export interface Here {
  hasLarge: boolean;
  services: readonly NamedTool[];
  hasRouter: boolean;
  /** The batch's small model and the catalogue's, by display name. */
  small: string;
  catalogue: readonly { id: string; title: string }[];
}

export function combinationsOf({ settings }: Pick<Draft, "settings">): Configuration[] {
  return eightCombinations(settings, findMethodInfo(settings.method)?.stages ?? []);
}

/** The comparisons of stages; all others are for papers' tables. */
export const stageComparisons: readonly Comparison[] = ["stages", "eight", "chosen"];

/** Without a large model, all stages are small. */
export function firstDraft(settings: RunSettings, hasLarge: boolean): Draft {
  const empty = emptyDraft(settings);
  const offered = offeredComparisons(empty);
  const wanted = hasLarge ? "stages" : "chosen";
  return {
    ...empty,
    comparison: offered.includes(wanted) ? wanted : (offered[0] ?? wanted),
    chosen: combinationsOf(empty)
      .slice(0, 1)
      .map(({ id }) => id),
  };
}

export function configurationsOf(draft: DraftedComparison, here: Here): Configuration[] {
  const { settings, comparison, chosen, base } = draft;
  const method = findMethodInfo(settings.method);
  if (method === null) return [];
  // The page has one encoder.
  const models = base === null ? null : { small: base, encoder: null };
  return configurationsFor(comparison, {
    settings,
    method,
    hasLarge: here.hasLarge,
    chosen,
    base: models,
    methods: methodsOf(draft, method),
    sweep: sweepOf(draft, method),
    smallModels: smallModelsOf(draft, here),
    services: here.services,
    hasRouter: here.hasRouter,
  });
}

/** The chosen methods; always includes the current one. */
export function methodsOf({ methods }: Pick<Draft, "methods">, method: MethodInfo): string[] {
  const ticked = methods ?? rivalsOf(method);
  return ticked.includes(method.id) ? [...ticked] : [...ticked, method.id];
}

export function sweptPathOf(
  { sweptPath }: Pick<Draft, "sweptPath">,
  method: MethodInfo,
): ControlPath | null {
  const all = sweepable(method);
  const printed = all.find((path) => method.swept?.[path] !== undefined);
  return all.find((path) => path === sweptPath) ?? printed ?? all[0] ?? null;
}

/** Null without a number, with too many values, or with an invalid one. */
export function sweepOf(
  draft: Pick<Draft, "settings" | "sweptPath" | "sweptValues">,
  method: MethodInfo,
): Sweep | null {
  const path = sweptPathOf(draft, method);
  const own = draft.sweptValues.trim() === "" ? [] : typedNumbers(draft.sweptValues);
  if (path === null || own === null) return null;
  const values = own.length === 0 ? sweptValues(path, draft.settings, method) : own;
  if (values.length > mostSwept || values.some((value) => !canBe(path, value, method))) return null;
  return { path, label: wordsOf(path, method.settings).label, values };
}

export function canBe(path: ControlPath, value: number, { settings }: MethodInfo): boolean {
  const control = controlAt(path, settings);
  return control.kind === "number" && isWithin(value, control);
}

function smallModelsOf({ smallModels }: Pick<Draft, "smallModels">, here: Here): SmallModel[] {
  const others = here.catalogue.filter(({ id }) => smallModels.includes(id));
  return [{ id: null, title: here.small }, ...others];
}

/** The comparison to store with the batch; null if nothing is compared. */
export function comparedInOf(draft: DraftedComparison): ComparedIn | null {
  const method = findMethodInfo(draft.settings.method);
  if (method === null) return null;
  const { comparison: kind } = draft;
  const path = kind === "sweep" ? sweptPathOf(draft, method) : null;
  return { kind, method: method.id, ...(path === null ? {} : { path }) };
}

export function offeredComparisons({ settings }: Draft): Comparison[] {
  const method = findMethodInfo(settings.method);
  if (method === null) return [];
  return comparisons.filter((one) => isOffered(one, method, settings));
}
