/** The worker's side of a file of another agent's runs: reads it, and keeps its table. */

import {
  analysePipeline,
  type PipelineAnalysis,
} from "../../evaluation/pipelines/analyse-pipeline.ts";
import { type NextRuns, nextRuns } from "../../evaluation/pipelines/next.ts";
import {
  type QuestionScores,
  questionScores,
  ranIn,
  type ScoreChoice,
  scoreRows,
} from "../../evaluation/pipelines/question-scores.ts";
import type { PipelineFormat } from "../../evaluation/pipelines/read/formats.ts";
import type { Mapping } from "../../evaluation/pipelines/read/mapping.ts";
import type { Unreadable } from "../../evaluation/pipelines/read/parts.ts";
import { openPipeline } from "../../evaluation/pipelines/read/read-pipeline.ts";
import {
  knownCosts,
  type PipelineCost,
  type PipelineTable,
  pipelineTable,
  type Unfit,
} from "../../evaluation/pipelines/runs.ts";
import { type TurnedQuestion, turnedQuestions } from "../../evaluation/pipelines/turned.ts";
import { AppError } from "../../log/errors.ts";
import { forwarding, type RemoteCallback, type Settled, settle } from "../../shared/rpc/bridge.ts";

/** `total` is 0 while it is not known. */
export interface PipelineStep {
  phase: "file" | "rows" | "figures";
  done: number;
  total: number;
}

export interface PipelineRead {
  format: PipelineFormat;
  columns: readonly string[];
  /** The first value of each column. */
  examples: readonly string[];
  mapping: Mapping | null;
  runs: number;
  /** The first of them. */
  bad: readonly Unreadable[];
  badCount: number;
  unfit: Unfit | null;
}

export interface PipelineReport {
  table: Pick<PipelineTable, "stages" | "fixed" | "runs"> & {
    questions: number;
    /** Questions that each setup ran. */
    ran: readonly number[];
    /** Whether a setup ran a question more than once. */
    hasRepeats: boolean;
  };
  /** Whether all scores are from 0 to 1, and are shown in points. */
  isShare: boolean;
  /** Known of every run. */
  costs: readonly PipelineCost[];
  analysis: PipelineAnalysis;
  next: NextRuns | null;
}

export interface PipelineWorker {
  read(
    file: Blob,
    mapping: Mapping | null,
    onStep: RemoteCallback<PipelineStep>,
  ): Promise<Settled<PipelineRead>>;
  /** `cost` null: the first that is known. */
  analyse(
    cost: PipelineCost | null,
    onStep: RemoteCallback<PipelineStep>,
  ): Promise<Settled<PipelineReport>>;
  /** Questions that both setups answered. */
  turned(from: number, to: number): Promise<Settled<TurnedQuestion[]>>;
  /** Places of the questions in a grid, in its order. */
  rows(choice: ScoreChoice): Promise<Settled<Uint32Array>>;
  scores(places: Uint32Array, setups: readonly number[]): Promise<Settled<QuestionScores>>;
}

/** More are counted, and not listed. */
const mostBad = 1000;

export function createPipelineWorker(): PipelineWorker {
  let table: PipelineTable | null = null;
  const opened = () => {
    if (table === null) throw new AppError("internal", { message: "no runs were read" });
    return table;
  };
  return {
    read: (file, mapping, onStep) =>
      settle(() =>
        forwarding(onStep, async (tell): Promise<PipelineRead> => {
          tell({ phase: "file", done: 0, total: 0 });
          const { runs, bad, ...read } = await openPipeline(file, {
            ...(mapping === null ? {} : { mapping }),
            tell: (done, total) => tell({ phase: "rows", done, total }),
          });
          const made = pipelineTable(runs);
          const unfit = "reason" in made ? made : null;
          table = "reason" in made ? null : made;
          const counts = { runs: runs.runs.length, badCount: bad.length };
          return { ...read, ...counts, bad: bad.slice(0, mostBad), unfit };
        }),
      ),
    analyse: (cost, onStep) =>
      settle(() =>
        forwarding(onStep, (tell) =>
          reported(opened(), cost, (done, total) => tell({ phase: "figures", done, total })),
        ),
      ),
    turned: (from, to) => settle(() => turnedQuestions(opened(), from, to)),
    rows: (choice) => settle(() => scoreRows(opened(), choice)),
    scores: (places, setups) => settle(() => questionScores(opened(), places, setups)),
  };
}

function reported(
  table: PipelineTable,
  asked: PipelineCost | null,
  tell: (done: number, total: number) => void,
): PipelineReport {
  const costs = knownCosts(table);
  const cost = asked ?? costs[0] ?? "usd";
  const analysis = analysePipeline(table, { cost, tell });
  const { stages, fixed, runs, questions, quality } = table;
  const ran = ranIn(table);
  const hasRepeats = ran.reduce((sum, one) => sum + one, 0) < runs;
  return {
    table: { stages, fixed, runs, questions: questions.length, ran, hasRepeats },
    isShare: quality.every((column) => column.every((one) => !(one < 0 || one > 1))),
    costs,
    analysis,
    next: nextRuns(analysis),
  };
}
