/** Description, settings and a loader. */

import type { Language } from "../language/language.ts";
import type { ModelRef, RunSettings, RunShape, Stage } from "../log/types.ts";
import type { Context, Steps } from "./context.ts";
import {
  type ControlPath,
  initialOf,
  type OwnSettings,
  ownPaths,
  type SharedPath,
} from "./controls.ts";
import type { ListedPrompt } from "./listed-prompt.ts";
import type { Prompts } from "./prompts.ts";
import { asks, type Uses } from "./uses.ts";

/** Loaded on demand. */
export interface MethodParts {
  /** In whichever role. */
  prompts(models: AskedModels, language: Language): Prompts;
  execute(context: Context): Steps<void>;
  /** In stage order. */
  listed: readonly ListedPrompt[];
  /** Where the paper leaves something open. */
  choices: readonly string[];
  /** Depend on the settings. */
  unlikePaper?: readonly UnlikePaper[];
}

export interface UnlikePaper {
  says: string;
  holds(settings: RunSettings): boolean;
}

export interface AskedModels {
  small: ModelRef;
  large: ModelRef | null;
}

export interface MethodInfo {
  id: string;
  title: string;
  citation: string;
  summary: string;
  /** `baseline`: the papers compare with it; `own`: any combination. */
  kind: "paper" | "baseline" | "own";
  /** With its first preset; the contract test enforces it. */
  mostCalls?: number;
  shape(settings: RunSettings): RunShape;
  /** For a single stage, which model answers. */
  uses: Uses;
  /** A person may switch their model. */
  stages: readonly Stage[];
  settings: OwnSettings;
  /** Its own first; the panel is built from these. */
  controls: readonly ControlPath[];
  /** A sentence for each departure of its own. */
  departures: Readonly<Record<string, string>>;
  presets: readonly Preset[];
  /** If the lab can run it. */
  paper?: PaperExperiment;
  /** As in its paper's ablation. */
  ablations?: readonly Ablation[];
  /** In the paper's order; the method itself comes last. */
  rivals?: readonly Pick<MethodInfo, "id">[];
  /** Varied by its paper. */
  swept?: Readonly<Partial<Record<ControlPath, readonly number[]>>>;
  load(): Promise<MethodParts>;
}

type Optional = "settings" | "departures" | "uses";

/** A line in `methods/index.ts` completes it. */
export type MethodDefinition = Omit<MethodInfo, "shape" | "controls" | Optional> &
  Partial<Pick<MethodInfo, Optional>> & {
    shape: RunShape | MethodInfo["shape"];
    /** The method's own are added in front. */
    controls: readonly SharedPath[];
  };

export function defineMethod(definition: MethodDefinition): MethodInfo {
  const { shape, settings = {}, departures = {}, uses = solves, controls, presets } = definition;
  return {
    ...definition,
    shape: typeof shape === "function" ? shape : () => shape,
    settings,
    departures,
    uses,
    presets: presets.map((preset) => ({
      ...preset,
      settings: withInitial(preset.settings, settings),
    })),
    controls: [...ownPaths(settings), ...controls],
  };
}

export const solves: Uses = () => [asks("solve", "answerFrom", "answerByHeart")];

function withInitial(preset: RunSettings, own: OwnSettings): RunSettings {
  return { ...preset, rival: { ...initialOf(own), ...preset.rival } };
}

/** Plans only where the settings say so. */
export function shapeByPlan({ plan }: RunSettings): RunShape {
  return plan === "off" ? "tree" : "chain";
}

/** Behind a paper's printed figures. */
export interface PaperExperiment {
  /** A person's settings do not apply. */
  settings: RunSettings;
  /** The lab can run these. */
  rows: readonly PaperRow[];
}

export interface PaperRow {
  id: string;
  title: string;
  settings: RunSettings;
}

export interface Ablation {
  /** Within the method. */
  id: string;
  /** “w/o QR”. */
  title: string;
  /** Equal settings: it was off already. */
  without(settings: RunSettings): RunSettings;
}

export interface Preset {
  id: string;
  title: string;
  /** One sentence. */
  description: string;
  settings: RunSettings;
}
