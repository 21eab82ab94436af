import { AppError } from "../log/errors.ts";
import { localTools, type RunSettings } from "../log/types.ts";
import { findMethod } from "../methods/index.ts";
import {
  type Control,
  type ControlValue,
  controlAt,
  isControlPath,
  withControl,
} from "../runtime/controls.ts";
import type { MethodInfo, Preset } from "../runtime/method.ts";
import type { Facts } from "../runtime/settings-validation.ts";
import { startingPreset } from "../session/presets.ts";

export type Configured = Omit<Facts, "uses">;

export class UsageError extends Error {}

/** Throws UsageError. */
export function methodById(id: string): MethodInfo {
  try {
    return findMethod(id);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw new UsageError(`There is no method "${id}".`);
  }
}

/** Defaults to the page's preset. Throws UsageError. */
export function choosePreset(
  method: MethodInfo,
  preset: string | undefined,
  configured: Configured,
): Preset {
  const found =
    preset === undefined
      ? startingPreset(method, configured)
      : method.presets.find(({ id }) => id === preset);
  if (found != null) return found;
  const known = method.presets.map(({ id }) => id).join(", ");
  throw new UsageError(`${method.title} has no preset "${preset ?? ""}". It has: ${known}.`);
}

function isThere(tool: string, { tools }: Configured): boolean {
  const known: readonly string[] = ["library", ...localTools, ...tools.map(({ id }) => id)];
  return known.includes(tool);
}

/** Applies options in order. Throws UsageError. */
export function withSets(
  settings: RunSettings,
  sets: readonly string[],
  configured: Configured,
): RunSettings {
  return sets.reduce((changed, set) => withSet(changed, set, configured), settings);
}

function withSet(settings: RunSettings, set: string, configured: Configured): RunSettings {
  const [path = "", ...rest] = set.split("=");
  const text = rest.join("=");
  if (rest.length === 0) throw new UsageError(`--set ${set}: write it as PATH=VALUE.`);
  const own = findMethod(settings.method).settings;
  if (!isControlPath(path, own)) {
    throw new UsageError(`--set ${set}: there is no setting "${path}". Try --help.`);
  }
  const control = controlAt(path, own);
  const value = readValue(control, text);
  const known = path !== "source.tool" || isThere(text, configured);
  const changed = value === null || !known ? null : withControl(settings, path, value, own);
  if (changed === null) {
    throw new UsageError(
      `--set ${set}: ${path} is ${valuesOf(
        control,
        configured.tools.map(({ id }) => id),
      )}.`,
    );
  }
  return changed;
}

function readValue({ kind }: Control, text: string): ControlValue | null {
  if (kind === "switch") return text === "on" ? true : text === "off" ? false : null;
  if (kind !== "number") return text;
  return text.trim() === "" || !Number.isFinite(Number(text)) ? null : Number(text);
}

export function valuesOf(control: Control, services: readonly string[]): string {
  switch (control.kind) {
    case "choice":
      return `one of ${control.options.join(", ")}`;
    case "number":
      return `a number from ${control.min} to ${control.max}`;
    case "switch":
      return "on or off";
    case "tool":
      return `one of ${["library", ...localTools, ...services].join(", ")}`;
  }
}
