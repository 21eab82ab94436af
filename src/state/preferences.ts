/** What the page remembers between visits. No key is ever part of it. */
import * as z from "zod/mini";
import { price, runSettings } from "../core/types.ts";
import { defaultRunSettings } from "./presets.ts";

export const theme = z.enum(["auto", "light", "dark"]);
export type Theme = z.infer<typeof theme>;

const smallPreferences = z.object({
  modelId: z.string(),
  device: z.enum(["auto", "wasm", "webgpu"]),
  /** 0 lets the engine choose. */
  threads: z.int(),
});

const largePreferences = z.object({
  /** A preset's id, or "custom". */
  preset: z.string(),
  baseUrl: z.string(),
  model: z.string(),
  organisation: z.string(),
  /** The price the person set by hand; null to look it up. */
  price: z.nullable(price),
  /** Off by default: the key then lives in memory only. */
  rememberKey: z.boolean(),
});
export type LargePreferences = z.infer<typeof largePreferences>;

const usd = z.nullable(z.number().check(z.gte(0)));
const spendingCaps = z.object({ perQuestionUsd: usd, perDayUsd: usd });
export type SpendingCaps = z.infer<typeof spendingCaps>;

const sections = {
  theme,
  run: runSettings,
  small: smallPreferences,
  large: largePreferences,
  caps: spendingCaps,
  /** The price that an all-local run is compared with. */
  referencePrice: z.string(),
};

const preferences = z.object(sections);
export type Preferences = z.infer<typeof preferences>;

export const defaultPreferences: Preferences = {
  theme: "auto",
  run: defaultRunSettings,
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
  referencePrice: "openai/gpt-4.1-mini",
};

/** Reads section by section, so that one damaged section does not lose the others. */
export function readPreferences(text: string | null): Preferences {
  const stored = withNewSettings(parseObject(text));
  const kept: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries(sections)) {
    const section = schema.safeParse(stored[name]);
    if (section.success) kept[name] = section.data;
  }
  return preferences.parse({ ...defaultPreferences, ...kept });
}

/** Run settings kept by an earlier version lack the newer ones; the others are still what was chosen. */
function withNewSettings(stored: Record<string, unknown>): Record<string, unknown> {
  const { run } = stored;
  if (typeof run !== "object" || run === null) return stored;
  return { ...stored, run: { ...defaultRunSettings, ...run } };
}

function parseObject(text: string | null): Record<string, unknown> {
  if (text === null) return {};
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? { ...value } : {};
  } catch {
    // A damaged string is the same as none: the page starts with its defaults.
    return {};
  }
}
