/** Chooses the set of prompts for a model. */

import type { ModelRef, Profile } from "../log/types.ts";

/**
 * The model's profile. Earlier logs have none: then the large model was prompted as a chat model,
 * and a small one without the skills by starting its answers.
 */
export function profileOf({ profile, skills, tier }: ModelRef): Profile {
  if (profile !== undefined) return profile;
  if (skills === true) return "trained";
  return tier === "large" ? "instruct" : "base";
}
