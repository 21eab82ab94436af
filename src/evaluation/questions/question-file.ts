/** Opened once, then read again when its format or columns change. */
import { type Settled, settle } from "../../shared/rpc/bridge.ts";
import { detectFormat } from "./import/detect.ts";
import type { Delimiter, FormatId, Imported, TableOptions, TablePreview } from "./import/format.ts";
import { importQuestions } from "./import/import-questions.ts";
import { previewTable } from "./import/table.ts";
import { textOf } from "./import/text-of.ts";

export interface ReadOptions {
  format?: FormatId;
  /** The table's columns are then proposed again. */
  look?: { delimiter: Delimiter; header: boolean };
  table?: TableOptions;
  dataset: string;
}

export interface ReadFile {
  imported: Imported;
  table: TablePreview | null;
}

/** Runs in a worker; holds the text of the last opened file. */
export interface QuestionFileWorker {
  open(file: Blob, options: ReadOptions): Promise<Settled<ReadFile>>;
  read(options: ReadOptions): Promise<Settled<ReadFile>>;
}

export function createQuestionFileWorker(): QuestionFileWorker {
  let text = "";
  return {
    open: (file, options) =>
      settle(async () => {
        text = await textOf(file);
        return readText(text, options);
      }),
    read: (options) => settle(() => readText(text, options)),
  };
}

async function readText(text: string, options: ReadOptions): Promise<ReadFile> {
  const { dataset, look, table } = options;
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
