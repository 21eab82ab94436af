import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { reportCeilings } from "../../evaluation/analysis/ceilings.ts";
import { isSplit, repricedResult } from "../../evaluation/analysis/reprice.ts";
import { reportVerdicts } from "../../evaluation/analysis/verdicts.ts";
import { splitResult, writtenShares } from "../../evaluation/analysis/written-share.ts";
import { linesOf, readReport } from "../../evaluation/batch/report.ts";
import { shippedUsage } from "../../evaluation/batch/rough-estimate.ts";
import type { CountedAs, ShippedReport } from "../../evaluation/shipped/shipped-report.ts";
import { type LabBatch, type LabResult, verdictMetric } from "../../evaluation/types.ts";
import type { RunEvent } from "../../log/events.ts";
import { openRunFile } from "../../log/file.ts";
import { listedPrices, loadPriceTable } from "../../models/prices/price-table.ts";

export interface ReportSource {
  id: string;
  title: string;
  file: string;
  runs: string;
  small: string;
  large: string | null;
}

const large = "Qwen2.5-Coder 1.5B";
const embedded = "Hopwise LM 135M";
const source = (
  id: string,
  title: string,
  models: Partial<Pick<ReportSource, "small" | "large">> = {},
): ReportSource => ({
  id,
  title,
  file: `${id}.lab.json.gz`,
  runs: `${id}.runs.lab.json.gz`,
  small: embedded,
  large,
  ...models,
});

/** The lab opens the first. */
export const reportSources: readonly ReportSource[] = [
  source("factbook-default", "The World Factbook: each stage small or large"),
  source("hotpotqa", "HotpotQA: each stage small or large"),
  source("2wikimultihopqa", "2WikiMultihopQA: each stage small or large"),
  source("musique", "MuSiQue: each stage small or large"),
  source("strategyqa", "StrategyQA: each stage small or large"),
  source("hotpotqa-dose", "HotpotQA: each stage small or large, with a smaller large model", {
    large: "Qwen2.5-Coder 0.5B",
  }),
  source("hotpotqa-decision", "HotpotQA: CoopLLM with its Decision, without it, and all small"),
  source("hotpotqa-rewriters", "HotpotQA: six ways to rewrite a step"),
  source("nq-slimplm-methods", "Natural Questions: SlimPLM and eight other methods"),
  source("nq-slimplm-ablations", "Natural Questions: SlimPLM without each of its parts"),
  source("hotpotqa-tools", "HotpotQA: four ways to search"),
  source("hotpotqa-ra-isf-methods", "HotpotQA: RA-ISF and seven other methods", { large: null }),
  source("hotpotqa-ra-isf-ablations", "HotpotQA: RA-ISF without each of its modules", {
    large: null,
  }),
  source("nq-ra-isf-depth", "Natural Questions: RA-ISF with 0 to 5 levels of splitting", {
    large: null,
  }),
  source("nq-ra-isf-passages", "Natural Questions: RA-ISF with 1 to 9 passages per query", {
    large: null,
  }),
];

const pricedAs = "openai/gpt-4.1-mini";

/** Hashes the unzipped contents, since a server may unzip in transit. */
export function hashOf(zipped: Uint8Array): string {
  return createHash("sha256").update(gunzipSync(zipped)).digest("hex");
}

export async function describeReports(folder: string): Promise<string> {
  const reports: ShippedReport[] = [];
  const countedAs = await priceNamed(pricedAs);
  for (const one of reportSources) reports.push(await described(folder, one, countedAs));
  return `${JSON.stringify(reports, (_, value) => rounded(value), 1)}\n`;
}

/** A table of another day is another price list. */
async function priceNamed(id: string): Promise<CountedAs> {
  const table = await loadPriceTable();
  const found = listedPrices(table, table.asOf).find((one) => one.id === id);
  if (found === undefined) throw new Error(`no price of ${id}`);
  return found;
}

async function described(
  folder: string,
  { id, title, file, runs, small, large }: ReportSource,
  countedAs: CountedAs,
): Promise<ShippedReport> {
  const [bytes, runBytes] = await Promise.all([
    readFile(join(folder, file)),
    readFile(join(folder, runs)),
  ]);
  const [read, runsRead] = [await reportOf(bytes), await reportOf(runBytes)];
  const written = read.results.every(isSplit) ? null : writtenShares(runsRead.logs);
  const report = { ...read, results: read.results.map((one) => splitResult(one, written)) };
  return {
    id,
    title,
    file,
    runs,
    sha256: hashOf(bytes),
    runsSha256: hashOf(runBytes),
    questions: report.batch.questionCount,
    configurations: report.batch.configurations.length,
    logged: [...new Set(runsRead.logs.map(({ question }) => question))],
    small,
    large,
    measured: new Date(report.batch.createdEpochMs).toISOString().slice(0, 10),
    countedAs,
    written,
    ...firstScreen(report, countedAs),
    usage: shippedUsage(report.batch.configurations, report.results),
  };
}

interface ReadReport {
  batch: LabBatch;
  results: LabResult[];
  logs: { question: string; configuration: string; events: readonly RunEvent[] }[];
}

async function reportOf(bytes: Uint8Array): Promise<ReadReport> {
  const read: Omit<ReadReport, "batch"> & { batch: LabBatch | null } = {
    batch: null,
    results: [],
    logs: [],
  };
  await readReport(linesOf(oneText(gunzipSync(bytes).toString("utf8"))), {
    begin: async (batch) => {
      read.batch = batch;
    },
    question: async () => undefined,
    result: async (result) => void read.results.push(result),
    log: async ({ question, configuration, text }) =>
      void read.logs.push({ question, configuration, events: openRunFile(text) }),
  });
  const { batch } = read;
  if (batch === null) throw new Error("the report has no batch");
  return { ...read, batch };
}

async function* oneText(text: string) {
  yield text;
}

/** In dollars if every cost is known, else in large-model tokens. */
function firstScreen(
  { batch, results }: ReadReport,
  price: CountedAs,
): Pick<ShippedReport, "verdicts" | "ceilings"> {
  const priced = results.map((result) => repricedResult(result, null, price));
  const isKnown = priced.every(({ total }) => total.usd !== null);
  const cost = isKnown ? "usd" : "largeTokens";
  const verdicts = reportVerdicts(batch, priced, { metric: verdictMetric, cost });
  const ceilings = reportCeilings(batch, priced);
  return { verdicts, ...(ceilings.length === 0 ? {} : { ceilings }) };
}

/** No picture shows more digits. */
function rounded(value: unknown): unknown {
  if (typeof value !== "number" || Number.isInteger(value)) return value;
  return Number(value.toPrecision(5));
}
