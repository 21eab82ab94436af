/** Reads question files, and questions pasted as lines. Runs in a worker. */
import { type Settled, settle } from "../../shared/rpc/bridge.ts";
import { detectFormat } from "./import/detect.ts";
import type { Delimiter, FormatId, Imported, TableOptions, TablePreview } from "./import/format.ts";
import { importQuestions } from "./import/import-questions.ts";
import { previewTable } from "./import/table.ts";
import { textOf } from "./import/text-of.ts";

export interface ReadOptions {
  format?: FormatId;
  /** Setting this proposes the table's columns again. */
  look?: { delimiter: Delimiter; header: boolean };
  table?: TableOptions;
  dataset: string;
  /** Each line is a question, with any answers after a tab or else a bar. */
  pasted?: true;
}

export interface ReadFile {
  imported: Imported;
  table: TablePreview | null;
}

export interface QuestionFileWorker {
  open(file: Blob, options: ReadOptions): Promise<Settled<ReadFile>>;
}

export function createQuestionFileWorker(): QuestionFileWorker {
  return {
    open: (file, options) => settle(async () => readText(await textOf(file), options)),
  };
}

async function readText(text: string, options: ReadOptions): Promise<ReadFile> {
  const { dataset, look, table, pasted } = options;
  if (pasted) return { imported: await readLines(text, dataset), table: null };
  const format = options.format ?? detectFormat(text);
  if (format === null) return { imported: await importQuestions(text, { dataset }), table: null };
  if (format !== "csv") {
    return { imported: await importQuestions(text, { format, dataset }), table: null };
  }
  const preview = await previewTable(text, table ?? look ?? {});
  const chosen = table ?? preview.options;
  const imported = await importQuestions(text, { format, dataset, table: chosen });
  return { imported, table: { ...preview, options: chosen } };
}

/** Spreadsheets quote their cells; a person who types may begin a line with a quoted title. */
export async function readLines(text: string, dataset: string): Promise<Imported> {
  const delimiter = text.includes("\t") ? "\t" : "|";
  const read = async (quotes: boolean) => {
    const { options: table } = await previewTable(text, { delimiter, quotes });
    return importQuestions(text, { format: "csv", dataset, table, unscored: true });
  };
  const imported = await read(true);
  const isTyped = imported.bad.some(({ reason }) => reason === "quotes-open");
  return isTyped ? read(false) : imported;
}
