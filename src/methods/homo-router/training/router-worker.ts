import {
  forwarding,
  type RemoteCallback,
  type Settled,
  settle,
} from "../../../shared/rpc/bridge.ts";
import { type Curve, relaxationCurve } from "./curve.ts";
import { type Fit, type FitProgress, type FitRequest, fitRouter } from "./fit.ts";
import type { ProblemFault, RoutingProblem, ScoreMatrix } from "./problem.ts";
import { readScores, type ScoreFile, type WriteOptions, writeScores } from "./score-file.ts";
import type { Matching, ScoreRow } from "./scores.ts";
import { type RouterStudy, readStudy, writeStudy } from "./study.ts";

export interface CurveRequest {
  problem: RoutingProblem;
  /** True scores; null if unknown. */
  labels: ScoreMatrix | null;
  count: number;
}

/**
 * Every call brings all its data, so the page can stop one by replacing the worker: training
 * receives no messages.
 */
export interface RouterWorker {
  read(text: string, matching: Matching): Promise<Settled<ScoreFile>>;
  write(rows: readonly ScoreRow[], options: WriteOptions): Promise<Settled<string>>;
  readStudy(text: string): Promise<Settled<RouterStudy>>;
  writeStudy(study: RouterStudy): Promise<Settled<string>>;
  fit(request: FitRequest, onProgress: RemoteCallback<FitProgress>): Promise<Settled<Fit>>;
  curve(request: CurveRequest): Promise<Settled<Curve | ProblemFault>>;
}

export function createRouterWorker(): RouterWorker {
  return {
    read: (text, matching) => settle(() => readScores(text, matching)),
    write: (rows, options) => settle(() => writeScores(rows, options)),
    readStudy: (text) => settle(() => readStudy(text)),
    writeStudy: (study) => settle(() => writeStudy(study)),
    fit: (request, onProgress) =>
      settle(() => forwarding(onProgress, (tell) => fitRouter(request, { onProgress: tell }))),
    curve: ({ problem, labels, count }) => settle(() => relaxationCurve(problem, labels, count)),
  };
}
