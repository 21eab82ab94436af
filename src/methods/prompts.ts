import type { Language } from "../language/language.ts";
import type { Profile, Tier } from "../log/types.ts";
import type { AskedModels } from "../runtime/method.ts";
import { profileOf } from "../runtime/profile.ts";
import type { Prompts } from "../runtime/prompts.ts";
import { instructPrompts } from "./coop-llm/instruct.ts";
import { coopPrompts } from "./coop-llm/prompts.ts";
import { skillPrompts } from "./coop-llm/skills.ts";
import { raIsfPrompts } from "./ra-isf/prompts.ts";
import { slimPlmPrompts } from "./slim-plm/prompts.ts";

const chains = {
  trained: skillPrompts,
  instruct: instructPrompts,
  base: coopPrompts,
} as const;

function profilePrompts(profile: Profile, language: Language): Prompts {
  return {
    ...chains[profile](language),
    ...slimPlmPrompts(profile),
    ...raIsfPrompts(profile, language),
  };
}

export function promptsFor({ small, large }: AskedModels, language: Language): Prompts {
  const ofSmall = profilePrompts(profileOf(small), language);
  const ofLarge = large === null ? ofSmall : profilePrompts(profileOf(large), language);
  const of = (tier: Tier) => (tier === "small" ? ofSmall : ofLarge);
  return {
    ...ofSmall,
    plan: (...all) => of(all[0]).plan(...all),
    continueChain: (...all) => of(all[0]).continueChain(...all),
    retry: (...all) => of(all[0]).retry(...all),
    keywords: (...all) => of(all[0]).keywords(...all),
    digest: (...all) => of(all[0]).digest(...all),
    read: (...all) => of(all[0]).read(...all),
    summarise: (...all) => of(all[0]).summarise(...all),
    proxy: (...all) => of(all[0]).proxy(...all),
    judge: (...all) => of(all[0]).judge(...all),
    claims: (...all) => of(all[0]).claims(...all),
    know: (...all) => of(all[0]).know(...all),
    relevant: (...all) => of(all[0]).relevant(...all),
    relevantOf: (...all) => of(all[0]).relevantOf(...all),
    decompose: (...all) => of(all[0]).decompose(...all),
    answerByHeart: (...all) => of(all[0]).answerByHeart(...all),
    answerFrom: (...all) => of(all[0]).answerFrom(...all),
    combine: (...all) => of(all[0]).combine(...all),
  };
}
