/** A method as one object: its description, settings, and how to load its code. */

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

/** Loaded on demand, when a run or a prompt is needed: the code and the longer texts. */
export interface MethodParts {
  /** Each model gets the prompts of its profile, in whichever role. */
  prompts(models: AskedModels, language: Language): Prompts;
  execute(context: Context): Steps<void>;
  /** Every prompt it may send, in stage order. */
  listed: readonly ListedPrompt[];
  /** Choices made where the paper leaves something open. */
  choices: readonly string[];
  /** Departures from the paper, depending on the settings; absent if none are listed. */
  unlikePaper?: readonly UnlikePaper[];
}

export interface UnlikePaper {
  /** One sentence: what Hopwise does, and what the paper does. */
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
  /** One sentence: what it does. */
  summary: string;
  /** `paper`: one of the four; `baseline`: what the papers compare with; `own`: any combination. */
  kind: "paper" | "baseline" | "own";
  /** Upper bound on model calls of a run with its first preset; the contract test enforces it. */
  mostCalls?: number;
  shape(settings: RunSettings): RunShape;
  /** Its prompts and readings; for a method with a single stage, which model answers. */
  uses: Uses;
  /** The stages whose model a person may switch, in order. */
  stages: readonly Stage[];
  /** The method's own settings. */
  settings: OwnSettings;
  /** All its controls, its own first; the panel is built from these. */
  controls: readonly ControlPath[];
  /** A sentence for each departure that only it makes, by the name in its log. */
  departures: Readonly<Record<string, string>>;
  presets: readonly Preset[];
  /** Its paper's experiment, if the lab can run it. */
  paper?: PaperExperiment;
  /** Parts that can be removed one at a time, as in its paper's ablation. */
  ablations?: readonly Ablation[];
  /** The methods its paper compares it with, in the paper's order; the method itself comes last. */
  rivals?: readonly Pick<MethodInfo, "id">[];
  /** Settings its paper varies, with their values. */
  swept?: Readonly<Partial<Record<ControlPath, readonly number[]>>>;
  load(): Promise<MethodParts>;
}

type Optional = "settings" | "departures" | "uses";

/** The export of a method's folder; the method also needs a line in `methods/index.ts`. */
export type MethodDefinition = Omit<MethodInfo, "shape" | "controls" | Optional> &
  Partial<Pick<MethodInfo, Optional>> & {
    shape: RunShape | MethodInfo["shape"];
    /** Shared controls only; the method's own are added in front. */
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

/** For methods that plan only where their settings say so. */
export function shapeByPlan({ plan }: RunSettings): RunShape {
  return plan === "off" ? "tree" : "chain";
}

/** The setup behind a paper's printed figures. */
export interface PaperExperiment {
  /** Base settings of every configuration; a person's settings do not apply. */
  settings: RunSettings;
  /** The rows of its main table that the lab can run. */
  rows: readonly PaperRow[];
}

export interface PaperRow {
  id: string;
  title: string;
  settings: RunSettings;
}

export interface Ablation {
  /** Unique within the method. */
  id: string;
  /** The paper's name for it: “w/o QR”. */
  title: string;
  /** The settings with the part off; equal settings mean that it was off already. */
  without(settings: RunSettings): RunSettings;
}

export interface Preset {
  id: string;
  title: string;
  /** One sentence: the paper's name for it and what it does. */
  description: string;
  settings: RunSettings;
}
