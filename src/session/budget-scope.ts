/** Whose money a call takes, and the caps that hold for it. */
import type { BudgetScope } from "./services.ts";
import type { SettingsStore } from "./settings.ts";

/** A question's own; the caps are set as it begins. */
export function newBudgetScope(): BudgetScope {
  return { caps: { perQuestionUsd: null, perDayUsd: null }, budget: null };
}

/** For what belongs to no question: only the day's cap holds. */
export function dayBudgetScope(settings: SettingsStore): BudgetScope {
  const { perDayUsd } = settings.getState().caps;
  return { caps: { perQuestionUsd: null, perDayUsd }, budget: null };
}
