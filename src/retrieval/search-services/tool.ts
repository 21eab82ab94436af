/** HomoRouter's search services (§3). */
import * as z from "zod/mini";
import { AppError } from "../../log/errors.ts";
import type { SearchTool } from "../../runtime/ports.ts";
import type { ToolServices } from "./exchange.ts";
import { searchServices } from "./index.ts";
import { searchTool } from "./searcher.ts";
import type { OpenService, SearchService, ToolSettings } from "./service.ts";

export type { ToolServices } from "./exchange.ts";

/** As entered: fields with a default may be absent. */
export type ToolSettingsInput = Readonly<Record<string, unknown>> & {
  readonly kind: string;
  readonly title?: string;
};

/** The view has the sentence. */
export interface ToolSettingsProblem {
  field: string;
  problem: "missing" | "invalid";
}

export type ParsedToolSettings =
  | { ok: true; settings: ToolSettings }
  | { ok: false; problems: ToolSettingsProblem[] };

export interface LoadedServices {
  toolSettings: z.ZodMiniType<ToolSettings>;
  /** Accepts input from a form, a file or the environment. */
  parseToolSettings(value: unknown): ParsedToolSettings;
  /**
   * Keys go only to the tool's own origin, never into references, errors or logs. Throws
   * `tool-not-configured`.
   */
  createTool(settings: ToolSettingsInput | ToolSettings, services: ToolServices): SearchTool;
}

export async function loadSearchServices(): Promise<LoadedServices> {
  const open = async (service: SearchService): Promise<[string, OpenService]> => [
    service.id,
    (await service.load()).parts.open(service),
  ];
  const opened = new Map(await Promise.all(searchServices.all.map(open)));
  const [first, ...rest] = [...opened.values()].map(({ settings }) => settings);
  if (first === undefined) throw new RangeError("no search service is listed");
  const toolSettings = z.discriminatedUnion("kind", [first, ...rest]);
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
      const service = opened.get(settings.kind);
      if (parsed.ok && service !== undefined) {
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
