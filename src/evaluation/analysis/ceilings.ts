/** A perfect stage's gain: its Shapley value over the combinations with the oracle. */
import type { Stage } from "../../log/types.ts";
import { withCeilings } from "../oracle/batch.ts";
import { singleSamples } from "../statistics/estimate.ts";
import { type Column, drawResamples, type Resamples } from "../statistics/resample.ts";
import { shapleyWeights } from "../statistics/shapley.ts";
import {
  type Ceiling,
  type Interval,
  type LabBatch,
  type LabResult,
  verdictMetric,
} from "../types.ts";
import { stagesOf, switched } from "./combination-ids.ts";
import { combined, metricColumn, onlyWhere, tableOf } from "./table.ts";
import { gainOf } from "./upgrade-verdicts.ts";
import { verdictRounds } from "./verdicts.ts";

export function reportCeilings(batch: LabBatch, results: readonly LabResult[]): Ceiling[] {
  const { questions } = tableOf(batch, results);
  return ceilingsOf(batch, results, drawResamples(questions.length, verdictRounds, batch.seed));
}

/** Uses F1, like the verdicts. */
export function ceilingsOf(
  batch: LabBatch,
  results: readonly LabResult[],
  resamples: Resamples,
): Ceiling[] {
  const ids = batch.ceilings?.configurations.map(({ id }) => id) ?? [];
  const [first] = ids;
  if (first === undefined) return [];
  const base = first.replaceAll("O", "S");
  const perfect = stagesOf(base).filter((stage) => ids.includes(switched(base, stage, "O")));
  const table = tableOf(withCeilings(batch), results);
  const columnsBy = (letter: "O" | "L") =>
    combinationsOf(base, perfect, letter).map((id) => metricColumn(table, id, verdictMetric));
  const [tried, model] = [columnsBy("O"), columnsBy("L")];
  return perfect.flatMap((stage, at): Ceiling[] => {
    const weights = shapleyWeights(
      perfect.map(() => 2),
      { stage: at, model: 1 },
    );
    const column = combined(tried, weights);
    const gain = shapleyOf(resamples, column);
    if (gain === null) return [];
    const ofModel = shapleyOf(resamples, onlyWhere(column, combined(model, weights)));
    return [{ stage, gain, model: ofModel?.n === gain.n ? ofModel : null }];
  });
}

function combinationsOf(base: string, stages: readonly Stage[], letter: "O" | "L"): string[] {
  return Array.from({ length: 2 ** stages.length }, (_, bits) =>
    stages.reduce((id, stage, at) => ((bits >> at) & 1 ? switched(id, stage, letter) : id), base),
  );
}

function shapleyOf(resamples: Resamples, column: Column): Interval | null {
  return gainOf(singleSamples(resamples, [column])[0]);
}
