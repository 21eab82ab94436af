/** `hopwise roi FILE`: which stages of any pipeline are worth a larger model, from its runs. */
import { readFile, writeFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { gzipSync } from "node:zlib";
import { isReport } from "../evaluation/batch/report-text.ts";
import { resultKey } from "../evaluation/batch/run-batch.ts";
import { traceLines } from "../evaluation/batch/traces.ts";
import {
  analysePipeline,
  type PipelineAnalysis,
  type UpgradeFigures,
} from "../evaluation/pipelines/analyse-pipeline.ts";
import { nextRuns } from "../evaluation/pipelines/next.ts";
import { draftMapping, type Mapping } from "../evaluation/pipelines/read/mapping.ts";
import { openPipeline, type ReadPipeline } from "../evaluation/pipelines/read/read-pipeline.ts";
import {
  knownCosts,
  type PipelineCost,
  type PipelineTable,
  pipelineCosts,
  pipelineTable,
} from "../evaluation/pipelines/runs.ts";
import { digitsOf, type Upgrade } from "../evaluation/statistics/shapley.ts";
import type { Interval } from "../evaluation/types.ts";
import {
  basisText,
  unfitSentence,
  unreadSentence,
} from "../features/lab/text/pipeline-problems.ts";
import { openRunFile } from "../log/file.ts";
import { count } from "../ui-kit/text/format.ts";
import { verdictWords } from "../ui-kit/text/stages.ts";
import { UsageError } from "./arguments.ts";
import { say, tell } from "./print.ts";
import { readReportFile } from "./report-file.ts";
import { orUsageError, runProgram } from "./run-command.ts";

const help = `Which stages of a pipeline are worth a larger model, from runs of it.

  hopwise roi FILE [options]

FILE (also .gz): a table (CSV, JSON lines or Parquet: question, a column NAME_model for each stage,
score or answer and gold, usd, tokens, seconds, repeat), traces (OTLP JSON with gen_ai.* or
OpenInference names, Phoenix, Langfuse), promptfoo's results, or a report of the Lab.

  --stage NAME=COLUMN     a stage of a table; once for each
  --column FIELD=COLUMN   question, score, answer, gold, usd, tokens, seconds or repeat of a table
  --cost usd|tokens|seconds
  --require "NAME>=X"     exit status 1 unless the whole 95 % interval of that stage's gain is at
                          least X; a gain of 0.1 is 10 points
  --traces-out FILE       a Lab report's runs as OTLP JSON, a request a line (also .gz)
`;

async function main(argv: readonly string[]): Promise<number> {
  const { values, positionals } = orUsageError(() =>
    parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: {
        help: { type: "boolean", default: false, short: "h" },
        stage: { type: "string", multiple: true, default: [] },
        column: { type: "string", multiple: true, default: [] },
        cost: { type: "string" },
        require: { type: "string", multiple: true, default: [] },
        "traces-out": { type: "string" },
      },
    }),
  );
  if (values.help) {
    say(help.trimEnd());
    return 0;
  }
  const [path, ...others] = positionals;
  if (path === undefined || others.length > 0) throw new UsageError("Give one FILE.");
  const demands = values.require.map(demandOf);
  const file = new Blob([await readFile(path)]);
  const traces = (await isReport(file)) ? await tracesOf(path) : null;
  const out = values["traces-out"];
  if (out !== undefined) {
    if (traces === null) throw new UsageError("--traces-out goes with a report of the Lab.");
    await writeFile(out, out.endsWith(".gz") ? gzipSync(traces) : traces);
  }
  const read = await readMapped(traces === null ? file : new Blob([traces]), values);
  tellUnread(read);
  const table = pipelineTable(read.runs);
  if ("reason" in table) throw new UsageError(unfitSentence(table));
  const analysis = analysePipeline(table, { cost: costIn(values.cost, table) });
  say(report(table, analysis));
  const unmet = demands.filter((demand) => !isMet(demand, table, analysis));
  for (const { text: demand } of unmet) tell(`Not shown: ${demand}`);
  return unmet.length > 0 ? 1 : 0;
}

async function tracesOf(path: string): Promise<string> {
  const { batch, results, logs } = await readReportFile(path);
  const texts = new Map(
    logs.map(({ question, configuration, text }) => [resultKey(question, configuration), text]),
  );
  async function* runs() {
    for (const result of results) {
      const log = texts.get(resultKey(result.question, result.configuration));
      yield { result, events: log === undefined ? null : openRunFile(log) };
    }
  }
  let lines = "";
  for await (const line of traceLines(batch, runs())) lines += line;
  return lines;
}

async function readMapped(
  file: Blob,
  { stage, column }: { stage: readonly string[]; column: readonly string[] },
): Promise<ReadPipeline> {
  const read = await openPipeline(file);
  if (stage.length === 0 && column.length === 0) {
    if (read.mapping !== null || read.columns.length === 0) return read;
    throw new UsageError(
      `The columns do not say what they mean: ${read.columns.join(", ")}. Name them with --stage and --column.`,
    );
  }
  const named = Object.fromEntries(column.map(pair));
  const stages = stage.map(pair).map(([name, own]) => ({ name, column: own }));
  const unknown = [...Object.values(named), ...stages.map((one) => one.column)].find(
    (own) => !read.columns.includes(own),
  );
  if (unknown !== undefined) throw new UsageError(`There is no column ${unknown}.`);
  const proposed = draftMapping(read.columns);
  const mapping: Mapping = {
    stages: stages.length > 0 ? stages : proposed.stages,
    question: named["question"] ?? proposed.question ?? "question",
    ...fieldsOf((field) => named[field] ?? proposed[field]),
  };
  return openPipeline(file, { mapping });
}

function fieldsOf(of: (field: Exclude<keyof Mapping, "stages" | "question">) => string | null) {
  return {
    score: of("score"),
    answer: of("answer"),
    gold: of("gold"),
    usd: of("usd"),
    tokens: of("tokens"),
    seconds: of("seconds"),
    repeat: of("repeat"),
  };
}

function pair(option: string): [string, string] {
  const at = option.indexOf("=");
  if (at < 1) throw new UsageError(`${option} is not NAME=COLUMN.`);
  return [option.slice(0, at), option.slice(at + 1)];
}

function tellUnread({ bad, runs }: ReadPipeline): void {
  if (bad.length === 0) return;
  tell(`${runs.runs.length} runs read, ${bad.length} rows not:`);
  for (const one of bad.slice(0, 20)) tell(`  ${unreadSentence(one)}`);
  if (bad.length > 20) tell(`  and ${bad.length - 20} more`);
}

function costIn(asked: string | undefined, table: PipelineTable): PipelineCost {
  const named = pipelineCosts.find((one) => one === asked);
  if (asked !== undefined && named === undefined) {
    throw new UsageError("--cost is usd, tokens or seconds.");
  }
  return named ?? knownCosts(table)[0] ?? "usd";
}

function report(table: PipelineTable, analysis: PipelineAnalysis): string {
  const { stages, questions, runs, fixed } = table;
  const models = stages.map((stage) => stage.models.length);
  const setup = (at: number) =>
    digitsOf(at, models)
      .map((digit, stage) => stages[stage]?.models[digit] ?? "")
      .join(" + ");
  const name = ({ stage, model }: Upgrade) =>
    `${stages[stage]?.name}: ${stages[stage]?.models[0]} → ${stages[stage]?.models[model]}`;
  const money = (cost: number | null) => costText(cost, analysis.cost);
  const upgrade = (one: UpgradeFigures) =>
    `  ${name(one)}  ${points(one.gain)}, main effect ${points(one.main)}, ` +
    `cost ${money(one.cost?.mean ?? null)}, p ${one.p.toFixed(3)}: ${verdictWords[one.advice]}`;
  const lines = [
    `${runs} runs of ${questions.length} questions; ${analysis.n} compare setups. ${basisText[analysis.basis]}`,
    ...fixed.map((one) => `  ${one.name}: always ${one.model}`),
    "",
    "Gain in points (Shapley value, 95 % interval) and cost of a question:",
    ...analysis.upgrades.map(upgrade),
    ...analysis.refused.map((one) => `  ${name(one)}  confounded`),
    "",
    "Setups that no other beats on score and cost:",
    ...analysis.setups
      .filter(({ onFront }) => onFront)
      .map((one) => `  ${setup(one.setup)}  ${level(one.quality)}, ${money(one.cost)}`),
  ];
  if (analysis.oracle !== null) {
    lines.push(
      `Choosing the best setup for each question would add ${points(analysis.oracle.gap)} to ${setup(analysis.oracle.setup)}.`,
    );
  }
  return [...lines, "", "What to run next:", ...nextLines(analysis, name, setup, money)].join("\n");
}

function nextLines(
  analysis: PipelineAnalysis,
  name: (one: Upgrade) => string,
  setup: (at: number) => string,
  money: (cost: number | null) => string,
): string[] {
  const next = nextRuns(analysis);
  if (next === null) return ["  Nothing: no verdict is open that more questions would settle."];
  const { free, settling, questions, cost } = next;
  return [
    ...free.map(
      (one) => `  ${name(one)}: ask the same questions in ${one.free.map(setup).join("; ")}`,
    ),
    ...(settling.length === 0
      ? []
      : [
          `  ${questions} more questions in all setups (${money(cost)}), if differences hold: ${settling.map(name).join("; ")}`,
        ]),
  ];
}

function points(interval: Interval | null): string {
  if (interval === null) return "—";
  const { mean, low, high } = interval;
  const signed = (value: number) => `${value < 0 ? "−" : "+"}${Math.abs(100 * value).toFixed(1)}`;
  return `${signed(mean)} (${signed(low)} to ${signed(high)})`;
}

function level({ mean, low, high }: Interval): string {
  return `${(100 * mean).toFixed(1)} (${(100 * low).toFixed(1)} to ${(100 * high).toFixed(1)})`;
}

function costText(cost: number | null, by: PipelineCost): string {
  if (cost === null) return "—";
  const sign = cost < 0 ? "−" : "";
  const size = Math.abs(cost);
  if (by === "usd") return `${sign}$${size.toPrecision(3)}`;
  // `toPrecision` writes 1.23e+4.
  return `${sign}${size < 100 ? size.toPrecision(3) : count(size)} ${by === "tokens" ? "tokens" : "s"}`;
}

interface Demand {
  text: string;
  stage: string;
  least: number;
}

function demandOf(text: string): Demand {
  const [stage = "", bound = "", ...others] = text.split(">=").map((part) => part.trim());
  const least = Number(bound);
  if (stage === "" || bound === "" || others.length > 0 || !Number.isFinite(least)) {
    throw new UsageError(`--require "${text}" is not "STAGE>=NUMBER".`);
  }
  return { text, stage, least };
}

/** Every upgrade of the stage has to meet it; a refused one shows nothing. */
function isMet(
  { stage, least }: Demand,
  table: PipelineTable,
  analysis: PipelineAnalysis,
): boolean {
  const at = table.stages.findIndex(({ name }) => name === stage);
  if (at === -1) throw new UsageError(`No stage ${stage} was done by more than one model.`);
  const own = analysis.upgrades.filter((one) => one.stage === at);
  const isRefused = analysis.refused.some((one) => one.stage === at);
  return !isRefused && own.length > 0 && own.every(({ gain }) => gain.low >= least);
}

await runProgram(main, "hopwise roi --help lists the options.");
