/** A method as one object: what a person sees of it, what it can be set to, and where its code is. */

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

/** What is fetched when a run, or a prompt, is asked for: the code and the longer texts. */
export interface MethodParts {
  /** Each model is asked by the prompts of its profile, whichever part it plays. */
  prompts(models: AskedModels, language: Language): Prompts;
  execute(context: Context): Steps<void>;
  /** Every prompt that it may ask, in the order of the stages. */
  listed: readonly ListedPrompt[];
  /** What its paper leaves open, and what was chosen. */
  choices: readonly string[];
  /** All that it does otherwise than its paper, by how it is set; absent where nothing was listed. */
  unlikePaper?: readonly UnlikePaper[];
}

/** One thing that is done otherwise than in print. */
export interface UnlikePaper {
  /** One sentence: what is done here, and what in print. */
  says: string;
  /** Whether a run by these settings does it. */
  holds(settings: RunSettings): boolean;
}

export interface AskedModels {
  small: ModelRef;
  /** Null where none is configured. */
  large: ModelRef | null;
}

export interface MethodInfo {
  id: string;
  title: string;
  /** The paper it comes from. */
  citation: string;
  /** One sentence: what it does. */
  summary: string;
  /** `paper`: one of the four; `baseline`: what they were compared with; `own`: any combination. */
  kind: "paper" | "baseline" | "own";
  /** The most model calls of a run by its first preset, whatever is said; the contract holds it to that. */
  mostCalls?: number;
  /** What its runs look like by these settings. */
  shape(settings: RunSettings): RunShape;
  /** What it asks and reads; of a method that is one stage of its own, who answers. */
  uses: Uses;
  /** The stages whose model a person may switch, in order. */
  stages: readonly Stage[];
  /** What it alone has. */
  settings: OwnSettings;
  /** All that can be set of it, its own first; the panel is made from these. */
  controls: readonly ControlPath[];
  /** A sentence for each departure that only it makes, by the name that its log tells. */
  departures: Readonly<Record<string, string>>;
  presets: readonly Preset[];
  /** Its paper's experiment, where the lab can run it. */
  paper?: PaperExperiment;
  /** Its parts that can be taken away one at a time, as its paper takes them away. */
  ablations?: readonly Ablation[];
  /** What its paper compares it with, in the paper's order; itself comes after them. */
  rivals?: readonly Pick<MethodInfo, "id">[];
  /** Numbers that its paper varies, and to what. */
  swept?: Readonly<Partial<Record<ControlPath, readonly number[]>>>;
  load(): Promise<MethodParts>;
}

type Optional = "settings" | "departures" | "uses";

/** What a method's folder tells: one of these, and its line in `methods/index.ts`, are a method. */
export type MethodDefinition = Omit<MethodInfo, "shape" | "controls" | Optional> &
  Partial<Pick<MethodInfo, Optional>> & {
    shape: RunShape | MethodInfo["shape"];
    /** Of the settings that methods share; its own come before them by themselves. */
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

/** One model does everything. */
export const solves: Uses = () => [asks("solve", "answerFrom", "answerByHeart")];

function withInitial(preset: RunSettings, own: OwnSettings): RunSettings {
  return { ...preset, rival: { ...initialOf(own), ...preset.rival } };
}

/** For methods that plan only where their settings say so. */
export function shapeByPlan({ plan }: RunSettings): RunShape {
  return plan === "off" ? "tree" : "chain";
}

/** What a paper's printed figures are of. */
export interface PaperExperiment {
  /** What every configuration of it starts from, whatever a person has set. */
  settings: RunSettings;
  /** Of its main table, those that the lab can run. */
  rows: readonly PaperRow[];
}

/** One configuration of a paper's table. */
export interface PaperRow {
  id: string;
  title: string;
  settings: RunSettings;
}

/** A method without one of its parts. */
export interface Ablation {
  /** Unique among the method's own. */
  id: string;
  /** As the paper calls it: “w/o QR”. */
  title: string;
  /** The same settings without it; equal settings mean that it was off already. */
  without(settings: RunSettings): RunSettings;
}

export interface Preset {
  id: string;
  title: string;
  /** What the paper calls it and what it does, in a sentence. */
  description: string;
  settings: RunSettings;
}
