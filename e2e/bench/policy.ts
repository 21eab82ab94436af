/**
 * Policies learnt from shipped reports: `npm run bench -- policy [--report ID or FILE …] [--metric
 * right] [--price openai/gpt-4.1-mini] [--seed 42]`, cross-validated by question. Costs are dollars
 * if all are known, otherwise tokens; they include the base's run.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { markdownTable } from "../../src/cli/eval/markdown-table.ts";
import { listedPrice, type ReportFile, readReportFile } from "../../src/cli/report-file.ts";
import { reportSources } from "../../src/cli/reports/describe.ts";
import { costText, studyTables } from "../../src/cli/study-tables.ts";
import { repricedResult } from "../../src/evaluation/analysis/reprice.ts";
import { actionTable, type TableRequest } from "../../src/evaluation/policy/actions.ts";
import { type Outside, outsideOf, type Point } from "../../src/evaluation/policy/curve.ts";
import { defaultLearn } from "../../src/evaluation/policy/learn.ts";
import { learnPolicy, type PolicyStudy } from "../../src/evaluation/policy/study.ts";
import { percent } from "../../src/evaluation/statistics/interval.ts";
import {
  type CostId,
  type LabResult,
  type MetricId,
  metricIds,
  plainMetric,
} from "../../src/evaluation/types.ts";
import { AppError } from "../../src/log/errors.ts";
import { mean } from "../../src/methods/homo-router/training/problem.ts";
import { encoderIdFor } from "../../src/node/embedded-vectors.ts";
import { loadEncoder } from "../../src/node/node-ports.ts";
import { root } from "../../src/node/place.ts";
import { errorText } from "../../src/ui-kit/text/errors.ts";
import { type PolicyGate, policyGates } from "./policy-gates.ts";

const { values } = parseArgs({
  options: {
    report: { type: "string", multiple: true, default: reportSources.map(({ id }) => id) },
    metric: { type: "string", default: plainMetric },
    price: { type: "string", default: "openai/gpt-4.1-mini" },
    seed: { type: "string", default: String(defaultLearn.seed) },
  },
});
const metric: MetricId = metricIds.find((id) => id === values.metric) ?? plainMetric;
const settings = { ...defaultLearn, seed: Number(values.seed) };
const price = await listedPrice(values.price);
const encoder = await loadEncoder(1);
const encoderId = await encoderIdFor(undefined);

/** Null if the file is missing. */
async function opened(id: string): Promise<ReportFile | null> {
  const path = id.includes(".lab.json") ? id : join(root, "public/examples", `${id}.lab.json.gz`);
  if (!existsSync(path)) return null;
  const report = await readReportFile(path);
  return { ...report, results: report.results.map((one) => repricedResult(one, null, price)) };
}

function costIn(results: readonly LabResult[]): CostId {
  const total = (cost: CostId) =>
    results.reduce((sum, one) => sum + (one.total[cost] ?? Number.NaN), 0);
  if (total("usd") > 0) return "usd";
  return total("largeTokens") > 0 ? "largeTokens" : "tokens";
}

async function vectorsOf(questions: ReportFile["questions"]): Promise<Map<string, Float32Array>> {
  const texts = questions.map(({ question }) => question);
  const vectors = await encoder.embed(texts, new AbortController().signal);
  return new Map(questions.map(({ id }, at) => [id, vectors[at] ?? new Float32Array()]));
}

function studied(
  request: TableRequest,
  outside: readonly Outside[],
  gate?: PolicyGate,
): PolicyStudy | string {
  try {
    const asked = { encoder: encoderId, outside, settings };
    if (gate === undefined) return learnPolicy({ ...asked, table: actionTable(request) }).study;
    const { configurations } = request.batch;
    const actions = gate.actions({ configurations, results: request.results });
    const { design } = gate;
    const table = actionTable({ ...request, actions });
    return learnPolicy({ ...asked, table, design, compared: [design] }).study;
  } catch (thrown) {
    if (!(thrown instanceof AppError)) throw thrown;
    return errorText(thrown.toData()).body;
  }
}

/** Designs are compared by their means over shares of all-large. */
const standing = new Map<string, { accuracy: number[]; brier: number[] }>();

function note({ learned, cascade }: PolicyStudy): void {
  const add = (name: string, points: readonly Point[], brier: number) => {
    const own = standing.get(name) ?? { accuracy: [], brier: [] };
    own.accuracy.push(mean(points.map(({ accuracy }) => accuracy.mean)));
    own.brier.push(brier);
    standing.set(name, own);
  };
  for (const { design, tuned, brier } of learned) add(design, tuned, brier);
  add("cascade", cascade, Number.NaN);
}

try {
  for (const id of values.report) {
    const report = await opened(id);
    if (report === null) {
      console.log(`## ${id}\n\nThere is no such report.\n`);
      continue;
    }
    const cost = costIn(report.results);
    const { batch, questions, results } = report;
    const vectors = await vectorsOf(questions);
    const request = { batch, questions, results, metric, cost, vectors };
    const decision = await opened(`${id}-decision`);
    const outside =
      decision === null ? [] : outsideOf(decision.batch, decision.results, { metric, cost });
    const started = performance.now();
    const whole = studied(request, outside);
    const gates = policyGates.map((gate) => ({ gate, study: studied(request, outside, gate) }));
    const seconds = ((performance.now() - started) / 1000).toFixed(0);
    console.log(
      `## ${id}: ${batch.set}, ${batch.models.small} and ${batch.models.large} (${seconds} s)\n`,
    );
    if (typeof whole === "string") console.log(`${whole}\n`);
    else {
      console.log(studyTables(whole));
      note(whole);
    }
    for (const { gate, study } of gates) {
      if (typeof study === "string") continue;
      const own = study.learned.find(({ design }) => design === study.design);
      const tuned = own?.tuned.map(
        (point) =>
          `≤ ${100 * point.share} %: ${percent(point.accuracy)} for ${costText(cost, point)}`,
      );
      const ids = study.actions.map((action) => action.id).join(", ");
      console.log(
        `\n${gate.title}’s gate, learned (${study.design}; ${ids}): ${tuned?.join("; ")}`,
      );
    }
    console.log();
  }
  console.log(
    markdownTable(
      ["mean over reports and shares", "accuracy, %", "Brier", "reports"],
      [...standing].map(([name, { accuracy, brier }]) => [
        name,
        (100 * mean(accuracy)).toFixed(2),
        Number.isNaN(mean(brier)) ? "—" : mean(brier).toFixed(4),
        String(accuracy.length),
      ]),
    ),
  );
} finally {
  await encoder.dispose();
}
