/** All figures use the same questions and resamples. */
import { setupFigures, setupFlips, setupInteractions } from "../pipelines/factorial.ts";
import { drawResamples, type Resamples } from "../statistics/resample.ts";
import type { CostId, LabBatch, LabResult, MetricId, Verdicts } from "../types.ts";
import { combinationIds, setupIds, stagesOf } from "./combination-ids.ts";
import { setupColumns } from "./setup-columns.ts";
import { stageVerdicts } from "./stage-verdicts.ts";
import { isRightOrWrong, type ResultTable, tableOf } from "./table.ts";

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
  const ids = setupIds(first);
  const columns = setupColumns(table, by, ids);
  const verdicts = columns === null ? null : stageVerdicts(table, resamples, by.cost, combinations);
  if (columns === null || verdicts === null) return null;
  const isBinary = isRightOrWrong(by.metric) && !table.isPartial;
  const world = { models, ...columns, resamples, isBinary };
  const idOf = (setup: number) => ids[setup] ?? first;
  const stageOf = ({ stage }: { stage: number }) => stages[stage] ?? "plan";
  return {
    ...by,
    n: (columns.quality[0] ?? new Float64Array()).filter((one) => !Number.isNaN(one)).length,
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
