import type { ModelRef, Profile } from "../log/types.ts";

/**
 * Earlier logs have no profile: the large model was a chat model, a small one without skills a base
 * model.
 */
export function profileOf({ profile, skills, tier }: ModelRef): Profile {
  if (profile !== undefined) return profile;
  if (skills === true) return "trained";
  return tier === "large" ? "instruct" : "base";
}
