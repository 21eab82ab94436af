/** The prompts of the one pipeline: CoopLLM's chain, SlimPLM's gate and claims, RA-ISF's judges. */

import type { Language } from "../language/language.ts";
import type { ModelRef } from "../log/types.ts";
import type { Prompts } from "../runtime/prompts.ts";
import { coopPrompts } from "./coop-llm/prompts.ts";
import { skillPrompts } from "./coop-llm/skills.ts";
import { raIsfPrompts } from "./ra-isf/prompts.ts";
import { slimPlmPrompts } from "./slim-plm/prompts.ts";

/** A small model that was trained on the skills is asked by their short prompts. */
export function promptsFor({ skills }: ModelRef, language: Language): Prompts {
  const trained = skills === true;
  return {
    ...(trained ? skillPrompts(language) : coopPrompts(language)),
    ...slimPlmPrompts(trained),
    ...raIsfPrompts(trained, language),
  };
}
