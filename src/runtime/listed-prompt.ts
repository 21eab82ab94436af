/** A prompt in a method's list: its title, which model gets it and when. */

import {
  type ChatMessage,
  type Profile,
  profiles,
  type RunSettings,
  type Tier,
} from "../log/types.ts";
import type { ControlGroup } from "./controls.ts";
import type { PromptTemplate } from "./prompt-template.ts";
import { activeUses, doerOf, type PromptName, type Uses } from "./uses.ts";

/** One set of prompts per profile. */
export const promptSets = profiles;
export type PromptSet = Profile;

/** Whether a run with these settings may send the prompt to that tier. */
export type PromptCondition = (settings: RunSettings, tier: Tier) => boolean;

export interface ListedPrompt {
  title: string;
  template: PromptTemplate;
  group: ControlGroup;
  sets: readonly PromptSet[];
  asked: PromptCondition;
  /** The worked examples chosen for this question; absent if they do not depend on it. */
  examples?: (question: string) => readonly ChatMessage[];
}

/** True if a run with given settings may send one of these prompts to a tier. */
export function mayAsk(uses: Uses, names: readonly PromptName[]): PromptCondition {
  return (settings, tier) =>
    activeUses(uses(settings)).some((use) => {
      if (!("asks" in use) || !use.asks.some((name) => names.includes(name))) return false;
      const doer = doerOf(settings, use.by);
      return doer === tier || doer === "decide";
    });
}
