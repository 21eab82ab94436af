/**
 * The worker's side of the analysis: keeps a batch's results, so that they cross only once. They
 * come in pieces, because copying all of them at once would hold the page up.
 */

import { type AnalysisChoice, analyse } from "../../evaluation/analysis/analyse.ts";
import { type PackedResults, unpackResults } from "../../evaluation/analysis/columnar-results.ts";
import type { LabAnalysis, LabBatch, LabResult } from "../../evaluation/types.ts";
import { AppError } from "../../log/errors.ts";
import { type Settled, settle } from "../../shared/rpc/bridge.ts";

export interface LabWorker {
  /** Forgets what was there before. */
  begin(batch: LabBatch): Promise<Settled<void>>;
  add(results: PackedResults): Promise<Settled<void>>;
  analyse(choice: AnalysisChoice): Promise<Settled<LabAnalysis>>;
}

export function createLabWorker(): LabWorker {
  let loaded: { batch: LabBatch; results: LabResult[] } | null = null;
  const begun = () => {
    if (loaded === null) throw new AppError("internal", { message: "no results were loaded" });
    return loaded;
  };
  return {
    begin: (batch) =>
      settle(() => {
        loaded = { batch, results: [] };
      }),
    add: (packed) =>
      settle(() => {
        const { results } = begun();
        for (const result of unpackResults(packed)) results.push(result);
      }),
    analyse: (choice) =>
      settle(() => {
        const { batch, results } = begun();
        return analyse(batch, results, choice);
      }),
  };
}
