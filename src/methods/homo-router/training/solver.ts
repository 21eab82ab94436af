/** The worker's side of the router: refining, training, the curve and the assignment, off the page. */
import {
  forwarding,
  type RemoteCallback,
  type Settled,
  settle,
} from "../../../shared/rpc/bridge.ts";
import { type CostSaving, costSaving } from "./assign.ts";
import { type Curve, relaxationCurve } from "./curve.ts";
import { type Fit, type FitProgress, type FitRequest, fitRouter } from "./fit.ts";
import type { ProblemFault, RoutingProblem, ScoreMatrix } from "./problem.ts";
import { type RefineSettings, refineLabels } from "./refine.ts";
import { readScores, type ScoreFile, type WriteOptions, writeScores } from "./score-file.ts";
import { examplesOf, type Matching, rescored, type ScoreRow } from "./scores.ts";
import { type Refined, type RouterStudy, readStudy, writeStudy } from "./study.ts";

export interface RefineRequest {
  rows: readonly ScoreRow[];
  toolIds: readonly string[];
  refine: RefineSettings;
}

export interface CurveRequest {
  problem: RoutingProblem;
  /** The true scores; null where they are not known. */
  labels: ScoreMatrix | null;
  /** How many bounds. */
  count: number;
}

export interface SolveRequest {
  problem: RoutingProblem;
  pMin: number;
}

export interface Rescored {
  /** Those that were scored anew; the others are as they were. */
  rows: ScoreRow[];
  /** Rows with scores that cannot be scored anew: their answers are not there. */
  kept: number;
}

/**
 * Every call brings all that it needs, so a worker can be ended and replaced at any time: that is
 * how the page stops a call, as training hears no message meanwhile.
 */
export interface RouterWorker {
  read(text: string, matching: Matching): Promise<Settled<ScoreFile>>;
  write(rows: readonly ScoreRow[], options: WriteOptions): Promise<Settled<string>>;
  rescore(rows: readonly ScoreRow[], matching: Matching): Promise<Settled<Rescored>>;
  readStudy(text: string): Promise<Settled<RouterStudy>>;
  writeStudy(study: RouterStudy): Promise<Settled<string>>;
  refine(request: RefineRequest): Promise<Settled<Refined>>;
  fit(request: FitRequest, onProgress: RemoteCallback<FitProgress>): Promise<Settled<Fit>>;
  curve(request: CurveRequest): Promise<Settled<Curve | ProblemFault>>;
  solve(request: SolveRequest): Promise<Settled<CostSaving>>;
}

export function createRouterWorker(): RouterWorker {
  return {
    read: (text, matching) => settle(() => readScores(text, matching)),
    write: (rows, options) => settle(() => writeScores(rows, options)),
    rescore: (rows, matching) => settle(() => rescoreAll(rows, matching)),
    readStudy: (text) => settle(() => readStudy(text)),
    writeStudy: (study) => settle(() => writeStudy(study)),
    refine: ({ rows, toolIds, refine }) =>
      settle(() => {
        const { examples, dropped } = examplesOf(rows, toolIds);
        return { refinements: refineLabels(examples, refine), dropped };
      }),
    fit: (request, onProgress) =>
      settle(() => forwarding(onProgress, (tell) => fitRouter(request, { onProgress: tell }))),
    curve: ({ problem, labels, count }) => settle(() => relaxationCurve(problem, labels, count)),
    solve: ({ problem, pMin }) => settle(() => costSaving(problem, pMin)),
  };
}

function rescoreAll(rows: readonly ScoreRow[], matching: Matching): Rescored {
  const scored = rows.filter(({ scores }) => Object.keys(scores).length > 0);
  const anew = scored.flatMap((row) => rescored(row, matching) ?? []);
  return { rows: anew, kept: scored.length - anew.length };
}
