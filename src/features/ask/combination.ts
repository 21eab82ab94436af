/** Which of the eight combinations the switches stand for. */
import { type RunSettings, stages } from "../../log/types.ts";
import { defaultRunSettings } from "../../session/presets.ts";

/** The method that the sample and the recorded runs are of. */
export const recordedMethod = defaultRunSettings.method;

/** "SSS" to "LLL"; null where a stage is left to a decision or to nobody, and for other methods. */
export function combinationOf(run: RunSettings): string | null {
  if (run.method !== recordedMethod) return null;
  const letters = stages.map((stage) => {
    if (run[stage] === "large") return "L";
    return run[stage] === "small" ? "S" : null;
  });
  return letters.includes(null) ? null : letters.join("");
}
