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
  /** Each model gets its profile's prompts, whatever its role. */
  prompts(models: AskedModels, language: Language): Prompts;
  execute(context: Context): Steps<void>;
  /** In stage order. */
  listed: readonly ListedPrompt[];
  /** Our choices where the paper leaves something open. */
  choices: readonly string[];
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
  /** `baseline`: papers compare with it; `own`: any combination. */
  kind: "paper" | "baseline" | "own";
  /** Bounds a run with its first preset; the contract test enforces it. */
  mostCalls?: number;
  shape(settings: RunSettings): RunShape;
  /** For a method with a single stage they decide which model answers. */
  uses: Uses;
  /** A person may switch the model of these. */
  stages: readonly Stage[];
  settings: OwnSettings;
  /** Its own controls come first; the panel is built from them. */
  controls: readonly ControlPath[];
  /** A sentence for each departure of its own. */
  departures: Readonly<Record<string, string>>;
  presets: readonly Preset[];
  /** Absent if the lab cannot run it. */
  paper?: PaperExperiment;
  ablations?: readonly Ablation[];
  /** Methods in the paper's order; the method itself comes last. */
  rivals?: readonly Pick<MethodInfo, "id">[];
  /** Values that its paper varies. */
  swept?: Readonly<Partial<Record<ControlPath, readonly number[]>>>;
  load(): Promise<MethodParts>;
}

type Optional = "settings" | "departures" | "uses";

/** A method also needs a line in `methods/index.ts`. */
export type MethodDefinition = Omit<MethodInfo, "shape" | "controls" | Optional> &
  Partial<Pick<MethodInfo, Optional>> & {
    shape: RunShape | MethodInfo["shape"];
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

export function shapeByPlan({ plan }: RunSettings): RunShape {
  return plan === "off" ? "tree" : "chain";
}

/** The setup behind a paper's printed figures. */
export interface PaperExperiment {
  /** A person's settings do not apply. */
  settings: RunSettings;
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
  /** The paper's name, such as “w/o QR”. */
  title: string;
  /** Equal settings mean that it was off already. */
  without(settings: RunSettings): RunSettings;
}

export interface Preset {
  id: string;
  title: string;
  /** One sentence. */
  description: string;
  settings: RunSettings;
}
