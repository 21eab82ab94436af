/** Plans the next runs: those that would settle the open verdicts, and what that would cost. */
import type { Upgrade } from "../statistics/shapley.ts";
import type { PipelineAnalysis } from "./analyse-pipeline.ts";

export interface NextRuns {
  /** Upgrades that cannot be separated until these setups are asked on the same questions. */
  free: readonly (Upgrade & { free: readonly number[] })[];
  /** More questions to all setups, for the open upgrades that so many would settle. */
  questions: number;
  /** For those questions; null if unknown. */
  cost: number | null;
  settling: readonly Upgrade[];
}

/** Null if every verdict is settled, or is not worth settling. */
export function nextRuns({ n, upgrades, refused, setups }: PipelineAnalysis): NextRuns | null {
  const open = upgrades.filter(({ advice }) => advice === "open" || advice === "few");
  const missing = open.flatMap(({ settles }) => (settles === null ? [] : [settles - n]));
  if (missing.length === 0 && refused.length === 0) return null;
  const questions = Math.max(0, ...missing);
  const costs = setups.map(({ cost }) => cost);
  const each = costs.reduce<number | null>(
    (sum, cost) => (sum === null || cost === null ? null : sum + cost),
    0,
  );
  return {
    free: refused,
    questions,
    cost: each === null ? null : each * questions,
    settling: open.filter(({ settles }) => settles !== null),
  };
}
