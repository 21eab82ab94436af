import type { LabBatch, LabResult } from "../types.ts";

/**
 * US dollars for everything that was not asked, at each setup's mean so far. Null if a setup that is
 * still asked has no answer of known cost. Failed answers broke off early, so they tell no cost.
 */
export function restUsd(
  { configurations, questionCount }: Pick<LabBatch, "configurations" | "questionCount">,
  results: readonly LabResult[],
): number | null {
  const setups = new Map(configurations.map(({ id }) => [id, { asked: 0, answered: 0, usd: 0 }]));
  for (const { configuration, outcome, total } of results) {
    const setup = setups.get(configuration);
    if (setup === undefined) continue;
    setup.asked += 1;
    if (outcome === "failed") continue;
    setup.answered += 1;
    setup.usd += total.usd ?? Number.NaN;
  }
  const rest = [...setups.values()].reduce((sum, { asked, answered, usd }) => {
    const missing = Math.max(0, questionCount - asked);
    return missing === 0 ? sum : sum + (missing * usd) / answered;
  }, 0);
  return Number.isNaN(rest) ? null : rest;
}
