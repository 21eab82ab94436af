import { sleep } from "../models/openai-compatible/waiting.ts";
import { memoryToolCache } from "../retrieval/search-services/cache.ts";
import { loadSearchServices, type ToolSettingsProblem } from "../retrieval/search-services/tool.ts";
import type { SearchTool } from "../runtime/ports.ts";
import type { Database } from "../storage/database.ts";
import { databaseToolCache } from "../storage/tool-cache.ts";
import { toolInput, toolMaker } from "./tool-maker.ts";
import type { ToolRequest } from "./tools.ts";

/** Leaves out misconfigured services: callers that need one get an error. */
export async function makeTools(
  inputs: readonly unknown[],
  open: () => Promise<Database>,
): Promise<SearchTool[]> {
  const { createTool, parseToolSettings } = await loadSearchServices();
  const cache = memoryToolCache({ backing: databaseToolCache(open) });
  const clock = { nowMs: () => performance.now(), epochMs: () => Date.now() };
  const fetch = globalThis.fetch.bind(globalThis);
  return inputs.flatMap((input) => {
    const parsed = parseToolSettings(input);
    return parsed.ok ? [createTool(parsed.settings, { fetch, clock, sleep, cache })] : [];
  });
}

export function browserTools(open: () => Promise<Database>): ReturnType<typeof toolMaker> {
  return toolMaker((inputs) => makeTools(inputs, open));
}

export async function toolProblem({ tool, key }: ToolRequest): Promise<ToolSettingsProblem | null> {
  const { parseToolSettings } = await loadSearchServices();
  const parsed = parseToolSettings(toolInput(tool, key));
  return parsed.ok ? null : (parsed.problems[0] ?? null);
}
