import { type Stage, stages } from "../../log/types.ts";
import type { LabBatch } from "../types.ts";

export function withCeilings(batch: LabBatch): LabBatch {
  const { configurations, ceilings } = batch;
  return ceilings === undefined
    ? batch
    : { ...batch, configurations: [...configurations, ...ceilings.configurations] };
}

/** A question is asked in all of these or in none. */
export function perfectStages({ ceilings }: Pick<LabBatch, "ceilings">): Stage[] {
  const ids = ceilings?.configurations.map(({ id }) => id) ?? [];
  return stages.filter((_, at) => ids.some((id) => id[at] === "O"));
}

export function resultsWanted(batch: LabBatch): number {
  const { questionCount, configurations, ceilings, spared = 0 } = batch;
  const skipped = Object.values(ceilings?.skipped ?? {}).reduce((sum, one) => sum + one, 0);
  return (
    questionCount * configurations.length +
    (questionCount - skipped) * (ceilings?.configurations.length ?? 0) -
    spared
  );
}
