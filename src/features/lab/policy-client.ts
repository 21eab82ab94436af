/** The page's side of learning from a report: one worker per call. */
import * as Comlink from "comlink";
import { type PackedResults, packResults } from "../../evaluation/analysis/columnar-results.ts";
import type { LearnProgress } from "../../evaluation/policy/learn.ts";
import type { ActionPolicy } from "../../evaluation/policy/policy.ts";
import type { LabResult } from "../../evaluation/types.ts";
import { AppError } from "../../log/errors.ts";
import type { StopSignal } from "../../runtime/ports.ts";
import { type WorkerLike, WorkerLink } from "../../shared/rpc/bridge.ts";
import { yieldToMain } from "../../shared/yield-to-main.ts";
import type { LearnRequest, PolicyWorker } from "./policy-worker.ts";

export type PolicyLearner = (
  request: LearnRequest,
  signal: StopSignal,
  onProgress: (progress: LearnProgress) => void,
) => Promise<ActionPolicy>;

/** Results packed per message: takes a few milliseconds. */
const piece = 2000;

function startWorker(): WorkerLike {
  return new Worker(new URL("./policy.worker.ts", import.meta.url), {
    type: "module",
    name: "policy",
  });
}

/**
 * The learner throws AppError; `stopped` as soon as the signal aborts, by ending the worker, which
 * reads no messages while training.
 */
export function createPolicyLearner(createWorker: () => WorkerLike = startWorker): PolicyLearner {
  return async (request, signal, onProgress) => {
    const results = await packed(request.results);
    if (signal.aborted) throw new AppError("stopped");
    const link = new WorkerLink<PolicyWorker>(createWorker());
    const stop = () => link.end(new AppError("stopped"));
    signal.addEventListener("abort", stop);
    try {
      return await link.call(() =>
        link.remote.learn(
          Comlink.transfer(
            { ...request, results },
            results.map(({ numbers }) => numbers.buffer),
          ),
          Comlink.proxy(onProgress),
        ),
      );
    } finally {
      signal.removeEventListener("abort", stop);
      stop();
    }
  };
}

async function packed(results: readonly LabResult[]): Promise<PackedResults[]> {
  const pieces: PackedResults[] = [];
  for (let first = 0; first < results.length; first += piece) {
    pieces.push(packResults(results.slice(first, first + piece)));
    await yieldToMain();
  }
  return pieces;
}
