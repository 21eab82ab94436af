/** The worker's side of learning from a report: trains, cross-validates and resamples. */
import { type PackedResults, unpackResults } from "../../evaluation/analysis/columnar-results.ts";
import { actionTable, type TableRequest } from "../../evaluation/policy/actions.ts";
import type { Outside } from "../../evaluation/policy/curve.ts";
import type { Design, LearnProgress, LearnSettings } from "../../evaluation/policy/learn.ts";
import type { ActionPolicy } from "../../evaluation/policy/policy.ts";
import { learnPolicy, type PolicyStudy } from "../../evaluation/policy/study.ts";
import { forwarding, type RemoteCallback, type Settled, settle } from "../../shared/rpc/bridge.ts";

export interface LearnRequest
  extends Pick<TableRequest, "batch" | "questions" | "metric" | "cost" | "results"> {
  actions: readonly string[];
  /** Null leaves it to what cross-validates best. */
  design: Design | null;
  /** Null: no question has one. */
  vectors: ReadonlyMap<string, Float32Array> | null;
  /** `id@sha256` of what the vectors are of. */
  encoder: string | null;
  outside: readonly Outside[];
}

export interface Learnt {
  study: PolicyStudy;
  policy: ActionPolicy;
}

/** As it crosses to the worker. */
export type PackedRequest = Omit<LearnRequest, "results"> & { results: readonly PackedResults[] };

export interface PolicyWorker {
  learn(
    request: PackedRequest,
    onProgress: RemoteCallback<LearnProgress>,
  ): Promise<Settled<Learnt>>;
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

/** Throws `policy-data-invalid`. */
export function learnFrom(
  { design, vectors, encoder, outside, ...report }: LearnRequest,
  onProgress: (progress: LearnProgress) => void,
  settings?: LearnSettings,
): Learnt {
  const table = actionTable({ ...report, ...(vectors === null ? {} : { vectors }) });
  return learnPolicy(
    {
      table,
      encoder,
      outside,
      ...(design === null ? {} : { design }),
      ...(settings === undefined ? {} : { settings }),
    },
    { onProgress },
  );
}
