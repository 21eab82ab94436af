/** A method whose paper asks for an answer from passages in its own words. */
import type { Language } from "../language/language.ts";
import type { ModelRef } from "../log/types.ts";
import type { ListedPrompt } from "../runtime/listed-prompt.ts";
import type { Prompts, StagePrompts } from "../runtime/prompts.ts";
import { pipelinePrompts } from "./pipeline-prompts.ts";
import { promptsFor } from "./prompts.ts";
import { slimPlmTemplates } from "./slim-plm/prompts.ts";

type Ask = (
  ...of: Parameters<StagePrompts["answerFrom"]> extends [unknown, ...infer Rest] ? Rest : never
) => ReturnType<StagePrompts["answerFrom"]>;

/** The pipeline's prompts with that one; a model that has the skills is asked by its own short prompt. */
export function promptsWithAnswer(ask: Ask): (small: ModelRef, language: Language) => Prompts {
  return (small, language) => {
    const prompts = promptsFor(small, language);
    return {
      ...prompts,
      answerFrom: (tier, ...rest) =>
        tier === "small" && small.skills === true
          ? prompts.answerFrom(tier, ...rest)
          : ask(...rest),
    };
  };
}

const replaced: ReadonlySet<string> = new Set([
  slimPlmTemplates.answerShort.id,
  slimPlmTemplates.answerLong.id,
]);

/** The list of the pipeline's prompts with those in the place of SlimPLM's. */
export function listedWithAnswer(own: readonly ListedPrompt[]): readonly ListedPrompt[] {
  return [...pipelinePrompts.filter(({ template }) => !replaced.has(template.id)), ...own];
}
