/** A batch with its ceilings: the configurations of the oracle, which stand apart from those that can be used. */
import { type Stage, stages } from "../../log/types.ts";
import type { LabBatch } from "../types.ts";

/** A batch as it is run: what it compares, and its ceilings. */
export function withCeilings(batch: LabBatch): LabBatch {
  const { configurations, ceilings } = batch;
  return ceilings === undefined
    ? batch
    : { ...batch, configurations: [...configurations, ...ceilings.configurations] };
}

/** The stages that are perfect in any of its ceilings: a question is asked in all of them or in none. */
export function perfectStages({ ceilings }: Pick<LabBatch, "ceilings">): Stage[] {
  const ids = ceilings?.configurations.map(({ id }) => id) ?? [];
  return stages.filter((_, at) => ids.some((id) => id[at] === "O"));
}

/** How many results a batch comes to: a question without gold has none in a ceiling. */
export function resultsWanted({ questionCount, configurations, ceilings }: LabBatch): number {
  const skipped = Object.values(ceilings?.skipped ?? {}).reduce((sum, one) => sum + one, 0);
  return (
    questionCount * configurations.length +
    (questionCount - skipped) * (ceilings?.configurations.length ?? 0)
  );
}
