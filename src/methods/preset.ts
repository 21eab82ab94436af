import type { RunSettings } from "../log/types.ts";
import type { Preset } from "../runtime/method.ts";

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
