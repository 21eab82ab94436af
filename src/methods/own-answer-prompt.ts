import type { Language } from "../language/language.ts";
import type { Profile } from "../log/types.ts";
import type { ListedPrompt } from "../runtime/listed-prompt.ts";
import type { AskedModels } from "../runtime/method.ts";
import { profileOf } from "../runtime/profile.ts";
import type { Prompts, StagePrompts } from "../runtime/prompts.ts";
import { pipelinePrompts } from "./pipeline-prompts.ts";
import { promptsFor } from "./prompts.ts";
import { slimPlmTemplates } from "./slim-plm/prompts.ts";

type Ask = (
  profile: Exclude<Profile, "trained">,
  ...of: Parameters<StagePrompts["answerFrom"]> extends [unknown, ...infer Rest] ? Rest : never
) => ReturnType<StagePrompts["answerFrom"]>;

/** A trained model gets its own short prompt. */
export function promptsWithAnswer(ask: Ask): (models: AskedModels, language: Language) => Prompts {
  return (models, language) => {
    const prompts = promptsFor(models, language);
    return {
      ...prompts,
      answerFrom: (tier, ...rest) => {
        const profile = profileOf(models[tier] ?? models.small);
        return profile === "trained" ? prompts.answerFrom(tier, ...rest) : ask(profile, ...rest);
      },
    };
  };
}

const replaced: ReadonlySet<string> = new Set([
  slimPlmTemplates.answerShort.id,
  slimPlmTemplates.answerLong.id,
  slimPlmTemplates.answerShortJson.id,
  slimPlmTemplates.answerLongJson.id,
]);

/** Replaces SlimPLM's prompts. */
export function listedWithAnswer(own: readonly ListedPrompt[]): readonly ListedPrompt[] {
  return [...pipelinePrompts.filter(({ template }) => !replaced.has(template.id)), ...own];
}
