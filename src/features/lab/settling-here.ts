import type { Settling } from "../../evaluation/batch/settling.ts";
import type { LabBatch, LabResult } from "../../evaluation/types.ts";
import type { LabHost } from "./host.ts";

/** Null for a batch that asks everything. */
export async function settlingHere(
  { lab: { storage }, settling }: Pick<LabHost, "lab" | "settling">,
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
  return settling(batch, questions, results);
}
