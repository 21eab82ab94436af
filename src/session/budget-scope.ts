/** Budget scopes: which spending caps apply to a call. */
import type { BudgetScope } from "./services.ts";
import type { SettingsStore } from "./settings.ts";

/** Scope of one question; its caps are fixed when it begins. */
export function newBudgetScope(): BudgetScope {
  return { caps: { perQuestionUsd: null, perDayUsd: null }, budget: null };
}

/** For calls outside any question: only the daily cap applies. */
export function dayBudgetScope(settings: SettingsStore): BudgetScope {
  const { perDayUsd } = settings.getState().caps;
  return { caps: { perQuestionUsd: null, perDayUsd }, budget: null };
}
