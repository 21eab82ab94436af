/** What the settings and the description of every baseline begin from; light, so that the page can list them at once. */

import type { RunSettings, Tier } from "../../log/types.ts";
import type { SharedPath } from "../../runtime/controls.ts";
import type { MethodInfo, Preset } from "../../runtime/method.ts";
import { defaultSettings } from "../coop-llm/presets.ts";

/**
 * One model does everything, the library answers with its best passages, and three rounds
 * are the most (SlimPLM, appendix B); `changes` stand over all that.
 */
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
  /** After the method's id: `self-ask-small`; "" for the method as its paper has it. */
  id: string;
  title: string;
  description: string;
  changes?: Partial<RunSettings>;
  /**
   * The question is looked up as it stands: on this device its first step is looked up as well, to
   * tell an answer from a stop on the way to it.
   */
  looksOnce?: boolean;
}

/** Each variant twice: with everything on this device, and with the large model. */
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

/** What a baseline that searches lets a person set. */
export const searchControls: readonly SharedPath[] = [
  "source.choice",
  "source.tool",
  "retrieval.mode",
  "retrieval.k",
];

/** What a baseline that answers from passages lets a person set. */
export const passageControls: readonly SharedPath[] = [
  "reader",
  "answer.form",
  "answer.passages",
  "answer.maxTokens",
];
