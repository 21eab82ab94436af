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
