/**
 * The worker's side of the analysis: caches a batch's results, so that they are transferred only
 * once, in pieces that do not block the page.
 */

import { type AnalysisChoice, analyse } from "../../evaluation/analysis/analyse.ts";
import {
  type PackedResults,
  packResults,
  unpackResults,
} from "../../evaluation/analysis/columnar-results.ts";
import { linesOf, type ReportSink, readReport } from "../../evaluation/batch/report.ts";
import { type Settling, settlingOf } from "../../evaluation/batch/settling.ts";
import { unzipped } from "../../evaluation/questions/import/text-of.ts";
import type { QuestionRow } from "../../evaluation/questions/question.ts";
import type { LabAnalysis, LabBatch, LabResult } from "../../evaluation/types.ts";
import { AppError } from "../../log/errors.ts";
import { sha256 } from "../../shared/integrity/sha256.ts";
import { type Settled, settle } from "../../shared/rpc/bridge.ts";

export interface OpenedReport {
  batch: LabBatch;
  questions: readonly Pick<QuestionRow, "id" | "question" | "answers">[];
  results: PackedResults;
}

export interface LabWorker {
  /** Throws if its SHA-256 does not match. */
  open(report: OwnFileAt): Promise<Settled<OpenedReport>>;
  /** A run of such a report as text; null if it has none. The file is read once. */
  log(report: OwnFileAt, question: string, configuration: string): Promise<Settled<string | null>>;
  /** Drops the previous batch. */
  begin(batch: LabBatch): Promise<Settled<void>>;
  add(results: PackedResults): Promise<Settled<void>>;
  analyse(choice: AnalysisChoice): Promise<Settled<LabAnalysis>>;
  /** `questions`: all ids, in the batch's order. Null before the first look. */
  settling(questions: readonly string[]): Promise<Settled<Settling | null>>;
}

export function createLabWorker(): LabWorker {
  let loaded: { batch: LabBatch; results: LabResult[] } | null = null;
  const begun = () => {
    if (loaded === null) throw new AppError("internal", { message: "no results were loaded" });
    return loaded;
  };
  const logs = new Map<string, Promise<ReadonlyMap<string, string>>>();
  return {
    open: (report) => settle(() => openReport(report)),
    log: (report, question, configuration) =>
      settle(async () => {
        const reading = logs.get(report.address) ?? readLogs(report);
        logs.set(report.address, reading);
        reading.catch(() => logs.delete(report.address));
        return (await reading).get(logKey(question, configuration)) ?? null;
      }),
    begin: (batch) =>
      settle(() => {
        loaded = { batch, results: [] };
      }),
    add: (packed) =>
      settle(() => {
        const { results } = begun();
        for (const result of unpackResults(packed)) results.push(result);
      }),
    analyse: (choice) =>
      settle(() => {
        const { batch, results } = begun();
        return analyse(batch, results, choice);
      }),
    settling: (questions) =>
      settle(() => {
        const { batch, results } = begun();
        return settlingOf(batch, questions, results);
      }),
  };
}

export interface OwnFileAt {
  address: string;
  sha256: string;
}

const logKey = (question: string, configuration: string) => `${question}\n${configuration}`;

async function openReport(report: OwnFileAt): Promise<OpenedReport> {
  const questions: Pick<QuestionRow, "id" | "question" | "answers">[] = [];
  const results: LabResult[] = [];
  const batch = await read(report, {
    question: async ({ id, question, answers }) => void questions.push({ id, question, answers }),
    result: async (result) => void results.push(result),
    log: async () => undefined,
  });
  return { batch, questions, results: packResults(results) };
}

async function readLogs(report: OwnFileAt): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>();
  await read(report, {
    question: async () => undefined,
    result: async () => undefined,
    log: async ({ question, configuration, text }) =>
      void texts.set(logKey(question, configuration), text),
  });
  return texts;
}

async function read(
  { address, sha256: wanted }: OwnFileAt,
  sink: Omit<ReportSink, "begin">,
): Promise<LabBatch> {
  const found: { batch: LabBatch | null } = { batch: null };
  const begin = async (batch: LabBatch) => {
    found.batch = batch;
  };
  await readReport(linesOf(await unzippedText(address, wanted)), { ...sink, begin });
  if (found.batch === null) throw new AppError("internal", { message: "a report without a batch" });
  return found.batch;
}

async function unzippedText(address: string, wanted: string): Promise<AsyncIterable<string>> {
  const response = await fetch(address).catch((cause: unknown) => {
    throw new AppError("download-failed", { file: address }, { retryable: true, cause });
  });
  if (!response.ok) {
    throw new AppError("download-failed", { file: address, status: response.status });
  }
  const plain = await unzipped(await response.blob());
  const bytes = new Uint8Array(await new Response(plain).arrayBuffer());
  if ((await sha256(bytes)) !== wanted) {
    throw new AppError("integrity-failed", { file: address }, { retryable: true });
  }
  return oneText(new TextDecoder().decode(bytes));
}

async function* oneText(text: string) {
  yield text;
}
