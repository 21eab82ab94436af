/** What a person sees of a method before it runs. */
import type { RunSettings, Stage } from "./types.ts";

export interface MethodInfo {
  id: string;
  title: string;
  /** The paper it comes from. */
  citation: string;
  /** The stages a person may switch, in order. */
  stages: readonly Stage[];
  presets: readonly Preset[];
}

export interface Preset {
  id: string;
  title: string;
  /** What the paper calls it and what it does, in a sentence. */
  description: string;
  settings: RunSettings;
}
