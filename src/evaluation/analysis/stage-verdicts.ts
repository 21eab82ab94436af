/** The single source for cards, table, switches, advice and `bench -- returns`. */
import type { Column, Resamples } from "../statistics/resample.ts";
import { shapleyWeights } from "../statistics/shapley.ts";
import { type CostId, type StageVerdict, verdictMetric } from "../types.ts";
import { allSmallOf, stagesOf, switched } from "./combination-ids.ts";
import {
  columnOf,
  combined,
  coversAll,
  metricColumn,
  onlyWhere,
  type ResultTable,
} from "./table.ts";
import { upgradeVerdicts } from "./upgrade-verdicts.ts";

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
  const ids = Array.from({ length: 2 ** stages.length }, (_, bits) =>
    stages.reduce(
      (id, stage, at) => ((bits >> at) & 1 ? switched(id, stage, "L") : id),
      allSmallOf(first),
    ),
  );
  const quality = ids.map((id) => metricColumn(table, id, verdictMetric));
  const costs = ids.map((id) => columnOf(table, id, ({ total }) => total[cost]));
  const common = combined(
    quality,
    quality.map(() => 1),
  );
  const isCostKnown = costs.every((column) => coversAll(column, common));
  const values = (columns: readonly Column[]) =>
    stages.map((_, stage) =>
      onlyWhere(common, combined(columns, shapleyWeights(models, { stage, model: 1 }))),
    );
  const found = upgradeVerdicts(resamples, values(quality), isCostKnown ? values(costs) : null);
  const known = found.flatMap((verdict, at) => {
    const stage = stages[at];
    if (verdict === null || stage === undefined) return [];
    const { deviation: _, ...own } = verdict;
    return [{ stage, ...own }];
  });
  return known.length < stages.length ? null : known;
}
