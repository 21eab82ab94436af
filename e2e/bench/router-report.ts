/**
 * HomoRouter's figures: `npm run bench -- router --report FILE.lab.json[.gz] [--test
 * FILE.lab.json[.gz]] [--prices none=0,bm25=1,…] [--metric f1] [--alpha 0.5] [--k 2] [--heads
 * mlp|linear] [--epochs 20] [--bound P_MIN]`. On unseen questions: held-out fifths, or --test.
 */
import { basename } from "node:path";
import { markdownTable } from "../../src/cli/eval/markdown-table.ts";
import { readReportFile } from "../../src/cli/report-file.ts";
import { routerCosts } from "../../src/evaluation/router/costs.ts";
import { type PairFigures, routerFigures } from "../../src/evaluation/router/figures.ts";
import { scoreRowsIn, toolsIn } from "../../src/evaluation/router/report-rows.ts";
import { percent, signedPercent } from "../../src/evaluation/statistics/interval.ts";
import type { Interval, MetricId } from "../../src/evaluation/types.ts";
import { costSaving } from "../../src/methods/homo-router/training/assign.ts";
import { relaxationCurve } from "../../src/methods/homo-router/training/curve.ts";
import {
  meanAbsoluteError,
  pairAccuracy,
  topAccuracy,
} from "../../src/methods/homo-router/training/metrics.ts";
import {
  defaultTrain,
  type TrainSettings,
} from "../../src/methods/homo-router/training/predictor.ts";
import {
  type Outcome,
  outcomeOf,
  type RoutingProblem,
} from "../../src/methods/homo-router/training/problem.ts";
import {
  type Refinement,
  refineLabels,
  summariseRefinement,
} from "../../src/methods/homo-router/training/refine.ts";
import { examplesOf, type ScoreRow } from "../../src/methods/homo-router/training/scores.ts";
import { runTrials, type Trials } from "../../src/methods/homo-router/training/trials.ts";
import { loadEncoder } from "../../src/node/node-ports.ts";
import { figure } from "./table.ts";

export interface ReportRequest {
  report: string;
  test: string | null;
  prices: Readonly<Record<string, number>>;
  metric: MetricId;
  alpha: number;
  k: number;
  heads: TrainSettings["heads"];
  epochs: number;
  bound: number | null;
}

const sweep = [0, 0.2, 0.4, 0.5, 0.6, 0.8, 1];
const seed = 42;
const folds = 5;
const curvePoints = 11;
const shownChanges = 12;
/** It cannot collide with a report's name. */
const tested = "--test";

export async function routerReport(request: ReportRequest): Promise<void> {
  const { report, test, metric } = request;
  const first = await readReportFile(report);
  const own = scoreRowsIn(first, metric);
  const texts = new Set(own.map(({ question }) => question));
  const other =
    test === null
      ? []
      : scoreRowsIn(await readReportFile(test), metric)
          .filter(({ question }) => !texts.has(question))
          .map((row) => ({ ...row, id: `${tested}/${row.id}`, set: tested }));
  const rows = await embedded([...own, ...other]);
  const toolIds = toolsIn(first.batch);
  const { alpha, k, heads, epochs } = request;
  const alphas = [alpha, ...sweep.filter((one) => one !== alpha)];
  const trials = runTrials({
    rows,
    toolIds,
    k,
    alphas,
    train: { ...defaultTrain, heads, epochs },
    seed,
    folds,
    testOn: test === null ? null : tested,
  });
  const { large, small, encoder } = first.batch.models;
  console.log(
    `${basename(report)}: ${first.batch.set}, ${own.length} questions; answers by ${large ?? small}, ` +
      `vectors by ${encoder}; label and accuracy: ${metric}. Trained on ${trials.trainedOn}, tested on ` +
      `${trials.questions.length} ${test === null ? `of them, in ${folds} folds` : `of ${basename(test)}`}; ` +
      `${trials.dropped.length} dropped; k = ${k}, heads ${heads}, ${epochs} epochs, seed ${seed}.\n`,
  );
  printRefinement(rows, toolIds, request);
  printFigures(trials, request);
}

function printRefinement(
  rows: readonly ScoreRow[],
  toolIds: readonly string[],
  { k, alpha }: ReportRequest,
): void {
  const refined = refineLabels(examplesOf(rows, toolIds).examples, { k, alpha });
  const { questions, meanChange, bestChanged } = summariseRefinement(refined);
  console.log(
    `Refinement: the scores of ${questions} questions move by ${meanChange.toFixed(3)} on average; ` +
      `${bestChanged} get another best tool.\n`,
  );
  const texts = new Map(rows.map(({ id, question }) => [id, question]));
  const change = ({ raw, refined: now }: Refinement) =>
    raw.reduce((sum, label, tool) => sum + Math.abs((now[tool] ?? label) - label), 0);
  console.log(
    `${markdownTable(
      ["moves most", ...toolIds, "neighbours"],
      refined
        .toSorted((a, b) => change(b) - change(a))
        .slice(0, shownChanges)
        .map(({ id, raw, refined: now, neighbours }) => [
          texts.get(id) ?? id,
          ...raw.map((label, tool) => `${label.toFixed(2)} → ${(now[tool] ?? label).toFixed(2)}`),
          neighbours.map((one) => `${one.question} (${one.similarity.toFixed(2)})`).join("; "),
        ]),
    )}\n`,
  );
}

async function embedded(rows: readonly ScoreRow[]): Promise<ScoreRow[]> {
  const encoder = await loadEncoder(2);
  try {
    const texts = rows.map(({ question }) => question);
    const vectors = await encoder.embed(texts, new AbortController().signal);
    return rows.map((row, index) => ({ ...row, vector: vectors[index] ?? null }));
  } finally {
    await encoder.dispose();
  }
}

function printFigures(trials: Trials, request: ReportRequest): void {
  const { toolIds, labels } = trials;
  const figures = routerFigures(trials);
  const prices = toolIds.map((id) => request.prices[id] ?? null);
  const costs = routerCosts(trials, prices);
  const money = (cost: number | null | undefined) => (cost == null ? "—" : figure(cost));
  const scored = (name: string, accuracy: Interval, j: Interval | null, cost?: number | null) => [
    name,
    percent(accuracy),
    j === null ? "—" : precise(j),
    money(cost),
  ];
  const trialRow = (alpha: number, name: string) => {
    const index = figures.trials.findIndex((trial) => trial.alpha === alpha);
    const trial = figures.trials[index];
    return trial === undefined ? [] : [scored(name, trial.accuracy, trial.j, costs.trials[index])];
  };
  console.log(
    markdownTable(
      [`n = ${figures.questions}`, "accuracy, %", "J", "cost per 1,000"],
      [
        scored("random", figures.random, null, costs.random),
        ...toolIds.map((id, tool) =>
          scored(`always ${id}`, figures.fixed[tool] ?? figures.random, null, costs.fixed[tool]),
        ),
        ...trialRow(request.alpha, `router, α = ${request.alpha}`),
        ...trialRow(1, "without refinement"),
        scored("oracle", figures.oracle, null, costs.oracle),
      ],
    ),
  );
  const gains = [
    ...toolIds.map((id, tool) => [`always ${id}`, figures.overFixed[tool]] as const),
    ...figures.trials
      .slice(1)
      .flatMap(({ alpha }, place) =>
        alpha === 1 ? [["without refinement", figures.overTrials[place]] as const] : [],
      ),
  ];
  console.log(
    `\n${markdownTable(
      ["the router over", "points, paired"],
      gains.map(([name, gain]) => [name, gain === undefined ? "—" : signedPercent(gain)]),
    )}`,
  );
  console.log(
    `\n${markdownTable(
      ["α", "accuracy, %", "J"],
      figures.trials
        .toSorted((a, b) => a.alpha - b.alpha)
        .map(({ alpha, accuracy, j }) => [String(alpha), percent(accuracy), precise(j)]),
    )}`,
  );
  const [own] = trials.trials;
  const predicted = own?.predicted ?? [];
  const order = pairAccuracy(predicted, labels);
  console.log(
    `\nMean absolute error ${meanAbsoluteError(predicted, labels).toFixed(3)}; pairs of tools in ` +
      `order ${order === null ? "—" : percentOf(order)}; best tool found ${percentOf(topAccuracy(predicted, labels))}.`,
  );
  const name = (place: number | null) => (place === null ? "router" : (toolIds[place] ?? ""));
  console.log(
    `\n${markdownTable(
      ["left", "wins, %", "tie, %", "loses, %", "right"],
      figures.pairs.map((pair) => pairRow(pair, name)),
    )}`,
  );
  const problem = { toolIds, predicted, prices };
  const curve = relaxationCurve(problem, labels, curvePoints);
  if ("kind" in curve) return;
  const counted = (counts: readonly number[]) =>
    counts.map((count, tool) => `${toolIds[tool]} ${count}`).join(", ");
  const row = (strategy: string, outcome: Outcome) => [
    strategy,
    money(outcome.usdPerThousand),
    (100 * outcome.meanPredicted).toFixed(1),
    outcome.accuracy === null ? "—" : percentOf(outcome.accuracy),
    counted(outcome.counts),
  ];
  console.log(
    `\n${markdownTable(
      ["strategy", "cost per 1,000", "expected, %", "accuracy, %", "questions"],
      [
        ...curve.points.flatMap(({ pMin }) => {
          const solved = costSaving(problem, pMin);
          if (solved.status === "refused") return [];
          return [row(`P_min ${pMin.toFixed(3)}`, outcomeOf(problem, solved.assignment, labels))];
        }),
        ...curve.references.map((point) =>
          row(point.toolId === null ? "best predicted" : `always ${point.toolId}`, point),
        ),
      ],
    )}`,
  );
  if (request.bound !== null) printAssignment(trials, problem, request.bound);
}

function printAssignment(trials: Trials, problem: RoutingProblem, pMin: number): void {
  const solved = costSaving(problem, pMin);
  if (solved.status === "refused") return;
  if (solved.status === "infeasible") {
    console.log(
      `\nNo assignment reaches ${pMin}; the highest is ${solved.bestReachable.toFixed(3)}.`,
    );
  }
  console.log(
    `\n${markdownTable(
      [`P_min ${pMin}`, "goes to", ...problem.toolIds],
      trials.questions.map(({ question }, index) => [
        question,
        problem.toolIds[solved.assignment[index] ?? -1] ?? "",
        ...(problem.predicted[index] ?? []).map((score) => score.toFixed(3)),
      ]),
    )}`,
  );
}

function percentOf(share: number): string {
  return (100 * share).toFixed(1);
}

function precise({ mean, low, high }: Interval): string {
  return `${mean.toFixed(4)} (${low.toFixed(4)}–${high.toFixed(4)})`;
}

function pairRow(
  { left, right, win, tie, lose }: PairFigures,
  name: (place: number | null) => string,
): string[] {
  return [name(left), percent(win), percent(tie), percent(lose), name(right)];
}
