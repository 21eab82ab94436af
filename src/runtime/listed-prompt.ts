/** A prompt as a method lists it: of whom it is asked, when, and what it is called. */

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

/** By whose prompts: a set is a profile. */
export const promptSets = profiles;
export type PromptSet = Profile;

/** Whether a run by these settings may ask it of that tier. */
export type PromptCondition = (settings: RunSettings, tier: Tier) => boolean;

export interface ListedPrompt {
  title: string;
  template: PromptTemplate;
  group: ControlGroup;
  sets: readonly PromptSet[];
  asked: PromptCondition;
  /** The worked examples that it holds for this question; absent where it chooses none by it. */
  examples?: (question: string) => readonly ChatMessage[];
}

/** Whether a run by given settings may ask one of these prompts of a tier. */
export function mayAsk(uses: Uses, names: readonly PromptName[]): PromptCondition {
  return (settings, tier) =>
    activeUses(uses(settings)).some((use) => {
      if (!("asks" in use) || !use.asks.some((name) => names.includes(name))) return false;
      const doer = doerOf(settings, use.by);
      return doer === tier || doer === "decide";
    });
}
