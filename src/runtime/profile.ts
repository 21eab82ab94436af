/** Whose prompts a model is asked by. */

import type { ModelRef, Profile } from "../log/types.ts";

/**
 * As the model says. Those of earlier logs do not: then the large model was asked as a chat model,
 * and a small one without the skills was given its answers begun.
 */
export function profileOf({ profile, skills, tier }: ModelRef): Profile {
  if (profile !== undefined) return profile;
  if (skills === true) return "trained";
  return tier === "large" ? "instruct" : "base";
}
