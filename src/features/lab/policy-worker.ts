/** The worker's side of learning from a report. */
import { type PackedResults, unpackResults } from "../../evaluation/analysis/columnar-results.ts";
import { actionTable, type TableRequest } from "../../evaluation/policy/actions.ts";
import type { LearnProgress, LearnSettings } from "../../evaluation/policy/learn.ts";
import type { ActionPolicy } from "../../evaluation/policy/policy.ts";
import { learnPolicy } from "../../evaluation/policy/study.ts";
import { forwarding, type RemoteCallback, type Settled, settle } from "../../shared/rpc/bridge.ts";

export type LearnRequest = Pick<TableRequest, "batch" | "questions" | "metric" | "results"> & {
  actions: readonly string[];
};

export type PackedRequest = Omit<LearnRequest, "results"> & { results: readonly PackedResults[] };

export interface PolicyWorker {
  learn(
    request: PackedRequest,
    onProgress: RemoteCallback<LearnProgress>,
  ): Promise<Settled<ActionPolicy>>;
}

export function createPolicyWorker(): PolicyWorker {
  return {
    learn: ({ results, ...request }, onProgress) =>
      settle(() =>
        forwarding(onProgress, (tell) =>
          learnFrom({ ...request, results: results.flatMap((some) => unpackResults(some)) }, tell),
        ),
      ),
  };
}

/**
 * Throws `policy-data-invalid`. Costs are in dollars, as Ask weighs them. No vectors: the default
 * policies do not use them if the runs have features.
 */
export function learnFrom(
  request: LearnRequest,
  onProgress: (progress: LearnProgress) => void,
  settings?: LearnSettings,
): ActionPolicy {
  const table = actionTable({ ...request, cost: "usd" });
  const by = settings === undefined ? {} : { settings };
  return learnPolicy({ table, encoder: null, compared: [], ...by }, { onProgress }).policy;
}
