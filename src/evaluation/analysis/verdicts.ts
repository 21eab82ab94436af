/** All figures use the same questions and resamples. */
import type { Stage } from "../../log/types.ts";
import { setupFigures, setupFlips, setupInteractions } from "../pipelines/factorial.ts";
import { drawResamples, type Resamples } from "../statistics/resample.ts";
import type { CostId, LabBatch, LabResult, MetricId, Verdicts } from "../types.ts";
import { allSmallOf, combinationIds, stagesOf, switched } from "./combination-ids.ts";
import { stageVerdicts } from "./stage-verdicts.ts";
import {
  columnOf,
  combined,
  coversAll,
  isRightOrWrong,
  metricColumn,
  onlyWhere,
  type ResultTable,
  tableOf,
} from "./table.ts";

/** Null until all combinations have answered at least one common question. */
export function verdictsOf(
  table: ResultTable,
  resamples: Resamples,
  by: { metric: MetricId; cost: CostId },
  combinations: readonly string[],
): Verdicts | null {
  const [first] = combinations;
  if (first === undefined) return null;
  const stages = stagesOf(first);
  const models = stages.map(() => 2);
  const ids = idsOf(allSmallOf(first), stages);
  const { columns, n } = columnsOf(table, by, ids);
  const verdicts = n === 0 ? null : stageVerdicts(table, resamples, by.cost, combinations);
  if (verdicts === null) return null;
  const world = { models, ...columns, resamples, isBinary: isRightOrWrong(by.metric) };
  const idOf = (setup: number) => ids[setup] ?? first;
  const stageOf = ({ stage }: { stage: number }) => stages[stage] ?? "plan";
  return {
    ...by,
    n,
    stages: verdicts,
    corners: setupFigures(world)
      .map(({ setup, ...figures }) => ({ id: idOf(setup), ...figures }))
      .sort((a, b) => smallFirst(a.id, b.id)),
    flips: setupFlips(world)
      .map(({ model: _, ...flip }) => ({
        ...flip,
        stage: stageOf(flip),
        from: idOf(flip.from),
        to: idOf(flip.to),
      }))
      .sort(
        (a, b) => stages.indexOf(a.stage) - stages.indexOf(b.stage) || smallFirst(a.from, b.from),
      ),
    interactions: setupInteractions(world).map(({ one, other, ...figures }) => ({
      stage: stageOf(one),
      other: stageOf(other),
      ...figures,
    })),
  };
}

/** SSS, SSL, SLS, …, LLL. */
function smallFirst(a: string, b: string): number {
  return a < b ? 1 : a > b ? -1 : 0;
}

export const verdictRounds = 1000;

/** Computes them as the page does, so that printed tables agree. */
export function reportVerdicts(
  batch: LabBatch,
  results: readonly LabResult[],
  by: { metric: MetricId; cost: CostId },
): Verdicts | null {
  const table = tableOf(batch, results);
  const resamples = drawResamples(table.questions.length, verdictRounds, batch.seed);
  return verdictsOf(table, resamples, by, combinationIds(batch.configurations));
}

/** The first stage is the lowest bit, as in `setupOf`. */
function idsOf(base: string, stages: readonly Stage[]): string[] {
  return Array.from({ length: 2 ** stages.length }, (_, bits) =>
    stages.reduce((id, stage, at) => ((bits >> at) & 1 ? switched(id, stage, "L") : id), base),
  );
}

/** On the questions that all have answered. */
function columnsOf(
  table: ResultTable,
  by: { metric: MetricId; cost: CostId },
  ids: readonly string[],
) {
  const scored = ids.map((id) => metricColumn(table, id, by.metric));
  const common = combined(
    scored,
    scored.map(() => 1),
  );
  const quality = scored.map((column) => onlyWhere(common, column));
  const cost = ids.map((id) => {
    const column = columnOf(table, id, ({ total }) => total[by.cost]);
    return coversAll(column, common) ? onlyWhere(common, column) : null;
  });
  return { columns: { quality, cost }, n: common.filter((value) => !Number.isNaN(value)).length };
}
