/**
 * What a policy learnt from each report that comes with the page is worth, as tables:
 *   npm run bench -- policy [--report ID or FILE …] [--metric right] [--price openai/gpt-4.1-mini] [--seed 42]
 *
 * Everything is cross-validated by question. Costs are US dollars at that price where every answer's
 * money is known, else the large model's tokens, else all tokens; the base's run is part of whatever
 * is learnt. Brackets are 95 % intervals over questions, gains are paired. Asserts nothing.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { encoderIdFor } from "../../src/cli/embedded-vectors.ts";
import { markdownTable } from "../../src/cli/eval/markdown-table.ts";
import { loadEncoder, root } from "../../src/cli/node-ports.ts";
import { listedPrice, type ReportFile, readReportFile } from "../../src/cli/report-file.ts";
import { reportSources } from "../../src/cli/reports/describe.ts";
import { isCombination } from "../../src/evaluation/analysis/combination-ids.ts";
import { repricedResult } from "../../src/evaluation/analysis/reprice.ts";
import { actionTable, type TableRequest } from "../../src/evaluation/policy/actions.ts";
import {
  type DesignCurve,
  type Outside,
  outsideOf,
  type Point,
} from "../../src/evaluation/policy/curve.ts";
import { defaultLearn } from "../../src/evaluation/policy/learn.ts";
import { policyPresets, presetActions } from "../../src/evaluation/policy/presets.ts";
import { learnPolicy, type PolicyStudy } from "../../src/evaluation/policy/study.ts";
import { percent, signedPercent } from "../../src/evaluation/statistics/interval.ts";
import {
  type CostId,
  type Interval,
  type LabResult,
  type MetricId,
  metricIds,
  plainMetric,
} from "../../src/evaluation/types.ts";
import { AppError } from "../../src/log/errors.ts";
import { mean } from "../../src/methods/homo-router/training/problem.ts";
import { errorText } from "../../src/ui-kit/text/errors.ts";

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

/** By its id or its file, which may not be there. */
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

function costText(cost: CostId, { cost: { mean: value } }: Point): string {
  return cost === "usd" ? `$${(1000 * value).toFixed(3)}` : `${(value / 1000).toFixed(2)} k`;
}

function costHead(cost: CostId): string {
  if (cost === "usd") return "per 1,000 questions";
  return cost === "tokens" ? "tokens a question" : "large tokens a question";
}

function printStudy(study: PolicyStudy): void {
  const { cost, fixed, outside, oracle, base, allLarge, learned } = study;
  const row = (what: string, point: Point) => [
    what,
    percent(point.accuracy),
    costText(cost, point),
  ];
  const role = (id: string) => (id === base ? ", the base" : id === allLarge ? largest : "");
  const largest = isCombination(allLarge) ? ", all large" : ", the dearest: “all large” below";
  const highest = oracle.at(-1);
  console.log(
    markdownTable(
      [`n = ${study.questions}`, `${study.metric}, %`, costHead(cost)],
      [
        ...fixed.map((point) => row(`always ${point.id}${role(point.id)}`, point)),
        ...outside.map((point) => row(`another report: ${point.title}`, point)),
        ...(highest === undefined ? [] : [row("oracle", highest)]),
      ],
    ),
  );
  const none = "none";
  console.log(
    `\nFeatures: ${study.features.join(", ") || none}; not told: ${study.untold.join(", ") || none}. ` +
      `The cascade goes by ${study.sureness ?? none}.\n`,
  );
  console.log(tunedTable(study));
  console.log(`\n${gainTable(learned)}`);
}

/** Set to a share of all large, without a look at what it is tested on. */
function tunedTable({ cost, cascade, learned }: PolicyStudy): string {
  const cell = (point: Point) => `${percent(point.accuracy)} for ${costText(cost, point)}`;
  return markdownTable(
    ["at most, of all large", "cascade", ...learned.map(({ design }) => `learned: ${design}`)],
    (learned[0]?.tuned ?? []).map(({ share }, at) => [
      `${100 * share} %`,
      ...[cascade, ...learned.map(({ tuned }) => tuned)].map((points) => {
        const point = points[at];
        return point === undefined ? "—" : cell(point);
      }),
    ]),
  );
}

function gainTable(learned: readonly DesignCurve[]): string {
  const over = learned[0]?.matched ?? [];
  return markdownTable(
    ["points, paired", ...learned.map(({ design }) => design)],
    [
      ["Brier", ...learned.map(({ brier }) => brier.toFixed(4))],
      ...over.map(({ against }, at) => [
        `over ${against}, for its cost`,
        ...learned.map(({ matched }) => gainText(matched[at]?.gain)),
      ]),
      ["over all large, for half its cost", ...learned.map(({ half }) => gainText(half?.gain))],
      ...["its cost, % of all large"].map((what) => [
        what,
        ...learned.map(({ half }) => (half === null ? "—" : percent(half.costShare))),
      ]),
      [
        "as right as all large for half its cost",
        ...learned.map(({ half }) =>
          half?.surely ? "surely" : half?.holds ? "by the means" : "no",
        ),
      ],
      [
        "over the cascade at half the cost",
        ...learned.map(({ tuned }) =>
          gainText(tuned.find(({ share }) => share === 0.5)?.overCascade),
        ),
      ],
    ],
  );
}

function gainText(gain: Interval | null | undefined): string {
  return gain == null ? "—" : signedPercent(gain);
}

/** A study, or the sentence that a person would read. */
function studied(
  request: TableRequest,
  outside: readonly Outside[],
  preset: string,
): PolicyStudy | string {
  try {
    const own = policyPresets.find(({ id }) => id === preset);
    const { configurations } = request.batch;
    const actions =
      own === undefined ? [] : presetActions(own, { configurations, results: request.results });
    const table = actionTable({ ...request, actions });
    const design = own?.design ?? null;
    const asked = { table, encoder: encoderId, outside, settings };
    if (design === null) return learnPolicy(asked).study;
    return learnPolicy({ ...asked, design, compared: [design] }).study;
  } catch (thrown) {
    if (!(thrown instanceof AppError)) throw thrown;
    return errorText(thrown.toData()).body;
  }
}

/** The mean over shares of all large: the figure by which designs are compared. */
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
    const [whole, ...gates] = policyPresets.map((preset) => ({
      preset,
      study: studied(request, outside, preset.id),
    }));
    const seconds = ((performance.now() - started) / 1000).toFixed(0);
    console.log(
      `## ${id}: ${batch.set}, ${batch.models.small} and ${batch.models.large} (${seconds} s)\n`,
    );
    if (whole === undefined) continue;
    if (typeof whole.study === "string") console.log(`${whole.study}\n`);
    else {
      printStudy(whole.study);
      note(whole.study);
    }
    for (const { preset, study } of gates) {
      if (typeof study === "string") continue;
      const own = study.learned.find(({ design }) => design === study.design);
      const tuned = own?.tuned.map(
        (point) =>
          `≤ ${100 * point.share} %: ${percent(point.accuracy)} for ${costText(cost, point)}`,
      );
      const ids = study.actions.map((action) => action.id).join(", ");
      console.log(
        `\n${preset.title}’s gate, learned (${study.design}; ${ids}): ${tuned?.join("; ")}`,
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
