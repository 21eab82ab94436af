/** The search services of HomoRouter (§3): their settings, and tools made from them. */
import * as z from "zod/mini";
import { AppError } from "../../log/errors.ts";
import type { SearchTool } from "../../runtime/ports.ts";
import type { ToolServices } from "./exchange.ts";
import { searchServices } from "./index.ts";
import { searchTool } from "./searcher.ts";
import type { OpenService, ToolSettings } from "./service.ts";
import { commonFields } from "./settings.ts";

export type { ToolServices } from "./exchange.ts";

/** As entered: what has a default may be absent. */
export type ToolSettingsInput = Readonly<Record<string, unknown>> & {
  readonly kind: string;
  readonly title?: string;
};

/** Names the field and what is wrong with it; the sentence for it belongs to the view. */
export interface ToolSettingsProblem {
  field: string;
  problem: "missing" | "invalid";
}

export type ParsedToolSettings =
  | { ok: true; settings: ToolSettings }
  | { ok: false; problems: ToolSettingsProblem[] };

/** What can be done with all the services that are listed, once they are loaded. */
export interface LoadedServices {
  toolSettings: {
    /** Throws ZodError. */
    parse(value: unknown): ToolSettings;
    safeParse(value: unknown): ReturnType<z.ZodMiniType<ToolSettings>["safeParse"]>;
  };
  /** Checks what came from a form, a file or the environment. */
  parseToolSettings(value: unknown): ParsedToolSettings;
  /**
   * Everything a tool needs comes in through `services`; keys come in with the settings, are
   * sent to the tool's own origin and stand in no reference, error or log. Throws
   * `tool-not-configured` with the field at fault.
   */
  createTool(settings: ToolSettingsInput | ToolSettings, services: ToolServices): SearchTool;
}

const ofKind = z.looseObject({ kind: z.string() });

/** Loads every service that is listed now. */
export async function loadSearchServices(): Promise<LoadedServices> {
  const opened = new Map<string, OpenService>();
  for (const service of searchServices.all) {
    opened.set(service.id, (await service.load()).parts.open(service));
  }
  const common = commonFields({ id: "", title: "", usdPerThousand: null }, { minGapMs: 0 });
  const noKind = z.object({ ...common, kind: z.enum([...opened.keys()]) });
  const openFor = (value: unknown): OpenService | null => {
    const kind = ofKind.safeParse(value);
    return (kind.success ? opened.get(kind.data.kind) : null) ?? null;
  };
  const schemaFor = (value: unknown): z.ZodMiniType<ToolSettings> =>
    openFor(value)?.settings ?? noKind;
  const toolSettings: LoadedServices["toolSettings"] = {
    parse: (value) => schemaFor(value).parse(value),
    safeParse: (value) => schemaFor(value).safeParse(value),
  };
  const parseToolSettings = (value: unknown): ParsedToolSettings => {
    const parsed = toolSettings.safeParse(value);
    if (parsed.success) return { ok: true, settings: parsed.data };
    return { ok: false, problems: parsed.error.issues.map(({ path }) => problemAt(path, value)) };
  };
  return {
    toolSettings,
    parseToolSettings,
    createTool(settings, services) {
      const parsed = parseToolSettings(settings);
      const service = openFor(settings);
      if (parsed.ok && service !== null) {
        return searchTool(parsed.settings, service.searcher(parsed.settings), services);
      }
      const tool = settings.title ?? searchServices.find(settings.kind)?.title ?? settings.kind;
      throw new AppError("tool-not-configured", {
        tool,
        ...(parsed.ok ? {} : parsed.problems[0]),
      });
    },
  };
}

function problemAt(path: readonly PropertyKey[], value: unknown): ToolSettingsProblem {
  const entered = path.reduce<unknown>(within, value);
  const isMissing = entered === undefined || entered === "";
  return { field: path.join(".") || "url", problem: isMissing ? "missing" : "invalid" };
}

function within(value: unknown, key: PropertyKey): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined;
}
