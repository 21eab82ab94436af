import type { RunSettings } from "../../log/types.ts";
import type { MethodInfo } from "../../runtime/method.ts";
import {
  additionVariants,
  type BaseModels,
  decisionVariants,
  eightCombinations,
  rewriterVariants,
  switchableStages,
  tunedVariants,
  withoutLarge,
} from "../combinations.ts";
import type { Configuration } from "../types.ts";
import {
  ablationVariants,
  methodVariants,
  type NamedTool,
  type SmallModel,
  type Sweep,
  smallModelVariants,
  sweepable,
  sweepVariants,
  toolVariants,
} from "../variants.ts";
import { largeStages } from "./combination-ids.ts";

export const comparisons = [
  "eight",
  "stages",
  "additions",
  "chosen",
  "methods",
  "ablations",
  "sweep",
  "tools",
  "small-models",
  "decision",
  "rewriters",
  "models",
  "table-two",
  "figure-two",
] as const;
export type Comparison = (typeof comparisons)[number];

export function isOffered(
  comparison: Comparison,
  method: Compared["method"],
  settings: RunSettings,
): boolean {
  const { stages, controls, paper } = method;
  const canSwitch = switchableStages(settings, stages).length > 0;
  switch (comparison) {
    case "eight":
    // Even a method without switches has one configuration to run.
    case "methods":
    case "small-models":
      return true;
    case "ablations":
      return ablationVariants(settings, method).length > 1;
    case "sweep":
      return sweepable(method).length > 0;
    case "tools":
      return controls.includes("source.tool");
    case "stages":
    case "chosen":
      return canSwitch;
    case "additions":
      return settings.plan !== "off" && controls.includes("rewriter");
    case "decision":
      return decisionVariants(startOf(settings, paper), stages).length > 0;
    case "rewriters":
      return controls.includes("rewriter");
    case "models":
      return canSwitch;
    case "table-two":
    case "figure-two":
      return paper !== undefined;
  }
}

const paperComparisons: ReadonlySet<Comparison> = new Set([
  "decision",
  "rewriters",
  "models",
  "table-two",
  "figure-two",
]);

export function isOfPaper(comparison: Comparison, { paper }: Pick<MethodInfo, "paper">): boolean {
  return paper !== undefined && paperComparisons.has(comparison);
}

/** A paper's figures start from the paper's settings, except for what may leave the device. */
function startOf(settings: RunSettings, paper: MethodInfo["paper"]): RunSettings {
  return paper === undefined ? settings : withPrivacyOf(settings, paper.settings);
}

function withPrivacyOf({ privacy }: RunSettings, settings: RunSettings): RunSettings {
  return privacy === undefined ? settings : { ...settings, privacy };
}

export interface Compared {
  settings: RunSettings;
  method: Pick<
    MethodInfo,
    "id" | "title" | "stages" | "controls" | "settings" | "ablations" | "paper"
  >;
  hasLarge: boolean;
  chosen: readonly string[];
  base: BaseModels | null;
  methods: readonly string[];
  sweep: Sweep | null;
  smallModels: readonly SmallModel[];
  services: readonly NamedTool[];
  hasRouter: boolean;
}

export function configurationsFor(comparison: Comparison, compared: Compared): Configuration[] {
  const { settings, method, hasLarge, chosen, base } = compared;
  const { paper, stages: allowed } = method;
  const start = startOf(settings, paper);
  switch (comparison) {
    case "eight":
      return eightCombinations(settings, allowed);
    case "stages":
      return eightCombinations(settings, allowed).filter(({ id }) => largeStages(id) <= 1);
    case "additions":
      return additionVariants(settings, allowed);
    case "chosen":
      return eightCombinations(settings, allowed).filter(({ id }) => chosen.includes(id));
    case "methods":
      return methodVariants(settings, compared.methods);
    case "ablations":
      return ablationVariants(settings, method);
    case "sweep":
      return compared.sweep === null ? [] : sweepVariants(settings, method, compared.sweep);
    case "tools":
      return toolVariants(settings, compared.services, compared.hasRouter);
    case "small-models":
      return smallModelVariants(settings, compared.smallModels, hasLarge);
    case "decision":
      return decisionVariants(paper === undefined ? start : { ...start, rewriter: "all" }, allowed);
    case "rewriters":
      return rewriterVariants(hasLarge ? start : withoutLarge(start, allowed));
    case "models":
      return base === null ? [] : tunedVariants(start, allowed, base);
    case "table-two":
      return (paper?.rows ?? []).map((row) => ({
        ...row,
        settings: withPrivacyOf(settings, row.settings),
        small: null,
      }));
    case "figure-two":
      return eightCombinations(start, allowed);
  }
}
