/** Scores and costs of all setups on the same questions. */
import { designOf, isDetermined } from "../pipelines/design.ts";
import { upgradesOf } from "../pipelines/factorial.ts";
import { filled } from "../pipelines/fill.ts";
import type { Column } from "../statistics/resample.ts";
import { shapleyWeights } from "../statistics/shapley.ts";
import type { CostId, MetricId } from "../types.ts";
import {
  columnOf,
  combined,
  coversAll,
  metricColumn,
  onlyWhere,
  type ResultTable,
} from "./table.ts";

export interface SetupColumnsOf {
  quality: readonly Column[];
  /** Null where one is unknown. */
  cost: readonly (Column | null)[];
}

/**
 * On the questions that all have answered. Of a partial table on those that compare setups, by
 * `filled`. Null if there are none.
 */
export function setupColumns(
  table: ResultTable,
  by: { metric: MetricId; cost: CostId },
  ids: readonly string[],
): SetupColumnsOf | null {
  const scored = ids.map((id) => metricColumn(table, id, by.metric));
  const costs = ids.map((id) => columnOf(table, id, ({ total }) => total[by.cost]));
  if (table.isPartial) return fromPartial(scored, costs);
  const common = combined(
    scored,
    scored.map(() => 1),
  );
  if (common.every(Number.isNaN)) return null;
  return {
    quality: scored.map((column) => onlyWhere(common, column)),
    cost: costs.map((column) => (coversAll(column, common) ? onlyWhere(common, column) : null)),
  };
}

function fromPartial(scored: readonly Column[], costs: readonly Column[]): SetupColumnsOf | null {
  const models = Array.from({ length: Math.log2(scored.length) }, () => 2);
  const design = designOf(models, scored);
  const isKnown = upgradesOf(models).every((upgrade) =>
    isDetermined(design, shapleyWeights(models, upgrade)),
  );
  if (!isKnown) return null;
  const areKnown = costs.every((column, at) => coversAll(column, scored[at] ?? column));
  return {
    quality: filled(design, scored),
    cost: areKnown ? filled(design, costs) : costs.map(() => null),
  };
}
