/**
 * What a large model brought each stage, over several reports of all eight combinations: by report,
 * and over all their questions at once.
 *
 *   npm run bench:returns -- REPORT.lab.json[.gz]…
 *
 * Of each stage: the F1 points that it gains alone (over all small), and its Shapley value, the mean
 * of its four flips over all orders of switching; the large model's tokens, weighted likewise; and how
 * likely it helps at all, the share of resamples in which that value is above 0. Intervals are 95 %
 * percentile bootstraps over the questions that all eight answered.
 */
import { createReadStream } from "node:fs";
import { basename } from "node:path";
import { parseArgs } from "node:util";
import { createGunzip } from "node:zlib";
import { markdownTable } from "../../src/cli/eval/markdown-table.ts";
import { linesOf, readReport } from "../../src/evaluation/batch/report.ts";
import { bootstrapMean, percent, signedPercent } from "../../src/evaluation/statistics/interval.ts";
import { drawResamples, resampledMeans } from "../../src/evaluation/statistics/resample.ts";
import { shapleyWeights } from "../../src/evaluation/statistics/shapley.ts";
import type { LabResult } from "../../src/evaluation/types.ts";
import { stages, stageWords } from "../../src/log/types.ts";

interface Answered {
  f1: number;
  largeTokens: number;
}

/** Of one question, in the order of `combinations`. */
type Asked = readonly Answered[];

/** Bit i of a place is 1 where stage i is large, as `shapleyWeights` has it. */
const combinations = Array.from({ length: 2 ** stages.length }, (_, place) =>
  stages.map((_stage, at) => ((place >> at) & 1 ? "L" : "S")).join(""),
);

async function resultsAt(path: string): Promise<LabResult[]> {
  const file = createReadStream(path);
  const text = path.endsWith(".gz") ? file.pipe(createGunzip()) : file;
  const results: LabResult[] = [];
  await readReport(linesOf(text.setEncoding("utf8")), {
    begin: async () => undefined,
    question: async () => undefined,
    result: async (result) => void results.push(result),
    log: async () => undefined,
  });
  return results;
}

/** The questions that all eight combinations answered. */
function askedIn(results: readonly LabResult[]): Asked[] {
  const questions = [...new Set(results.map(({ question }) => question))];
  return questions.flatMap((question) => {
    const own = results.filter((result) => result.question === question);
    const answered = combinations.flatMap((id) => {
      const { metrics, total } = own.find(({ configuration }) => configuration === id) ?? {};
      const f1 = metrics?.f1 ?? null;
      return f1 === null ? [] : [{ f1, largeTokens: total?.largeTokens ?? 0 }];
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
    return [name, String(asked.length), id, percent(bootstrapMean(of("f1"))), tokens];
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
    return [
      name,
      String(asked.length),
      stageWords[stage],
      signedPercent(bootstrapMean(alone)),
      signedPercent(mean),
      `${(100 * chanceAbove0(gained)).toFixed(0)} %`,
      tokens.toFixed(0),
      ((100 * mean.mean) / (tokens / 1000)).toFixed(1).replace("-", "−"),
    ];
  });
}

const { positionals } = parseArgs({ allowPositionals: true });
if (positionals.length === 0) throw new Error("Name a report, or several.");
const reports = await Promise.all(
  positionals.map(async (path) => {
    const asked = askedIn(await resultsAt(path));
    if (asked.length === 0)
      throw new Error(`${path}: no question was answered by all eight combinations.`);
    return { name: basename(path).replace(/\.lab\.json(\.gz)?$/u, ""), asked };
  }),
);
const all = { name: "all", asked: reports.flatMap(({ asked }) => asked) };
const asked = reports.length > 1 ? [...reports, all] : reports;

const configurationHead = ["questions", "n", "plan, read, conclude", "F1, %", "large tokens"];
const gains = ["alone, points", "Shapley value, points", "helps"];
const stageHead = ["questions", "n", "large in", ...gains, "large tokens", "points per 1,000"];
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
