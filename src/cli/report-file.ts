/** Reads `.lab.json`, zipped or not. */
import { createReadStream } from "node:fs";
import { createGunzip } from "node:zlib";
import { linesOf, type ReportLog, readReport } from "../evaluation/batch/report.ts";
import type { QuestionRow } from "../evaluation/questions/question.ts";
import type { LabBatch, LabResult } from "../evaluation/types.ts";
import type { Price } from "../log/types.ts";
import { listedPrices, loadPriceTable } from "../models/prices/price-table.ts";
import { UsageError } from "./arguments.ts";

export interface ReportFile {
  batch: LabBatch;
  questions: readonly QuestionRow[];
  results: readonly LabResult[];
  logs: readonly ReportLog[];
}

export async function readReportFile(path: string): Promise<ReportFile> {
  const questions: QuestionRow[] = [];
  const results: LabResult[] = [];
  const logs: ReportLog[] = [];
  let batch: LabBatch | null = null;
  const file = createReadStream(path);
  const text = path.endsWith(".gz") ? file.pipe(createGunzip()) : file;
  await readReport(linesOf(text.setEncoding("utf8")), {
    async begin(own) {
      batch = own;
    },
    question: async (row) => void questions.push(row),
    result: async (row) => void results.push(row),
    log: async (log) => void logs.push(log),
  });
  if (batch === null) throw new UsageError(`${path} is not a report of the lab.`);
  return { batch, questions, results, logs };
}

/** `id` is a row of the price table: "openai/gpt-4.1-mini". */
export async function listedPrice(id: string): Promise<Price & { title: string }> {
  const today = new Date().toISOString().slice(0, 10);
  const row = listedPrices(await loadPriceTable(), today).find((one) => one.id === id);
  if (row === undefined) throw new UsageError(`No price of ${id} is known.`);
  const { id: _id, ...price } = row;
  return price;
}
