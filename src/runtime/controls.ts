/**
 * Shared settings with their bounds. A method names those it uses (`MethodInfo.controls`) and
 * declares its own (`MethodInfo.settings`).
 */
import * as z from "zod/mini";
import { isWithin, type OwnBounds, settingBounds } from "../log/setting-bounds.ts";
import {
  planChoice,
  type RunSettings,
  readerChoice,
  retrievalMode,
  rewriter,
  runSettings,
  tier,
} from "../log/types.ts";

/** Stages A to H. */
export const controlGroups = [
  "gate",
  "plan",
  "solve",
  "rewrite",
  "source",
  "filter",
  "fallback",
  "summarise",
  "departures",
] as const;
export type ControlGroup = (typeof controlGroups)[number];

interface ControlBase {
  group: ControlGroup;
}
export type Control = ControlBase &
  (
    | { kind: "choice"; options: readonly string[] }
    | { kind: "number"; min: number; max: number; step: number; whole: boolean }
    | { kind: "switch" }
    /** `library` and `none` always exist. */
    | { kind: "tool" }
  );

const toggle = { kind: "switch" } as const;

function choice(group: ControlGroup, options: readonly string[]): Control {
  return { group, kind: "choice", options };
}

function number(group: ControlGroup, path: keyof typeof settingBounds) {
  return { group, kind: "number", ...settingBounds[path] } as const;
}

/** The path `gate.kind` is `settings.gate.kind`. */
export const controls = {
  "gate.kind": choice("gate", ["off", "judge", "self-knowledge"]),
  "gate.by": choice("gate", tier.options),
  "gate.judge": choice("gate", ["encoder", "model"]),
  "gate.threshold": number("gate", "gate.threshold"),
  "passOn.answer": { group: "gate", ...toggle },
  plan: choice("plan", planChoice.options),
  decisionThreshold: number("plan", "decisionThreshold"),
  maxRounds: number("solve", "maxRounds"),
  historyTokens: number("plan", "historyTokens"),
  confidenceThreshold: number("solve", "confidenceThreshold"),
  answerForm: choice("solve", ["short", "long"]),
  rougeThreshold: number("solve", "rougeThreshold"),
  duplicateThreshold: number("solve", "duplicateThreshold"),
  reader: choice("solve", readerChoice.options),
  rewriter: choice("rewrite", rewriter.options),
  rewriteBy: choice("rewrite", tier.options),
  "passOn.claims": { group: "rewrite", ...toggle },
  "source.choice": choice("source", ["fixed", "best-predicted", "cost-saving"]),
  "source.tool": { group: "source", kind: "tool" },
  "retrieval.mode": choice("source", retrievalMode.options),
  "retrieval.k": number("source", "retrieval.k"),
  rerank: { group: "filter", ...toggle },
  "filter.kind": choice("filter", ["off", "per-passage", "batch", "none"]),
  "filter.by": choice("filter", ["encoder", "small", "large"]),
  "filter.threshold": number("filter", "filter.threshold"),
  "filter.claims": { group: "filter", ...toggle },
  "passOn.relevance": { group: "filter", ...toggle },
  "fallback.on": { group: "fallback", ...toggle },
  "fallback.by": choice("fallback", tier.options),
  "fallback.maxDepth": number("fallback", "fallback.maxDepth"),
  "fallback.fillEarlier": { group: "fallback", ...toggle },
  "answer.form": choice("summarise", ["short", "long"]),
  "answer.passages": number("summarise", "answer.passages"),
  "answer.maxTokens": number("summarise", "answer.maxTokens"),
  evidence: { group: "summarise", ...toggle },
  evidenceThreshold: number("summarise", "evidenceThreshold"),
  arithmetic: { group: "summarise", ...toggle },
  "switches.fillProcessedQueries": { group: "departures", ...toggle },
  "switches.emptySpanGuard": { group: "departures", ...toggle },
  "switches.repeatStop": { group: "departures", ...toggle },
  "switches.correctUnsolved": { group: "departures", ...toggle },
} as const satisfies Record<string, Control>;

export type SharedPath = keyof typeof controls;
export type OwnPath = `rival.${string}`;
export type ControlPath = SharedPath | OwnPath;
export type Place = ControlPath | "solve" | "summarise";
export type ControlValue = string | number | boolean;

/** A setting that only one method has. */
export type OwnSetting = Control & {
  initial: ControlValue;
  label: string;
  help?: string;
  optionWords?: Readonly<Record<string, string>>;
};

/** The path is `rival.NAME`. */
export type OwnSettings = Readonly<Record<string, OwnSetting>>;

export function isSharedPath(path: string): path is SharedPath {
  return Object.hasOwn(controls, path);
}

export function isControlPath(path: string, own: OwnSettings): path is ControlPath {
  return isSharedPath(path) || ownPaths(own).some((one) => one === path);
}

export function ownPaths(own: OwnSettings): OwnPath[] {
  return Object.keys(own).map((name) => `rival.${name}` as const);
}

export function ownSettingAt(path: string, own: OwnSettings): OwnSetting | undefined {
  const name = path.replace(/^rival\./u, "");
  return !isSharedPath(path) && Object.hasOwn(own, name) ? own[name] : undefined;
}

/** Throws TypeError for an unknown path. */
export function controlAt(path: ControlPath, own: OwnSettings): Control {
  const control = isSharedPath(path) ? controls[path] : ownSettingAt(path, own);
  if (control === undefined) throw new TypeError(`no control ${path}`);
  return control;
}

export function boundsOf(own: OwnSettings): OwnBounds {
  const numbers = Object.entries(own).flatMap(([name, control]) => {
    if (control.kind !== "number") return [];
    const { min, max, step, whole } = control;
    return [[`rival.${name}`, { min, max, step, whole }] as const];
  });
  return Object.fromEntries(numbers);
}

export function initialOf(own: OwnSettings): RunSettings["rival"] {
  return Object.fromEntries(Object.entries(own).map(([name, { initial }]) => [name, initial]));
}

/** Falls back to the declared value if the log has none. */
export function ownNumber<Name extends string>(
  { rival }: RunSettings,
  own: Readonly<Record<Name, { initial: number }>>,
  name: Name,
): number {
  const value = rival[name];
  return typeof value === "number" ? value : own[name].initial;
}

const anyRecord = z.record(z.string(), z.unknown());

/** Called many times per render, so it copies nothing. */
export function readControl(
  settings: RunSettings,
  path: Place,
  own: OwnSettings = {},
): ControlValue {
  let value: unknown = settings;
  for (const part of path.split(".")) value = isRecord(value) ? value[part] : null;
  if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") {
    return value;
  }
  const declared = ownSettingAt(path, own);
  if (declared !== undefined) return declared.initial;
  // A switch that a method does not mention is off.
  if (isSharedPath(path) && controls[path].kind === "switch") return false;
  throw new TypeError(`no control ${path}`);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

/** Null if the value is not allowed. */
export function withControl(
  settings: RunSettings,
  path: ControlPath,
  value: ControlValue,
  own: OwnSettings = {},
): RunSettings | null {
  if (!isControlPath(path, own)) return null;
  const [first = "", second] = path.split(".");
  const old = anyRecord.parse(settings)[first] ?? {};
  const next = second === undefined ? value : { ...anyRecord.parse(old), [second]: value };
  const changed = runSettings.safeParse({ ...settings, [first]: next });
  return changed.success && allowed(controlAt(path, own), value) ? changed.data : null;
}

function allowed(control: Control, value: ControlValue): boolean {
  switch (control.kind) {
    case "choice":
      return typeof value === "string" && control.options.includes(value);
    case "number":
      return typeof value === "number" && isWithin(value, control);
    case "switch":
      return typeof value === "boolean";
    case "tool":
      return typeof value === "string" && value !== "";
  }
}
