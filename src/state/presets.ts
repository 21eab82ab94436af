/** The ready-made ways to set the three stages, and the settings a first visit starts with. */
import type { Preset } from "../core/method.ts";
import type { RunSettings } from "../core/types.ts";
import { allSmallSettings } from "../methods/coop-llm.presets.ts";
import { methodList } from "../methods/list.ts";

export const presets: readonly Preset[] = methodList.flatMap((method) => method.presets);

/** Everything on the device: a first visit needs no key and no network. */
export const defaultRunSettings: RunSettings = allSmallSettings;

/** The preset these settings are equal to, if any. */
export function matchingPreset(settings: RunSettings): Preset | null {
  const wanted = JSON.stringify(settings);
  return presets.find((preset) => JSON.stringify(preset.settings) === wanted) ?? null;
}
