/** The worker's side of learning from a report. */
import { type PackedResults, unpackResults } from "../../evaluation/analysis/columnar-results.ts";
import { actionTable, type TableRequest } from "../../evaluation/policy/actions.ts";
import type { LearnProgress, LearnSettings } from "../../evaluation/policy/learn.ts";
import type { ActionPolicy } from "../../evaluation/policy/policy.ts";
import { learnPolicy } from "../../evaluation/policy/study.ts";
import { forwarding, type RemoteCallback, type Settled, settle } from "../../shared/rpc/bridge.ts";

export type LearnRequest = Pick<TableRequest, "batch" | "questions" | "metric" | "results"> & {
  /** Ids of the configurations to choose between. */
  actions: readonly string[];
};

/** As it crosses to the worker. */
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

/** Throws `policy-data-invalid`. Ask weighs dollars. No vectors: by default no policy goes by them where the runs tell anything. */
export function learnFrom(
  request: LearnRequest,
  onProgress: (progress: LearnProgress) => void,
  settings?: LearnSettings,
): ActionPolicy {
  const table = actionTable({ ...request, cost: "usd" });
  const by = settings === undefined ? {} : { settings };
  return learnPolicy({ table, encoder: null, compared: [], ...by }, { onProgress }).policy;
}
