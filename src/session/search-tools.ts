/** The search services of this browser, with their cache; a chunk of its own. */

import { sleep } from "../models/openai-compatible/waiting.ts";
import { memoryToolCache } from "../retrieval/search-services/cache.ts";
import {
  createTool,
  parseToolSettings,
  type ToolSettingsProblem,
} from "../retrieval/search-services/tool.ts";
import type { SearchTool } from "../runtime/ports.ts";
import type { Database } from "../storage/database.ts";
import { databaseToolCache } from "../storage/tool-cache.ts";
import { type ToolRequest, toolInput } from "./tools.ts";

/** One that is not set up right is left out: whoever wants it is told so, and the others go on. */
export function makeTools(inputs: readonly unknown[], open: () => Promise<Database>): SearchTool[] {
  const cache = memoryToolCache({ backing: databaseToolCache(open) });
  const clock = { nowMs: () => performance.now(), epochMs: () => Date.now() };
  const fetch = globalThis.fetch.bind(globalThis);
  return inputs.flatMap((input) => {
    const parsed = parseToolSettings(input);
    return parsed.ok ? [createTool(parsed.settings, { fetch, clock, sleep, cache })] : [];
  });
}

/** The first field that is not right; null when the service can be asked. */
export function toolProblem({ tool, key }: ToolRequest): ToolSettingsProblem | null {
  const parsed = parseToolSettings(toolInput(tool, key));
  return parsed.ok ? null : (parsed.problems[0] ?? null);
}
