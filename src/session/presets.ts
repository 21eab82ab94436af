/** The methods' ready-made settings, and what a first visit or a newly chosen method starts with. */

import { withinBounds } from "../log/setting-bounds.ts";
import type { RunSettings } from "../log/types.ts";
import { allSmallSettings } from "../methods/coop-llm/presets.ts";
import { customPipeline } from "../methods/custom/index.ts";
import { methods } from "../methods/index.ts";
import { boundsOf, initialOf } from "../runtime/controls.ts";
import type { MethodInfo, Preset } from "../runtime/method.ts";
import {
  type Facts,
  mainProblems,
  type Problem,
  type ProblemCode,
} from "../runtime/settings-validation.ts";

/** Everything on the device: a first visit needs no key and no network. */
export const defaultRunSettings: RunSettings = allSmallSettings;

/** The method that settings name; null for one that there is no longer. */
export function findMethodInfo(id: string): MethodInfo | null {
  return methods.find(id);
}

/** The settings with every number moved to the nearest that a control of their method could give it. */
export function inBounds(settings: RunSettings): RunSettings {
  return withinBounds(settings, boundsOf(findMethodInfo(settings.method)?.settings ?? {}));
}

/** What a method's settings are judged by; a method that is gone is taken for a combination. */
export function methodFacts(method: MethodInfo | null): Pick<Facts, "uses" | "own"> {
  const { uses, settings: own } = method ?? customPipeline;
  return { uses, own };
}

/** Every method's presets. */
export function allPresets(): Preset[] {
  return methods.all.flatMap((method) => [...method.presets]);
}

/** Settings as they are compared: in one order of keys, and without what no preset minds. */
const written = new WeakMap<RunSettings, string>();

/** Asked for at every render, and slow enough to be remembered. */
function comparable(settings: RunSettings): string {
  const known = written.get(settings);
  if (known !== undefined) return known;
  const { privacy: _privacy, ...rest } = { ...settings, rival: ownOf(settings) };
  const fresh = JSON.stringify(inOrder(rest));
  written.set(settings, fresh);
  return fresh;
}

/** What the method declares: what else an earlier version kept for it is nobody's. */
function ownOf({ method, rival }: RunSettings): RunSettings["rival"] {
  const initial = initialOf(findMethodInfo(method)?.settings ?? {});
  return Object.fromEntries(
    Object.entries(initial).map(([name, value]) => [name, rival[name] ?? value]),
  );
}

/** The same with the keys of every object in one order. */
function inOrder(value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const sorted = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(sorted.map(([key, inner]) => [key, inOrder(inner)]));
}

/** The preset these settings are equal to, if any; what may leave is none of a preset's business. */
export function matchingPreset(settings: RunSettings): Preset | null {
  const own = findMethodInfo(settings.method)?.presets ?? [];
  const wanted = comparable(settings);
  return own.find((preset) => comparable(preset.settings) === wanted) ?? null;
}

/** The preset that these settings would be, if no prompt had been changed; null where none was. */
export function presetOfPrompts({ prompts, ...rest }: RunSettings): Preset | null {
  return prompts === undefined ? null : matchingPreset(rest);
}

/** The preset that these settings came from, as far as the stages tell; else the method's first. */
export function nearestPreset({ method, plan, solve, summarise }: RunSettings): Preset | null {
  const own = findMethodInfo(method)?.presets ?? [];
  const near = own.find(({ settings }) => {
    return settings.plan === plan && settings.solve === solve && settings.summarise === summarise;
  });
  return near ?? own[0] ?? null;
}

/** The method's first preset that can run now and leaves nothing to a model that is not there. */
export function startingPreset(method: MethodInfo, facts: Omit<Facts, "uses">): Preset | null {
  const { presets } = method;
  const able = presets.find(({ settings }) =>
    mainProblems(settings, { ...facts, ...methodFacts(method) }).every(
      ({ level, code }) => level === "note" && !leavesToLarge.has(code),
    ),
  );
  return able ?? presets[0] ?? null;
}

/** What may be left to a large model, and is not there. */
const leavesToLarge: ReadonlySet<ProblemCode> = new Set([
  "decide-without-large",
  "worth-without-large",
]);

const noTools = { heads: true, tools: [], routerTools: null };

/** Where a run by these settings asks the large model, or may. */
export function usesOfLarge(settings: RunSettings): Problem[] {
  return mainProblems(settings, {
    ...methodFacts(findMethodInfo(settings.method)),
    large: false,
    ...noTools,
  }).filter(({ code }) => code === "large-missing" || leavesToLarge.has(code));
}

/** The same settings with everything on this device. */
export function onDevice(settings: RunSettings): RunSettings {
  const { worth: _weighed, ...own } = settings;
  const { gate, filter, fallback, plan } = settings;
  return {
    ...own,
    plan: plan === "off" ? "off" : "small",
    solve: "small",
    summarise: "small",
    rewriteBy: "small",
    gate: { ...gate, by: "small" },
    filter: { ...filter, by: filter.by === "large" ? "small" : filter.by },
    fallback: { ...fallback, by: "small" },
  };
}

/** With no large model there is nothing to decide. */
export function withoutDecisions({ worth: _weighed, ...chosen }: RunSettings): RunSettings {
  const plan = chosen.plan === "decide" ? "small" : chosen.plan;
  const summarise = chosen.summarise === "decide" ? "small" : chosen.summarise;
  return { ...chosen, plan, summarise };
}
