/** Streams a batch out of the browser and back in: results, logs, and the whole as a report. */
import {
  linesOf,
  type ReportSink,
  readReport,
  writeReport,
} from "../../evaluation/batch/report.ts";
import { reportText } from "../../evaluation/batch/report-text.ts";
import { resultCells, resultColumns } from "../../evaluation/batch/result-table.ts";
import { type AskedRun, traceLines } from "../../evaluation/batch/traces.ts";
import type { QuestionRow } from "../../evaluation/questions/question.ts";
import type { LabBatch, LabResult } from "../../evaluation/types.ts";
import { openRunFile } from "../../log/file.ts";
import { csvOptions } from "../../shared/csv.ts";
import type { LabStorage, LogText, StoredBatch } from "../../storage/lab.ts";

/**
 * `results-jsonl`, `results-csv`: one line per result; `logs`: JSONL, one run with its log per
 * line; `report`: everything, as the command line writes it and `importReport` reads it; `traces`:
 * OTLP, a request a line, ids and figures only.
 */
export type ExportKind = "results-jsonl" | "results-csv" | "logs" | "report" | "traces";

export interface ExportedFile {
  name: string;
  blob: Blob;
}

const endings: Record<ExportKind, readonly [string, string]> = {
  "results-jsonl": [".results.jsonl", "application/x-ndjson"],
  "results-csv": [".results.csv", "text/csv"],
  logs: [".runs.jsonl", "application/x-ndjson"],
  report: [".lab.json", "application/json"],
  traces: [".otlp.jsonl", "application/x-ndjson"],
};

export async function exportBatch(
  storage: LabStorage,
  { batch, paidNanoUsd }: StoredBatch,
  kind: ExportKind,
): Promise<ExportedFile> {
  const paidUsd = paidNanoUsd / 1e9;
  const [ending, type] = endings[kind];
  const pieces = await piecesOf(storage, batch, paidUsd, kind);
  return { name: `${fileName(batch.title)}${ending}`, blob: await blobOf(pieces, type) };
}

async function piecesOf(
  storage: LabStorage,
  batch: LabBatch,
  paidUsd: number,
  kind: ExportKind,
): Promise<AsyncIterable<string>> {
  const { id } = batch;
  switch (kind) {
    case "results-jsonl":
      return lines(storage.results(id), (result) => JSON.stringify(result));
    case "results-csv":
      return csv(storage.results(id));
    case "logs":
      return lines(storage.logs(id), logLine);
    case "traces":
      return traceLines(batch, askedRuns(storage, id));
    case "report":
      return writeReport({
        batch,
        paidUsd,
        questions: storage.questions(id),
        results: storage.results(id),
        logs: storage.logs(id),
      });
  }
}

export async function* askedRuns(
  storage: LabStorage,
  id: string,
): AsyncGenerator<AskedRun, void, undefined> {
  for await (const results of storage.results(id)) {
    for (const result of results) {
      const text = await storage.log(id, result.question, result.configuration);
      yield { result, events: text === null ? null : openRunFile(text) };
    }
  }
}

function logLine({ question, configuration, text }: LogText): string {
  const head = JSON.stringify({ question, configuration });
  return `${head.slice(0, -1)},"log":${text.trim()}}`;
}

async function* lines<T>(
  pieces: AsyncIterable<readonly T[]>,
  line: (record: T) => string,
): AsyncGenerator<string, void, undefined> {
  for await (const records of pieces) yield records.map((one) => `${line(one)}\n`).join("");
}

async function* csv(
  pieces: AsyncIterable<readonly LabResult[]>,
): AsyncGenerator<string, void, undefined> {
  const { default: papa } = await import("papaparse");
  const options = { ...csvOptions, newline: "\n" };
  yield `${papa.unparse([[...resultColumns]], options)}\n`;
  for await (const results of pieces) {
    if (results.length > 0) yield `${papa.unparse(results.map(resultCells), options)}\n`;
  }
}

/** Pieces go into blobs as they come, which the browser may keep on disk. */
async function blobOf(pieces: AsyncIterable<string>, type: string): Promise<Blob> {
  const blobs: Blob[] = [];
  for await (const piece of pieces) blobs.push(new Blob([piece]));
  return new Blob(blobs, { type });
}

function fileName(title: string): string {
  const plain = title.replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-|-$/gu, "");
  return plain === "" ? "batch" : plain.slice(0, 80);
}

/** Records per write. */
const piece = 200;

/**
 * Returns the new batch's id. A report, zipped or not, that cannot be read to its end leaves
 * nothing behind.
 */
export async function importBatch(
  storage: LabStorage,
  file: Blob,
  newId: () => string,
): Promise<string> {
  const sink = new StoringSink(storage, newId);
  try {
    await readReport(linesOf(reportText(file)), sink);
    return await sink.finish();
  } catch (thrown) {
    await sink.undo();
    throw thrown;
  }
}

class StoringSink implements ReportSink {
  readonly #storage: LabStorage;
  readonly #newId: () => string;
  #batch: LabBatch | null = null;
  #paidNanoUsd = 0;
  /** Held until the batch itself can be written. */
  #questions: QuestionRow[] = [];
  #results: LabResult[] = [];
  #logs: LogText[] = [];

  constructor(storage: LabStorage, newId: () => string) {
    this.#storage = storage;
    this.#newId = newId;
  }

  async begin(batch: LabBatch, paidUsd: number | null): Promise<void> {
    const taken = (await this.#storage.batch(batch.id)) !== null;
    this.#batch = taken ? { ...batch, id: this.#newId() } : batch;
    this.#paidNanoUsd = Math.round((paidUsd ?? 0) * 1e9);
  }

  async question(row: QuestionRow): Promise<void> {
    this.#questions.push(row);
  }

  async result(result: LabResult): Promise<void> {
    this.#results.push({ ...result, batch: this.#batch?.id ?? result.batch });
    if (this.#results.length >= piece) await this.#flushResults();
  }

  async log(log: LogText): Promise<void> {
    this.#logs.push(log);
    if (this.#logs.length >= piece / 10) await this.#flushLogs();
  }

  async finish(): Promise<string> {
    const batch = this.#begun();
    await this.#flushResults();
    await this.#flushLogs();
    const stored = { batch, imported: true, keepsLogs: true, paidNanoUsd: this.#paidNanoUsd };
    await this.#storage.create(stored, this.#questions);
    return batch.id;
  }

  async undo(): Promise<void> {
    if (this.#batch !== null) await this.#storage.remove(this.#batch.id);
  }

  async #flushResults(): Promise<void> {
    await this.#storage.keepAll(this.#results.splice(0));
  }

  async #flushLogs(): Promise<void> {
    await this.#storage.keepLogs(this.#begun().id, this.#logs.splice(0));
  }

  #begun(): LabBatch {
    if (this.#batch === null) throw new TypeError("a report begins with its batch");
    return this.#batch;
  }
}
