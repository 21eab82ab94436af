/**
 * What a large model brought each stage, over several reports of all eight combinations: by report,
 * and over all their questions at once.
 *
 *   npm run bench:returns -- [--price openai/gpt-4.1-mini] REPORT.lab.json[.gz]…
 *
 * Of each stage: the F1 points that it gains alone (over all small), and its Shapley value, the mean
 * of its four flips over all orders of switching; the large model's tokens, weighted likewise; and how
 * likely it helps at all, the share of resamples in which that value is above 0. With --price the large
 * model is counted at that price, and the last columns are US dollars. Intervals are 95 %
 * percentile bootstraps over the questions that all eight answered.
 */
import { basename } from "node:path";
import { parseArgs } from "node:util";
import { markdownTable } from "../../src/cli/eval/markdown-table.ts";
import { listedPrice, readReportFile } from "../../src/cli/report-file.ts";
import { repricedResult } from "../../src/evaluation/analysis/reprice.ts";
import { bootstrapMean, percent, signedPercent } from "../../src/evaluation/statistics/interval.ts";
import { drawResamples, resampledMeans } from "../../src/evaluation/statistics/resample.ts";
import { shapleyWeights } from "../../src/evaluation/statistics/shapley.ts";
import type { LabResult } from "../../src/evaluation/types.ts";
import { type Price, stages, stageWords } from "../../src/log/types.ts";

interface Answered {
  f1: number;
  largeTokens: number;
  /** Of all models and services; NaN where it is unknown. */
  usd: number;
}

/** Of one question, in the order of `combinations`. */
type Asked = readonly Answered[];

/** Bit i of a place is 1 where stage i is large, as `shapleyWeights` has it. */
const combinations = Array.from({ length: 2 ** stages.length }, (_, place) =>
  stages.map((_stage, at) => ((place >> at) & 1 ? "L" : "S")).join(""),
);

/** The questions that all eight combinations answered. */
function askedIn(results: readonly LabResult[], price: Price | null): Asked[] {
  const questions = [...new Set(results.map(({ question }) => question))];
  return questions.flatMap((question) => {
    const own = results.filter((result) => result.question === question);
    const answered = combinations.flatMap((id) => {
      const result = own.find(({ configuration }) => configuration === id);
      const f1 = result?.metrics.f1 ?? null;
      if (result === undefined || f1 === null) return [];
      const { total } = price === null ? result : repricedResult(result, null, price);
      return [{ f1, largeTokens: total.largeTokens ?? 0, usd: total.usd ?? Number.NaN }];
    });
    return answered.length === combinations.length ? [answered] : [];
  });
}

/** The share of resamples of the questions whose mean is above 0. */
function chanceAbove0(values: readonly number[]): number {
  const column = Float64Array.from(values);
  const [means = column] = resampledMeans(drawResamples(column.length, 4000, 42), [column]);
  return means.filter((mean) => mean > 0).length / means.length;
}

function configurationRows(name: string, asked: readonly Asked[]): string[][] {
  return combinations.map((id, place) => {
    const of = (key: keyof Answered) => asked.map((one) => one[place]?.[key] ?? 0);
    const tokens = bootstrapMean(of("largeTokens")).mean.toFixed(0);
    const row = [name, String(asked.length), id, percent(bootstrapMean(of("f1"))), tokens];
    return price === null ? row : [...row, perThousand(of("usd"))];
  });
}

function stageRows(name: string, asked: readonly Asked[]): string[][] {
  return stages.map((stage, at) => {
    const weights = shapleyWeights(stages.length, at);
    const weighted = (key: keyof Answered) =>
      asked.map((one) =>
        one.reduce((sum, answered, place) => sum + (weights[place] ?? 0) * answered[key], 0),
      );
    const alone = asked.map((one) => (one[1 << at]?.f1 ?? 0) - (one[0]?.f1 ?? 0));
    const gained = weighted("f1");
    const mean = bootstrapMean(gained);
    const tokens = bootstrapMean(weighted("largeTokens")).mean;
    const row = [
      name,
      String(asked.length),
      stageWords[stage],
      signedPercent(bootstrapMean(alone)),
      signedPercent(mean),
      `${(100 * chanceAbove0(gained)).toFixed(0)} %`,
      tokens.toFixed(0),
      ((100 * mean.mean) / (tokens / 1000)).toFixed(1).replace("-", "−"),
    ];
    return price === null ? row : [...row, perThousand(weighted("usd"))];
  });
}

/** US dollars for 1,000 questions; "—" where one of them is unknown. */
function perThousand(usd: readonly number[]): string {
  const mean = usd.reduce((sum, one) => sum + one, 0) / usd.length;
  return Number.isNaN(mean) ? "—" : `$${(1000 * mean).toFixed(2)}`;
}

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { price: { type: "string" } },
});
const price = values.price === undefined ? null : await listedPrice(values.price);
if (positionals.length === 0) throw new Error("Name a report, or several.");
const reports = await Promise.all(
  positionals.map(async (path) => {
    const asked = askedIn((await readReportFile(path)).results, price);
    if (asked.length === 0)
      throw new Error(`${path}: no question was answered by all eight combinations.`);
    return { name: basename(path).replace(/\.lab\.json(\.gz)?$/u, ""), asked };
  }),
);
const all = { name: "all", asked: reports.flatMap(({ asked }) => asked) };
const asked = reports.length > 1 ? [...reports, all] : reports;

const money = price === null ? [] : ["$ per 1,000 questions"];
const configurationHead = [
  "questions",
  "n",
  "plan, read, conclude",
  "F1, %",
  "large tokens",
  ...money,
];
const gains = ["alone, points", "Shapley value, points", "helps"];
const rates = ["large tokens", "points per 1,000", ...money];
const stageHead = ["questions", "n", "large in", ...gains, ...rates];
console.log(
  [
    markdownTable(
      configurationHead,
      asked.flatMap(({ name, asked: ones }) => configurationRows(name, ones)),
    ),
    markdownTable(
      stageHead,
      asked.flatMap(({ name, asked: ones }) => stageRows(name, ones)),
    ),
  ].join("\n\n"),
);
