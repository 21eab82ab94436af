import type { RunSettings, Tier } from "../../log/types.ts";
import type { SharedPath } from "../../runtime/controls.ts";
import type { MethodInfo, Preset } from "../../runtime/method.ts";
import { defaultSettings } from "../coop-llm/presets.ts";

/** SlimPLM's appendix B: one model, at most three rounds; `changes` override. */
export function baselineSettings(
  method: string,
  changes: Partial<RunSettings> = {},
  by: Tier = "small",
): RunSettings {
  return {
    ...defaultSettings,
    method,
    plan: "off",
    solve: by,
    summarise: by,
    rewriteBy: by,
    fallback: { ...defaultSettings.fallback, by },
    answer: { form: "short", passages: 5, maxTokens: 2000 },
    maxRounds: 3,
    retrieval: { ...defaultSettings.retrieval, k: 5 },
    ...changes,
    gate: { ...defaultSettings.gate, ...changes.gate, by },
  };
}

export interface BaselineVariant {
  /** A suffix to the method's id; "" for the paper's variant. */
  id: string;
  title: string;
  description: string;
  changes?: Partial<RunSettings>;
  /**
   * On this device the first step is looked up too, to distinguish an answer from an intermediate
   * stop.
   */
  looksOnce?: boolean;
}

export function baselinePresets(
  { id, title }: Pick<MethodInfo, "id" | "title">,
  variants: readonly BaselineVariant[],
): Preset[] {
  const who = { small: "Everything on this device.", large: "The large model does everything." };
  return variants.flatMap((variant) =>
    (["small", "large"] as const).map((tier) => ({
      id: [id, variant.id, tier].filter((part) => part !== "").join("-"),
      title: `${[title, variant.title].filter((part) => part !== "").join(", ")}, all ${tier}`,
      description: `${variant.description} ${who[tier]}`,
      settings: {
        ...baselineSettings(id, variant.changes, tier),
        evidence: variant.looksOnce === true && tier === "small",
      },
    })),
  );
}

export const searchControls: readonly SharedPath[] = [
  "source.choice",
  "source.tool",
  "retrieval.mode",
  "retrieval.k",
];

export const passageControls: readonly SharedPath[] = [
  "reader",
  "answer.form",
  "answer.passages",
  "answer.maxTokens",
];
