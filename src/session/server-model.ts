import { AppError } from "../log/errors.ts";
import type { Price } from "../log/types.ts";
import { secretFor } from "../models/bound-key.ts";
import { nanoPerUsd } from "../models/budget/nano-usd.ts";
import type { SpendingLedger } from "../models/budget/spending-cap.ts";
import type { ConnectionTest } from "../models/openai-compatible/connection-test.ts";
import type { RemoteSettings } from "../models/openai-compatible/settings.ts";
import type { ChatModel, SearchTool } from "../runtime/ports.ts";
import type { StoredSpending } from "../storage/spending.ts";
import type { ServerPreferences } from "./preferences.ts";
import type { BudgetScope, PriceRow, ServerRequest, Spending } from "./services.ts";

export async function connectServer(
  request: ServerRequest,
  budgetScope: BudgetScope,
  ledger: SpendingLedger,
): Promise<ChatModel> {
  const [{ createRemoteModel }, { questionBudget }, settings, price] = await Promise.all([
    import("../models/openai-compatible/remote.ts"),
    import("../models/budget/spending-cap.ts"),
    checkedSettings(request),
    priceOfServer(request.settings),
  ]);
  const model = createRemoteModel(settings, { tier: request.tier, price });
  budgetScope.budget ??= questionBudget(budgetScope.caps, ledger, today, budgetScope.spentUsd);
  return budgetScope.budget.cap(model);
}

export async function capTools(
  tools: readonly SearchTool[],
  budgetScope: BudgetScope,
  ledger: SpendingLedger,
): Promise<SearchTool[]> {
  if (tools.length === 0) return [];
  const { questionBudget } = await import("../models/budget/spending-cap.ts");
  budgetScope.budget ??= questionBudget(budgetScope.caps, ledger, today, budgetScope.spentUsd);
  return tools.map(budgetScope.budget.capTool);
}

/** The test's one token is paid and counts. */
export async function testServer(
  request: ServerRequest,
  { budgetScope, ledger }: { budgetScope: BudgetScope; ledger: SpendingLedger },
  signal: AbortSignal,
): Promise<ConnectionTest> {
  const [{ testConnection }, { questionBudget }, settings, price] = await Promise.all([
    import("../models/openai-compatible/connection-test.ts"),
    import("../models/budget/spending-cap.ts"),
    checkedSettings(request),
    priceOfServer(request.settings),
  ]);
  const { cap } = questionBudget(budgetScope.caps, ledger, today);
  return testConnection(settings, signal, { tier: request.tier, price, cap });
}

export function spendingOf(ledger: StoredSpending): Spending {
  return {
    todayUsd: async () => (await ledger.spentNanoUsd(today())) / nanoPerUsd,
    resetToday: () => ledger.reset(today()),
  };
}

/** The user's price, else the table's; null if unknown. */
export async function priceOfServer(server: ServerPreferences): Promise<Price | null> {
  if (server.price !== null) return server.price;
  const { loadPriceTable, priceOf } = await import("../models/prices/price-table.ts");
  if (!URL.canParse(server.baseUrl)) return null;
  return priceOf(server, await loadPriceTable(), [], today());
}

/** Prices to choose from for a model at a user's own address. */
export async function namesakesOf(model: string): Promise<PriceRow[]> {
  const { loadPriceTable, namesakes } = await import("../models/prices/price-table.ts");
  return namesakes(model, await loadPriceTable(), today());
}

export async function priceRows(): Promise<PriceRow[]> {
  const { listedPrices, loadPriceTable } = await import("../models/prices/price-table.ts");
  return listedPrices(await loadPriceTable(), today());
}

async function checkedSettings({
  settings,
  key,
  maxRetries,
}: ServerRequest): Promise<RemoteSettings> {
  const [{ parseRemoteSettings }, { remotePreset }] = await Promise.all([
    import("../models/openai-compatible/settings.ts"),
    import("../models/openai-compatible/presets.ts"),
  ]);
  const { preset, baseUrl, model, organisation } = settings;
  const headers = remotePreset(preset)?.headers ?? {};
  const retries = maxRetries === undefined ? {} : { maxRetries };
  const apiKey = secretFor(key, baseUrl);
  const entered = { preset, baseUrl, model, organisation, headers, apiKey, ...retries };
  const parsed = parseRemoteSettings(entered);
  if (parsed.ok) return parsed.settings;
  const { field = "baseUrl", problem = "missing" } = parsed.problems[0] ?? {};
  throw new AppError("remote-not-configured", { field, problem });
}

function today(): string {
  return new Date().toISOString().slice(0, 10);
}
