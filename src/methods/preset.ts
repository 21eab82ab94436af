/** How every method makes its presets: its own settings, with what a preset changes. */
import type { Preset } from "../core/method.ts";
import type { RunSettings } from "../core/types.ts";

export type MakePreset = (
  id: string,
  title: string,
  description: string,
  changes: Partial<RunSettings>,
) => Preset;

export function presetsOf(base: RunSettings): MakePreset {
  return (id, title, description, changes) => ({
    id,
    title,
    description,
    settings: { ...base, ...changes },
  });
}
