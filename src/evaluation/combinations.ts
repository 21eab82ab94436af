import { type Rewriter, type RunSettings, type Stage, stages, stageWords } from "../log/types.ts";
import type { Configuration } from "./types.ts";

/** A plan that is off stays off. */
export function switchableStages(settings: RunSettings, allowed: readonly Stage[]): Stage[] {
  return stages.filter(
    (stage) => allowed.includes(stage) && !(stage === "plan" && settings.plan === "off"),
  );
}

/** All-small first. A stage set to `decide` becomes small or large here. */
export function eightCombinations(
  settings: RunSettings,
  allowed: readonly Stage[],
): Configuration[] {
  const switchable = switchableStages(settings, allowed);
  return Array.from({ length: 2 ** switchable.length }, (_, bits) => {
    // The first stage is the highest bit, giving the order SSS, SSL, SLS, …, LLL.
    const large = switchable.filter((_, at) => (bits >> (switchable.length - 1 - at)) & 1);
    return {
      id: combinationId(switchable, large),
      title: combinationTitle(switchable, large),
      settings: withLarge(settings, switchable, large),
      small: null,
    };
  });
}

function combinationId(switchable: readonly Stage[], large: readonly Stage[]): string {
  const letter = (stage: Stage) => (large.includes(stage) ? "L" : "S");
  return stages.map((stage) => (switchable.includes(stage) ? letter(stage) : "-")).join("");
}

function combinationTitle(switchable: readonly Stage[], large: readonly Stage[]): string {
  if (large.length === 0) return "All small";
  return large.length === switchable.length
    ? "All large"
    : `Large: ${large.map((stage) => stageWords[stage]).join(", ")}`;
}

export function withLarge(
  settings: RunSettings,
  switchable: readonly Stage[],
  large: readonly Stage[],
): RunSettings {
  const tier = (stage: Stage) => (large.includes(stage) ? "large" : "small");
  const changes = Object.fromEntries(switchable.map((stage) => [stage, tier(stage)]));
  return { ...settings, ...changes };
}

const rewriterTitles: readonly [Rewriter, string][] = [
  ["vanilla", "Vanilla"],
  ["keyword", "Keyword"],
  ["top3", "Top3"],
  ["soft-prompt", "Soft-prompt (approximation)"],
  ["history", "History"],
  ["all", "All"],
];

/**
 * CoopLLM's Table 4. The language model reads, since the encoder takes no earlier steps: History
 * and Soft-prompt would do nothing.
 */
export function rewriterVariants(settings: RunSettings): Configuration[] {
  const reading = settings.plan === "off" ? settings : ({ ...settings, reader: "model" } as const);
  return rewriterTitles.map(([rewriter, title]) => ({
    id: `rewriter-${rewriter}`,
    title,
    settings: { ...reading, rewriter },
    small: null,
  }));
}

export function withoutLarge(settings: RunSettings, allowed: readonly Stage[]): RunSettings {
  return withLarge(settings, switchableStages(settings, allowed), []);
}

/** These need no large model and no key. */
export function additionVariants(
  settings: RunSettings,
  allowed: readonly Stage[],
): Configuration[] {
  const small = withoutLarge(settings, allowed);
  const variant = (id: string, title: string, changes: Partial<RunSettings>): Configuration => ({
    id,
    title,
    settings: { ...small, ...changes },
    small: null,
  });
  return [
    variant("small-all", "All small", {}),
    variant("small-without-threshold", "Without θ", { confidenceThreshold: 0 }),
    variant("small-without-rewriter", "Without a rewriter", { rewriter: "vanilla" }),
    variant("small-without-arithmetic", "Without arithmetic", { arithmetic: false }),
  ];
}

/**
 * CoopLLM's Decision: the large model always plans and sums up, or only when the small one says
 * that it cannot. Empty if neither stage switches.
 */
export function decisionVariants(
  settings: RunSettings,
  allowed: readonly Stage[],
): Configuration[] {
  const decided = decidable(settings, allowed);
  if (settings.plan === "off" || decided.length === 0) return [];
  const choosing = (choice: "small" | "large" | "decide"): RunSettings => ({
    ...settings,
    ...Object.fromEntries(decided.map((stage) => [stage, choice])),
  });
  return [
    { id: "without-decision", title: "Without Decision", settings: choosing("large"), small: null },
    { id: "decision", title: "With Decision", settings: choosing("decide"), small: null },
    { id: "small-only", title: "Small alone", settings: choosing("small"), small: null },
  ];
}

function decidable(settings: RunSettings, allowed: readonly Stage[]): Stage[] {
  return switchableStages(settings, allowed).filter((stage) => stage !== "solve");
}

/** Null is the batch's own. */
export interface BaseModels {
  small: string | null;
  encoder: string | null;
}

export function hasOwnModels({ small, encoder }: Configuration): boolean {
  return small !== null || encoder !== undefined;
}

export function asksLarge({ settings }: Pick<Configuration, "settings">): boolean {
  if (settings.worth !== undefined) return true;
  return stages.some((stage) => settings[stage] === "large" || settings[stage] === "decide");
}

export const tuningPairs = [
  { base: "base", with: "tuned" },
  { base: "base-large", with: "tuned-large" },
] as const;

/**
 * CoopLLM's Table 3. Its columns print fewer than two large calls, so the large model works only
 * when the small one cannot.
 */
export function tunedVariants(
  settings: RunSettings,
  allowed: readonly Stage[],
  { small, encoder }: BaseModels,
): Configuration[] {
  const alone = withoutLarge(settings, allowed);
  const together = {
    ...alone,
    ...Object.fromEntries(decidable(settings, allowed).map((stage) => [stage, "decide"])),
  };
  const base = { small, ...(encoder === null ? {} : { encoder }) };
  return [
    { id: "base", title: "Base, alone", settings: alone, ...base },
    { id: "base-large", title: "Base with large", settings: together, ...base },
    { id: "tuned", title: "Fine-tuned, alone", settings: alone, small: null },
    { id: "tuned-large", title: "Fine-tuned with large", settings: together, small: null },
  ];
}
