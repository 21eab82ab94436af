import { stageWords } from "../log/types.ts";
import type { MethodInfo } from "../runtime/method.ts";
import type { AskOptions } from "./options.ts";

export type Setup = Pick<AskOptions, "preset" | "stages">;

/**
 * `small` and `large` for all stages, `plan-large`, `read-large` and `conclude-large` for one, and
 * the method's presets by their id.
 */
export function setupsOf({ stages, presets }: MethodInfo): Map<string, Setup> {
  const own = stages.map((stage) => stageWords[stage]);
  const setup = (isLarge: (stage: string) => boolean): Setup => ({
    stages: Object.fromEntries(own.map((stage) => [stage, isLarge(stage) ? "large" : "small"])),
  });
  return new Map<string, Setup>([
    ["small", setup(() => false)],
    ...own.map((one) => [`${one}-large`, setup((stage) => stage === one)] as const),
    ["large", setup(() => true)],
    ...presets.map(({ id }) => [id, { preset: id }] as const),
  ]);
}
