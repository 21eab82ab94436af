import { localTools, type RunSettings, type ToolRef } from "../log/types.ts";
import { homoRouter } from "../methods/homo-router/index.ts";
import { methods } from "../methods/index.ts";
import { type ControlPath, controlAt, readControl, withControl } from "../runtime/controls.ts";
import type { Ablation, MethodInfo } from "../runtime/method.ts";
import { asItIs, sweptId } from "./analysis/variant-ids.ts";
import { asksLarge } from "./combinations.ts";
import type { Configuration } from "./types.ts";

/** Rivals are those of the method's paper, else every method that needs no training by the user. */
export function rivalsOf(method: Pick<MethodInfo, "id" | "rivals">): string[] {
  const named =
    method.rivals ??
    methods.all.filter(
      ({ id, kind }) => kind !== "own" && id !== method.id && id !== homoRouter.id,
    );
  return [...named.map(({ id }) => id), method.id];
}

/**
 * Each method uses its first preset with or without a large model, like the current settings, which
 * the current method keeps.
 */
export function methodVariants(settings: RunSettings, ids: readonly string[]): Configuration[] {
  const withLarge = asksLarge({ settings });
  return ids.flatMap((id) => {
    const method = methods.find(id);
    if (method === null) return [];
    const { method: here } = settings;
    const own = id === here ? settings : sameTask(startOf(method, withLarge), settings);
    return [{ id, title: method.title, settings: own, small: null }];
  });
}

function startOf({ id, presets }: MethodInfo, withLarge: boolean): RunSettings {
  const fitting = presets.find(({ settings }) => asksLarge({ settings }) === withLarge);
  const preset = fitting ?? presets[0];
  if (preset === undefined) throw new TypeError(`${id} has no preset`);
  return preset.settings;
}

function sameTask(settings: RunSettings, { answer, retrieval, privacy }: RunSettings): RunSettings {
  return {
    ...settings,
    answer: { ...settings.answer, form: answer.form },
    retrieval: { ...settings.retrieval, mode: retrieval.mode },
    ...(privacy === undefined ? {} : { privacy }),
  };
}

const ourParts: readonly (Ablation & { path: ControlPath })[] = [
  {
    path: "rerank",
    id: "without-rerank",
    title: "w/o reordered passages",
    without: (full) => ({ ...full, rerank: false }),
  },
  {
    path: "reader",
    id: "without-second-reader",
    title: "w/o second reader",
    without: (full) => (full.reader === "both" ? { ...full, reader: "encoder" } : full),
  },
  {
    path: "evidence",
    id: "without-answer-check",
    title: "w/o answer check",
    without: (full) => ({ ...full, evidence: false }),
  },
  {
    path: "arithmetic",
    id: "without-symbolic-comparison",
    title: "w/o symbolic comparison",
    without: (full) => ({ ...full, arithmetic: false }),
  },
];

export function ablationVariants(
  settings: RunSettings,
  { title, ablations = [], controls }: Pick<MethodInfo, "title" | "ablations" | "controls">,
): Configuration[] {
  const ours = ourParts.filter(({ path }) => controls.includes(path));
  const full: Configuration = { id: asItIs, title, settings, small: null };
  const others = [...ablations, ...ours].flatMap((part) => {
    const without = part.without(settings);
    if (JSON.stringify(without) === JSON.stringify(settings)) return [];
    return [{ id: part.id, title: part.title, settings: without, small: null }];
  });
  return [full, ...others];
}

export interface Sweep {
  path: ControlPath;
  label: string;
  values: readonly number[];
}

export function sweepable({
  controls,
  settings: own,
}: Pick<MethodInfo, "controls" | "settings">): ControlPath[] {
  return controls.filter((path) => controlAt(path, own).kind === "number");
}

/** Every question is asked with each value. */
export const mostSwept = 12;

export function sweptValues(
  path: ControlPath,
  settings: RunSettings,
  { settings: own, swept = {} }: Pick<MethodInfo, "settings" | "swept">,
): number[] {
  const printed = swept[path];
  if (printed !== undefined) return [...printed];
  const control = controlAt(path, own);
  if (control.kind !== "number") return [];
  const { min, max, step, whole } = control;
  const now = readControl(settings, path, own);
  const digits = whole ? 0 : (String(step).split(".")[1]?.length ?? 0);
  const steps = [0, 1, 2, 3, 4].map((at) => {
    const value = min + Math.round(((max - min) * at) / 4 / step) * step;
    return Number(value.toFixed(digits));
  });
  return [...new Set([...steps, ...(typeof now === "number" ? [now] : [])])].sort((a, b) => a - b);
}

export function sweepVariants(
  settings: RunSettings,
  { settings: own }: Pick<MethodInfo, "settings">,
  { path, label, values }: Sweep,
): Configuration[] {
  return [...new Set(values)].slice(0, mostSwept).flatMap((value) => {
    const changed = withControl(settings, path, value, own);
    if (changed === null) return [];
    return [
      { id: sweptId(path, value), title: `${label} = ${value}`, settings: changed, small: null },
    ];
  });
}

export type NamedTool = Pick<ToolRef, "id" | "title">;

export interface SmallModel {
  id: string | null;
  title: string;
}

/** The answering model stays the same (RA-ISF's Table 3, SlimPLM's Table 3). */
export function smallModelVariants(
  settings: RunSettings,
  models: readonly SmallModel[],
  hasLarge: boolean,
): Configuration[] {
  const small = models.map(({ id, title }) => ({
    id: id === null ? asItIs : `small-${id}`,
    title,
    settings,
    small: id,
  }));
  if (!hasLarge) return small;
  const { gate, filter, fallback } = settings;
  const byLarge: RunSettings = {
    ...settings,
    gate: { ...gate, by: "large" },
    filter: { ...filter, by: filter.by === "small" ? "large" : filter.by },
    fallback: { ...fallback, by: "large" },
    rewriteBy: "large",
  };
  return [...small, { id: "by-large", title: "The large model", settings: byLarge, small: null }];
}

const localTitles: Readonly<Record<(typeof localTools)[number], string>> = {
  none: "No search",
  bm25: "The library, by words",
  dense: "The library, by meaning",
  hybrid: "The library, both ways",
};

/** One tool after the other, then the router, if there is one (HomoRouter's Table 1). */
export function toolVariants(
  settings: RunSettings,
  services: readonly NamedTool[],
  hasRouter: boolean,
): Configuration[] {
  const local = localTools.map((id) => ({ id, title: localTitles[id] }));
  const fixed = [...local, ...services].map(({ id, title }) => ({
    id: `tool-${id}`,
    title,
    settings: { ...settings, source: { choice: "fixed" as const, tool: id } },
    small: null,
  }));
  if (!hasRouter) return fixed;
  const routed = (
    [
      ["best-predicted", "HomoRouter, best predicted"],
      ["cost-saving", "HomoRouter, cost-saving"],
    ] as const
  ).map(([choice, title]) => ({
    id: choice,
    title,
    settings: { ...settings, source: { choice, tool: "library" } },
    small: null,
  }));
  return [...fixed, ...routed];
}
