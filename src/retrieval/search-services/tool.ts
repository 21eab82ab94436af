/** The search services of HomoRouter (§3): their settings, and tools made from them. */
import * as z from "zod/mini";
import { AppError } from "../../log/errors.ts";
import type { SearchTool } from "../../runtime/ports.ts";
import { brave, braveSettings } from "./brave.ts";
import type { ToolServices } from "./exchange.ts";
import { googlePse, googlePseSettings } from "./google-pse.ts";
import { jsonTemplate, jsonTemplateSettings } from "./json-template.ts";
import { toolPresets } from "./presets.ts";
import { type Searcher, searchTool } from "./searcher.ts";
import { searxng, searxngSettings } from "./searxng.ts";
import { wikipedia, wikipediaSettings } from "./wikipedia.ts";

export type { ToolServices } from "./exchange.ts";

export const toolSettings = z.discriminatedUnion("kind", [
  wikipediaSettings,
  searxngSettings,
  googlePseSettings,
  braveSettings,
  jsonTemplateSettings,
]);
export type ToolSettings = z.output<typeof toolSettings>;
/** As entered: what has a default may be absent. */
export type ToolSettingsInput = z.input<typeof toolSettings>;

/** Names the field and what is wrong with it; the sentence for it belongs to the view. */
export interface ToolSettingsProblem {
  field: string;
  problem: "missing" | "invalid";
}

export type ParsedToolSettings =
  | { ok: true; settings: ToolSettings }
  | { ok: false; problems: ToolSettingsProblem[] };

/** Checks what came from a form, a file or the environment. */
export function parseToolSettings(value: unknown): ParsedToolSettings {
  const parsed = toolSettings.safeParse(value);
  if (parsed.success) return { ok: true, settings: parsed.data };
  const problems = parsed.error.issues.map(({ path }) => {
    const entered = path.reduce<unknown>(within, value);
    const isMissing = entered === undefined || entered === "";
    return {
      field: path.join(".") || "url",
      problem: isMissing ? ("missing" as const) : ("invalid" as const),
    };
  });
  return { ok: false, problems };
}

function within(value: unknown, key: PropertyKey): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined;
}

/**
 * Everything a tool needs comes in through `services`; keys come in with the settings, are
 * sent to the tool's own origin and stand in no reference, error or log. Throws
 * `tool-not-configured` with the field at fault.
 */
export function createTool(settings: ToolSettingsInput, services: ToolServices): SearchTool {
  const parsed = parseToolSettings(settings);
  if (parsed.ok) return searchTool(parsed.settings, searcherFor(parsed.settings), services);
  const tool = settings.title ?? toolPresets[settings.kind].title;
  throw new AppError("tool-not-configured", { tool, ...parsed.problems[0] });
}

function searcherFor(settings: ToolSettings): Searcher {
  switch (settings.kind) {
    case "wikipedia":
      return wikipedia(settings);
    case "searxng":
      return searxng(settings);
    case "google-pse":
      return googlePse(settings);
    case "brave":
      return brave(settings);
    case "json-template":
      return jsonTemplate(settings);
  }
}
