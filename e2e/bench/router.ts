/**
 * On generated problems: `npm run bench -- router [--questions 1000] [--skip-training]`;
 * `--report`: see `router-report.ts`. No two questions are alike, which is harder for the solver.
 */
import { cpus, loadavg } from "node:os";
import { parseArgs } from "node:util";
import { UsageError } from "../../src/cli/arguments.ts";
import { markdownTable } from "../../src/cli/eval/markdown-table.ts";
import { metricIds } from "../../src/evaluation/types.ts";
import { costSaving } from "../../src/methods/homo-router/training/assign.ts";
import { relaxationCurve } from "../../src/methods/homo-router/training/curve.ts";
import { fitRouter } from "../../src/methods/homo-router/training/fit.ts";
import {
  buildRelaxation,
  solveRelaxation,
} from "../../src/methods/homo-router/training/lp-relaxation.ts";
import { defaultTrain } from "../../src/methods/homo-router/training/predictor.ts";
import type { PricedProblem } from "../../src/methods/homo-router/training/problem.ts";
import { defaultRefine, refineLabels } from "../../src/methods/homo-router/training/refine.ts";
import type { ScoreRow } from "../../src/methods/homo-router/training/scores.ts";
import { examplesOf } from "../../src/methods/homo-router/training/scores.ts";
import { type Random, seededRandom } from "../../src/shared/random.ts";
import { routerReport } from "./router-report.ts";
import { figure } from "./table.ts";

const { values } = parseArgs({
  options: {
    questions: { type: "string", default: "1000" },
    "skip-training": { type: "boolean", default: false },
    report: { type: "string" },
    test: { type: "string" },
    prices: { type: "string", default: "" },
    metric: { type: "string", default: "f1" },
    alpha: { type: "string", default: "0.5" },
    k: { type: "string", default: "2" },
    heads: { type: "string", default: defaultTrain.heads },
    epochs: { type: "string", default: String(defaultTrain.epochs) },
    bound: { type: "string" },
  },
});
function pricesFrom(text: string): Record<string, number> {
  return Object.fromEntries(
    text.split(",").flatMap((part) => {
      const [tool = "", price = ""] = part.split("=");
      return price === "" ? [] : [[tool, Number(price)]];
    }),
  );
}

function oneOf<const T extends string>(known: readonly T[], text: string): T {
  const found = known.find((one) => one === text);
  if (found === undefined) throw new UsageError(`${text} is none of ${known.join(", ")}.`);
  return found;
}

const questions = Number(values.questions);
const toolIds = ["none", "google", "bing"];
const sixTools = [...toolIds, "a", "b", "c"];
/** The paper's prices, then less even ones, which are harder to prove; then six tools. */
const priceLists = [
  [0, 5, 10],
  [0, 4.37, 9.91],
  [0, 0.913, 2.517, 4.37, 7.003, 9.9117],
];
const bounds = [0.55, 0.6, 0.65, 0.7];
const dimensions = 384;

function generated(prices: readonly number[]): PricedProblem {
  const random = seededRandom(7);
  const predicted = Array.from({ length: questions }, () =>
    prices.map((_, tool) => Math.min(1, 0.9 * random() + 0.05 * tool)),
  );
  return { toolIds: sixTools.slice(0, prices.length), predicted, prices };
}

interface Timed<T> {
  value: T;
  ms: number;
  /** Excludes other programs' work. */
  cpuMs: number;
}

function timed<T>(work: () => T): Timed<T> {
  const start = performance.now();
  const before = process.cpuUsage();
  const value = work();
  const { user, system } = process.cpuUsage(before);
  return { value, ms: performance.now() - start, cpuMs: (user + system) / 1000 };
}

/** For example "1.30 (0.62)": wall-clock and CPU seconds. */
function seconds({ ms, cpuMs }: Timed<unknown>): string {
  return `${figure(ms / 1000)} (${figure(cpuMs / 1000)})`;
}

function solved(problem: PricedProblem, pMin: number): string[] {
  const exact = timed(() => costSaving(problem, pMin));
  const relaxation = timed(() => solveRelaxation(buildRelaxation(problem), pMin));
  const row = (...cells: string[]) => [problem.prices.join(" / "), String(pMin), ...cells];
  if (exact.value.status !== "optimal") {
    return row(exact.value.status, seconds(exact), "—", "—", "—", figure(relaxation.ms));
  }
  return row(
    exact.value.status,
    seconds(exact),
    exact.value.lpUsd.toFixed(4),
    exact.value.usd.toFixed(4),
    relaxation.value?.usd.toFixed(4) ?? "—",
    figure(relaxation.ms),
  );
}

function generatedRows(random: Random): ScoreRow[] {
  return Array.from({ length: questions }, (_, index) => ({
    id: `q${index}`,
    question: `Question ${index}?`,
    golds: [],
    predictions: {},
    scores: Object.fromEntries(toolIds.map((tool) => [tool, random()])),
    encoder: null,
    vector: Float32Array.from({ length: dimensions }, () => (random() - 0.5) / 5.5),
  }));
}

function trainingTable(): string {
  const rows = generatedRows(seededRandom(5));
  const { examples } = examplesOf(rows, toolIds);
  const refined = timed(() => refineLabels(examples, defaultRefine));
  const folds = 5;
  const request = { rows, toolIds, refine: defaultRefine, train: defaultTrain, seed: 42, folds };
  const fit = timed(() => fitRouter(request));
  const bytes = JSON.stringify(fit.value.predictor).length;
  return markdownTable(
    ["what", "measured"],
    [
      [`label refinement of ${questions} questions, s (CPU)`, seconds(refined)],
      [`fit: ${folds} folds and the whole, ${defaultTrain.epochs} epochs, s (CPU)`, seconds(fit)],
      ["heads as JSON, KiB", figure(bytes / 1024)],
    ],
  );
}

async function generatedTables(): Promise<void> {
  const load = loadavg()[0]?.toFixed(1);
  console.log(
    `${questions} questions × ${toolIds.length} tools; ${cpus()[0]?.model.trim()}, ` +
      `${cpus().length} cores, Node ${process.versions.node}, load average ${load} before.\n`,
  );
  console.log(
    markdownTable(
      [
        "prices, $ / 1,000",
        "P_min",
        "status",
        "exact, s (CPU)",
        "LP bound, $",
        "exact, $",
        "hull rounded, $",
        "hull, ms",
      ],
      priceLists.flatMap((prices) => {
        const problem = generated(prices);
        return bounds.map((pMin) => solved(problem, pMin));
      }),
    ),
  );
  const curve = timed(() => relaxationCurve(generated([0, 5, 10]), null, 41));
  console.log(`\nThe curve of 41 bounds by the hull: ${figure(curve.ms)} ms.\n`);
  if (!values["skip-training"]) console.log(trainingTable());
}

if (values.report === undefined) await generatedTables();
else {
  await routerReport({
    report: values.report,
    test: values.test ?? null,
    prices: pricesFrom(values.prices),
    metric: oneOf(metricIds, values.metric),
    alpha: Number(values.alpha),
    k: Number(values.k),
    heads: oneOf(["mlp", "linear"], values.heads),
    epochs: Number(values.epochs),
    bound: values.bound === undefined ? null : Number(values.bound),
  });
}
