/** Tries a server or a search service with one small request. Throws what it meets. */
import { AppError } from "../log/errors.ts";
import type { Tier } from "../log/types.ts";
import type { ConnectionTest } from "../models/openai-compatible/connection-test.ts";
import { dayBudgetScope } from "./budget-scope.ts";
import { serverRequest } from "./servers.ts";
import type { Services } from "./services.ts";
import type { SettingsStore } from "./settings.ts";
import type { ToolRequest, ToolTest } from "./tools.ts";

const testQuery = "capital of France";

/** Requests one word from the server configured for this tier. */
export async function tryConnection(
  services: Services,
  settings: SettingsStore,
  tier: Tier,
  signal: AbortSignal,
): Promise<ConnectionTest> {
  const request = serverRequest(settings, tier);
  return services.testConnection(request, dayBudgetScope(settings), signal);
}

export async function tryTool(
  services: Services,
  settings: SettingsStore,
  request: ToolRequest,
  signal: AbortSignal,
): Promise<ToolTest> {
  const [tool] = await services.searchTools([request], dayBudgetScope(settings));
  if (tool === undefined) {
    const problem = await services.toolProblem(request);
    throw new AppError("tool-not-configured", { tool: request.tool.title, ...problem });
  }
  const startedMs = services.clock.nowMs();
  const result = await tool.search({ text: testQuery, k: 3 }, signal);
  const milliseconds = services.clock.nowMs() - startedMs;
  return { ok: true, passages: result.passages.length, milliseconds, result };
}
