/** What the page remembers between visits. No key is ever part of it. */
import * as z from "zod/mini";
import { rewriteByOf } from "../log/migrations/v3.ts";
import {
  type Bounds,
  bounded,
  boundedPrice,
  boundedSettings,
  capBounds,
  nearest,
  outOfBounds,
  threadBounds,
} from "../log/setting-bounds.ts";
import { privacyLevel, type RunSettings, runSettings } from "../log/types.ts";
import { boundsOf } from "../runtime/controls.ts";
import { defaultRunSettings, findMethodInfo, inBounds as runInBounds } from "./presets.ts";
import { storedTool, withoutLiteralKeys } from "./tools.ts";

export const theme = z.enum(["auto", "light", "dark"]);
export type Theme = z.infer<typeof theme>;

const smallPreferences = z.object({
  modelId: z.string(),
  device: z.enum(["auto", "wasm", "webgpu"]),
  /** 0 lets the engine choose. */
  threads: bounded(threadBounds),
});

const largePreferences = z.object({
  /** A preset's id, or "custom". */
  preset: z.string(),
  baseUrl: z.string(),
  model: z.string(),
  organisation: z.string(),
  /** The price the person set by hand; null to look it up. */
  price: z.nullable(boundedPrice),
  /** Off by default: the key then lives in memory only. */
  rememberKey: z.boolean(),
});
export type LargePreferences = z.infer<typeof largePreferences>;

const usd = z.nullable(bounded(capBounds));
const spendingCaps = z.object({ perQuestionUsd: usd, perDayUsd: usd });
export type SpendingCaps = z.infer<typeof spendingCaps>;

/** What a run does that met a cap: go on with the small model, ask the person, or end. */
export const atCap = z.enum(["degrade", "ask", "end"]);
export type AtCap = z.infer<typeof atCap>;

function isOwn(run: RunSettings): boolean {
  const method = findMethodInfo(run.method);
  return method !== null && outOfBounds(run, boundsOf(method.settings)).length === 0;
}

const sections = {
  theme,
  /** A method that there is no longer cannot be run. */
  run: boundedSettings.check(z.refine(isOwn)),
  /** What may leave the device; it holds for every run, whatever its other settings. */
  privacy: privacyLevel,
  /** By its id: an embedded one ("" is the first), or one of the person's own. */
  library: z.string(),
  small: smallPreferences,
  large: largePreferences,
  caps: spendingCaps,
  atCap,
  /** Search services, without their keys. */
  tools: z.array(storedTool).check(z.maxLength(20)),
  /** Off by default: the services' keys then live in memory only. */
  rememberToolKeys: z.boolean(),
  /** The price that an all-local run is compared with. */
  referencePrice: z.string(),
};

const record = z.record(z.string(), z.unknown());
const preferences = z.object(sections);
export type Preferences = z.infer<typeof preferences>;

export const defaultPreferences: Preferences = {
  theme: "auto",
  run: defaultRunSettings,
  privacy: "everything",
  library: "",
  small: { modelId: "", device: "auto", threads: 0 },
  large: {
    preset: "custom",
    baseUrl: "",
    model: "",
    organisation: "",
    price: null,
    rememberKey: false,
  },
  caps: { perQuestionUsd: null, perDayUsd: null },
  atCap: "ask",
  tools: [],
  rememberToolKeys: false,
  referencePrice: "openai/gpt-4.1-mini",
};

/** Reads section by section, so that one damaged section does not lose the others. */
export function readPreferences(text: string | null): Preferences {
  const stored = inBounds(readableTools(withNewSettings(parseObject(text) ?? { caps: null })));
  const valid: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries(sections)) {
    const section = schema.safeParse(stored[name]);
    if (section.success) valid[name] = section.data;
  }
  return preferences.parse({ ...defaultPreferences, ...valid });
}

/**
 * What an earlier version kept may be out of bounds; the rest of its section is still what was
 * chosen.
 */
function inBounds(stored: Record<string, unknown>): Record<string, unknown> {
  const run = runSettings.safeParse(stored["run"]);
  const large = record.safeParse(stored["large"]);
  const hasPrice = large.success && boundedPrice.safeParse(large.data["price"]).success;
  return {
    ...stored,
    ...(run.success ? { run: runInBounds(run.data) } : {}),
    ...(large.success && !hasPrice ? { large: { ...large.data, price: null } } : {}),
    ...("caps" in stored ? { caps: readableCaps(stored["caps"]) } : {}),
    small: numbersIn(stored["small"], ["threads"], threadBounds),
  };
}

function numbersIn(section: unknown, names: readonly string[], bounds: Bounds): unknown {
  const read = record.safeParse(section);
  if (!read.success) return section;
  const moved = names.flatMap((name) => {
    const value = read.data[name];
    return typeof value === "number" ? [[name, nearest(value, bounds)] as const] : [];
  });
  return { ...read.data, ...Object.fromEntries(moved) };
}

/**
 * A cap above the highest is the highest, and one that cannot be read is 0: nothing is spent until
 * the person sets it again. Taking it for none would let a damaged store spend without end.
 */
function readableCaps(stored: unknown): SpendingCaps {
  const section = record.safeParse(stored);
  const capOf = (name: string): number | null => {
    if (!section.success) return 0;
    const value = section.data[name] ?? null;
    if (value === null) return null;
    return typeof value === "number" ? nearest(value, capBounds) : 0;
  };
  return { perQuestionUsd: capOf("perQuestionUsd"), perDayUsd: capOf("perDayUsd") };
}

export type CheckedPreferences =
  | { ok: true; preferences: Preferences }
  /** The first value that cannot be: "run.maxRounds". */
  | { ok: false; place: string };

/**
 * The settings with the sections that a file brings, each whole and within bounds; a single bad
 * value refuses them all.
 */
export function checkPreferences(
  given: Record<string, unknown>,
  now: Preferences,
): CheckedPreferences {
  const parsed = preferences.safeParse({ ...now, ...withNewSettings(given) });
  if (!parsed.success) return { ok: false, place: parsed.error.issues[0]?.path.join(".") ?? "" };
  const tools = parsed.data.tools.map(withoutLiteralKeys);
  return { ok: true, preferences: { ...parsed.data, tools } };
}

/** What an earlier version kept lacks the newer settings; the others are still what was chosen. */
function withNewSettings(stored: Record<string, unknown>): Record<string, unknown> {
  const run = record.safeParse(stored["run"]);
  if (!run.success) return stored;
  const rewriteBy = rewriteByOf(run.data);
  return { ...stored, run: within(defaultRunSettings, { rewriteBy, ...run.data }) };
}

/** The stored object over the default one, and so for the objects in them. */
function within(defaults: object, stored: Record<string, unknown>): Record<string, unknown> {
  const merged: Record<string, unknown> = { ...defaults, ...stored };
  for (const [name, value] of Object.entries(defaults)) {
    const inner = record.safeParse(stored[name]);
    if (record.safeParse(value).success && inner.success) merged[name] = within(value, inner.data);
  }
  return merged;
}

/** One by one, so that a damaged entry does not lose the others; a key that was typed in is dropped. */
function readableTools(stored: Record<string, unknown>): Record<string, unknown> {
  if (!Array.isArray(stored["tools"])) return stored;
  const tools = stored["tools"].flatMap((entry: unknown) => {
    const tool = storedTool.safeParse(entry);
    return tool.success ? [withoutLiteralKeys(tool.data)] : [];
  });
  return { ...stored, tools };
}

/** Nothing kept is an empty object; null where what was kept is damaged. */
function parseObject(text: string | null): Record<string, unknown> | null {
  if (text === null) return {};
  try {
    const value: unknown = JSON.parse(text);
    const object = record.safeParse(value);
    return object.success ? { ...object.data } : null;
  } catch {
    return null;
  }
}

export function isLargeConfigured(large: LargePreferences): boolean {
  return large.baseUrl !== "" && large.model !== "";
}
