/** Maps the three stage switches to one of the eight combinations. */
import { type RunSettings, stages } from "../../log/types.ts";
import { defaultRunSettings } from "../../session/presets.ts";

export const recordedMethod = defaultRunSettings.method;

/** "SSS" to "LLL"; null if a stage is decided at run time or unassigned, and for other methods. */
export function combinationOf(run: RunSettings): string | null {
  if (run.method !== recordedMethod) return null;
  const letters = stages.map((stage) => {
    if (run[stage] === "large") return "L";
    return run[stage] === "small" ? "S" : null;
  });
  return letters.includes(null) ? null : letters.join("");
}
