/** Preferences persist between visits and never contain a key. */
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
import { privacyLevel, type RunSettings, runSettings, type Tier } from "../log/types.ts";
import { boundsOf } from "../runtime/controls.ts";
import { defaultRunSettings, findMethodInfo, inBounds as runInBounds } from "./presets.ts";
import { storedTool, withoutLiteralKeys } from "./tools.ts";

export const theme = z.enum(["auto", "light", "dark"]);
export type Theme = z.infer<typeof theme>;

const serverPreferences = z.object({
  /** A preset's id, or "custom". */
  preset: z.string(),
  baseUrl: z.string(),
  model: z.string(),
  organisation: z.string(),
  /** Null if it is to be looked up. */
  price: z.nullable(boundedPrice),
  /** If false, the key lives in memory only. */
  rememberKey: z.boolean(),
});
export type ServerPreferences = z.infer<typeof serverPreferences>;

export const noServer: ServerPreferences = {
  preset: "custom",
  baseUrl: "",
  model: "",
  organisation: "",
  price: null,
  rememberKey: false,
};

const smallPreferences = z.object({
  modelId: z.string(),
  device: z.enum(["auto", "wasm", "webgpu"]),
  /** 0 lets the engine choose. */
  threads: bounded(threadBounds),
  at: z._default(z.enum(["tab", "server"]), "tab"),
  server: z._default(serverPreferences, noServer),
});
export type SmallPreferences = z.infer<typeof smallPreferences>;

const usd = z.nullable(bounded(capBounds));
const spendingCaps = z.object({ perQuestionUsd: usd, perDayUsd: usd });
export type SpendingCaps = z.infer<typeof spendingCaps>;

/** A run at its cap continues with the small model, asks, or ends. */
export const atCap = z.enum(["degrade", "ask", "end"]);
export type AtCap = z.infer<typeof atCap>;

function isOwn(run: RunSettings): boolean {
  const method = findMethodInfo(run.method);
  return method !== null && outOfBounds(run, boundsOf(method.settings)).length === 0;
}

const sections = {
  theme,
  /** A removed method cannot be run. */
  run: boundedSettings.check(z.refine(isOwn)),
  privacy: privacyLevel,
  /** "" is the first embedded library. */
  library: z.string(),
  small: smallPreferences,
  large: serverPreferences,
  caps: spendingCaps,
  atCap,
  tools: z.array(storedTool).check(z.maxLength(20)),
  /** If false, keys live in memory only. */
  rememberToolKeys: z.boolean(),
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
  small: { modelId: "", device: "auto", threads: 0, at: "tab", server: noServer },
  large: { ...noServer },
  caps: { perQuestionUsd: null, perDayUsd: null },
  atCap: "ask",
  tools: [],
  rememberToolKeys: false,
  referencePrice: "openai/gpt-4.1-mini",
};

/** Reads sections apart: a damaged one does not lose the others. */
export function readPreferences(text: string | null): Preferences {
  if (text === null) return defaultPreferences;
  const stored = inBounds(readableTools(withNewSettings(parseObject(text) ?? { caps: null })));
  const valid: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries(sections)) {
    const section = schema.safeParse(stored[name]);
    if (section.success) valid[name] = section.data;
  }
  return preferences.parse({ ...defaultPreferences, ...valid });
}

/** Values of an earlier version may be out of bounds; the rest is kept. */
function inBounds(stored: Record<string, unknown>): Record<string, unknown> {
  const run = runSettings.safeParse(stored["run"]);
  const small = record.safeParse(numbersIn(stored["small"], ["threads"], threadBounds));
  return {
    ...stored,
    ...(run.success ? { run: runInBounds(run.data) } : {}),
    ...("large" in stored ? { large: withPrice(stored["large"]) } : {}),
    ...("caps" in stored ? { caps: readableCaps(stored["caps"]) } : {}),
    ...(small.success ? { small: withServer(small.data) } : {}),
  };
}

function withPrice(stored: unknown): unknown {
  const server = record.safeParse(stored);
  if (!server.success || boundedPrice.safeParse(server.data["price"]).success) return stored;
  return { ...server.data, price: null };
}

/** If the server is damaged, the tab's model is used. */
function withServer(small: Record<string, unknown>): Record<string, unknown> {
  if (!("server" in small)) return small;
  const server = serverPreferences.safeParse(withPrice(small["server"]));
  return server.success
    ? { ...small, server: server.data }
    : { ...small, at: "tab", server: noServer };
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
 * An unreadable cap becomes 0, which blocks spending: as "no cap", a damaged store could spend
 * without limit.
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
  /** `place` is a path such as "run.maxRounds". */
  | { ok: false; place: string };

/** Complete and within bounds; one bad value refuses the file. */
export function checkPreferences(
  given: Record<string, unknown>,
  now: Preferences,
): CheckedPreferences {
  const parsed = preferences.safeParse({ ...now, ...withNewSettings(given) });
  if (!parsed.success) return { ok: false, place: parsed.error.issues[0]?.path.join(".") ?? "" };
  const tools = parsed.data.tools.map(withoutLiteralKeys);
  return { ok: true, preferences: { ...parsed.data, tools } };
}

function withNewSettings(stored: Record<string, unknown>): Record<string, unknown> {
  const run = record.safeParse(stored["run"]);
  if (!run.success) return stored;
  const rewriteBy = rewriteByOf(run.data);
  return { ...stored, run: within(defaultRunSettings, { rewriteBy, ...run.data }) };
}

function within(defaults: object, stored: Record<string, unknown>): Record<string, unknown> {
  const merged: Record<string, unknown> = { ...defaults, ...stored };
  for (const [name, value] of Object.entries(defaults)) {
    const inner = record.safeParse(stored[name]);
    if (record.safeParse(value).success && inner.success) merged[name] = within(value, inner.data);
  }
  return merged;
}

/** Reads tools one by one; drops a key typed into a field. */
function readableTools(stored: Record<string, unknown>): Record<string, unknown> {
  if (!Array.isArray(stored["tools"])) return stored;
  const tools = stored["tools"].flatMap((entry: unknown) => {
    const tool = storedTool.safeParse(entry);
    return tool.success ? [withoutLiteralKeys(tool.data)] : [];
  });
  return { ...stored, tools };
}

function parseObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    const object = record.safeParse(value);
    return object.success ? { ...object.data } : null;
  } catch {
    return null;
  }
}

export function isConfigured(server: ServerPreferences): boolean {
  return server.baseUrl !== "" && server.model !== "";
}

export function serverOf(
  { small, large }: Pick<Preferences, "small" | "large">,
  tier: Tier,
): ServerPreferences {
  return tier === "large" ? large : small.server;
}

/** Null if the model runs in this tab. */
export function smallServer({ at, server }: SmallPreferences): ServerPreferences | null {
  return at === "server" ? server : null;
}
