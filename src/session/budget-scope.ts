/** The spending caps that apply to a call. */
import type { BudgetScope } from "./services.ts";
import type { SettingsStore } from "./settings.ts";

/** Caps are fixed when the question begins. */
export function newBudgetScope(): BudgetScope {
  return { caps: { perQuestionUsd: null, perDayUsd: null }, budget: null };
}

/** Only the daily cap applies. */
export function dayBudgetScope(settings: SettingsStore): BudgetScope {
  const { perDayUsd } = settings.getState().caps;
  return { caps: { perQuestionUsd: null, perDayUsd }, budget: null };
}
