/** The single source for cards, table, switches, advice and `bench -- returns`. */
import { earlyAlpha } from "../pipelines/sequential.ts";
import type { Column, Resamples } from "../statistics/resample.ts";
import { shapleyWeights } from "../statistics/shapley.ts";
import { type CostId, type StageVerdict, verdictMetric } from "../types.ts";
import { setupIds, stagesOf } from "./combination-ids.ts";
import { setupColumns } from "./setup-columns.ts";
import { combined, type ResultTable } from "./table.ts";
import { alpha, upgradeVerdicts } from "./upgrade-verdicts.ts";

export function stageVerdicts(
  table: ResultTable,
  resamples: Resamples,
  cost: CostId,
  combinations: readonly string[],
): StageVerdict[] | null {
  const [first] = combinations;
  if (first === undefined) return null;
  const stages = stagesOf(first);
  const models = stages.map(() => 2);
  const columns = setupColumns(table, { metric: verdictMetric, cost }, setupIds(first));
  if (columns === null) return null;
  const values = (of: readonly Column[]) =>
    stages.map((_, stage) => combined(of, shapleyWeights(models, { stage, model: 1 })));
  const costs = columns.cost.filter((column) => column !== null);
  const found = upgradeVerdicts(
    resamples,
    values(columns.quality),
    costs.length < columns.cost.length ? null : values(costs),
    { level: table.isPartial ? earlyAlpha : alpha },
  );
  const known = found.flatMap((verdict, at) => {
    const stage = stages[at];
    if (verdict === null || stage === undefined) return [];
    const { deviation: _, ...own } = verdict;
    return [{ stage, ...own }];
  });
  return known.length < stages.length ? null : known;
}
