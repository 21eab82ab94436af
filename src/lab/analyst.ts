/** The worker's side of the analysis: keeps a batch's results, so that they cross only once. */
import { AppError } from "../core/errors.ts";
import { type Settled, settle } from "../workers/bridge.ts";
import { type AnalysisChoice, analyse } from "./analysis/analyse.ts";
import type { LabAnalysis, LabBatch, LabResult } from "./types.ts";

export interface LabWorker {
  load(batch: LabBatch, results: readonly LabResult[]): Promise<Settled<void>>;
  analyse(choice: AnalysisChoice): Promise<Settled<LabAnalysis>>;
}

export function createLabWorker(): LabWorker {
  let loaded: { batch: LabBatch; results: readonly LabResult[] } | null = null;
  return {
    load: (batch, results) =>
      settle(() => {
        loaded = { batch, results };
      }),
    analyse: (choice) =>
      settle(() => {
        if (loaded === null) throw new AppError("internal", { message: "no results were loaded" });
        return analyse(loaded.batch, loaded.results, choice);
      }),
  };
}
