/** A prompt as a method lists it: of whom it is asked, when, and what it is called. */

import type { ChatMessage, RunSettings, Tier } from "../log/types.ts";
import type { ControlGroup } from "./controls.ts";
import type { PromptTemplate } from "./prompt-template.ts";

/** Who is asked: a small model with the skills, one without, or the large model. */
export const promptSets = ["trained", "small", "large"] as const;
export type PromptSet = (typeof promptSets)[number];

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
