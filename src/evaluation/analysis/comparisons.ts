/** What a batch can compare, by name: the same in the page's form and on the command line. */

import type { RunSettings, Stage } from "../../log/types.ts";
import type { MethodInfo } from "../../runtime/method.ts";
import {
  type BaseModels,
  decisionVariants,
  eightCombinations,
  rewriterVariants,
  switchableStages,
  tunedVariants,
} from "../combinations.ts";
import type { Configuration } from "../types.ts";

export const comparisons = [
  "eight",
  "chosen",
  "decision",
  "rewriters",
  "models",
  "table-two",
] as const;
export type Comparison = (typeof comparisons)[number];

/** Whether a method with these settings has two ways at all that are compared by that name. */
export function isOffered(
  comparison: Comparison,
  { stages, controls, paperRows }: Pick<MethodInfo, "stages" | "controls" | "paperRows">,
  settings: RunSettings,
): boolean {
  const canSwitch = switchableStages(settings, stages).length > 0;
  switch (comparison) {
    case "eight":
      // A method without switches still has one way to be asked.
      return true;
    case "chosen":
      return canSwitch;
    case "decision":
      return settings.plan !== "off" && decisionVariants(settings, stages).length > 0;
    case "rewriters":
      return controls.includes("rewriter");
    case "models":
      return canSwitch;
    case "table-two":
      return paperRows !== undefined;
  }
}

export interface Compared {
  settings: RunSettings;
  /** The rows of the method's paper, for `table-two`. */
  paperRows?: MethodInfo["paperRows"] | undefined;
  /** Which stages the method lets switch. */
  allowed: readonly Stage[];
  /** Ids of the ticked combinations, for `chosen`. */
  chosen: readonly string[];
  /** What to compare the chosen models with, for `models`. */
  base: BaseModels | null;
}

export function configurationsFor(
  comparison: Comparison,
  { settings, paperRows, allowed, chosen, base }: Compared,
): Configuration[] {
  switch (comparison) {
    case "eight":
      return eightCombinations(settings, allowed);
    case "chosen":
      return eightCombinations(settings, allowed).filter(({ id }) => chosen.includes(id));
    case "decision":
      return decisionVariants(settings, allowed);
    case "rewriters":
      return rewriterVariants(settings);
    case "models":
      return base === null ? [] : tunedVariants(settings, allowed, base);
    case "table-two":
      return (paperRows?.(settings) ?? []).map((row) => ({ ...row, small: null }));
  }
}
