/** Notes settings without effect, or with an unexpected one. Pure. */

import type { RunSettings } from "../log/types.ts";
import {
  type ControlPath,
  isControlPath,
  type OwnSettings,
  type Place,
  readControl,
} from "./controls.ts";
import {
  type Facts,
  mainProblems,
  type Problem,
  problem,
  stageProblemsOf,
} from "./settings-validation.ts";
import { activeUses, doerOf, judged, type Leaf, type Use } from "./uses.ts";

export function validateSettings(settings: RunSettings, facts: Facts): Problem[] {
  const found = [
    ...mainProblems(settings, facts),
    ...stageProblemsOf(settings, facts, "note"),
    ...headProblems(settings, facts),
    ...idle(settings, facts),
    ...formProblems(settings, facts),
  ];
  const errors = found.filter(({ level }) => level === "error");
  return [...errors, ...found.filter(({ level }) => level === "note")];
}

/** Small model and heads answer briefly whatever the form. */
function formProblems(settings: RunSettings, { large, uses }: Facts): Problem[] {
  if (settings.answer.form === "short") return [];
  // The last use answers the question, earlier ones its parts.
  const writer = activeUses(uses(settings)).findLast(
    (use) => "asks" in use && use.asks.includes("answerFrom"),
  );
  if (writer === undefined || !("asks" in writer)) return [];
  const doer = doerOf(settings, writer.by);
  const isSmall = doer === "small" || (doer === "decide" && !large);
  return isSmall ? [problem("note", "long-form-by-small", "answer.form")] : [];
}

function headProblems(settings: RunSettings, { heads, uses }: Facts): Problem[] {
  if (heads) return [];
  return activeUses(uses(settings)).flatMap((use) =>
    "encodes" in use && use.heads ? [problem("note", "heads-missing", use.encodes)] : [],
  );
}

function idle(given: RunSettings, { heads, uses, own = {} }: Facts): Problem[] {
  // Without heads the encoder cannot read.
  const settings: RunSettings = heads ? given : { ...given, reader: "model" };
  return [...idlePaths(uses(settings))].flatMap(([control, because]) =>
    isControlPath(control, own) && isSet(settings, control, own)
      ? [problem("note", "no-effect", control, { because })]
      : [],
  );
}

/** Keyed by idle setting; the value is the setting that causes it. */
function idlePaths(uses: readonly Use[]): ReadonlyMap<Place, Place> {
  const idle = new Map<Place, Place>();
  const used = new Set<Place>();
  for (const leaf of judged(uses)) {
    for (const place of placesOf(leaf)) {
      if (leaf.because === null) used.add(place);
      // A setting does not make itself idle.
      else if (place !== leaf.because && !idle.has(place)) idle.set(place, leaf.because);
    }
  }
  return new Map([...idle].filter(([place]) => !used.has(place)));
}

function placesOf(leaf: Leaf): readonly Place[] {
  if ("reads" in leaf) return leaf.reads;
  if ("encodes" in leaf) return [leaf.encodes];
  return "asks" in leaf && leaf.by !== "small" && leaf.by !== "large" ? [leaf.by] : [];
}

/** A switch that is off cannot be idle. */
function isSet(settings: RunSettings, control: ControlPath, own: OwnSettings): boolean {
  return readControl(settings, control, own) !== false;
}
