import { type Settling, settlingOf } from "../../evaluation/batch/settling.ts";
import type { LabBatch, LabResult } from "../../evaluation/types.ts";
import type { LabStorage } from "../../storage/lab.ts";

/** Null for a batch that asks everything. */
export async function settlingHere(
  storage: Pick<LabStorage, "questions" | "results">,
  batch: LabBatch,
): Promise<Settling | null> {
  if (batch.untilSettled !== true) return null;
  const questions: string[] = [];
  for await (const rows of storage.questions(batch.id)) {
    for (const { id } of rows) questions.push(id);
  }
  const results: LabResult[] = [];
  for await (const piece of storage.results(batch.id)) {
    for (const result of piece) results.push(result);
  }
  return settlingOf(batch, questions, results);
}
