/** What a person sees of a method before it runs. */

import type { RunSettings, Stage } from "../log/types.ts";
import type { ControlPath } from "./controls.ts";

export interface MethodInfo {
  id: string;
  title: string;
  /** The paper it comes from. */
  citation: string;
  /** One sentence: what it does. */
  summary: string;
  /** `paper`: one of the four; `rival`: what they were compared with; `own`: any combination. */
  kind: "paper" | "rival" | "own";
  /** The stages whose model a person may switch, in order. */
  stages: readonly Stage[];
  /** Its other settings; the panel is made from these. */
  controls: readonly ControlPath[];
  presets: readonly Preset[];
}

export interface Preset {
  id: string;
  title: string;
  /** What the paper calls it and what it does, in a sentence. */
  description: string;
  settings: RunSettings;
}
