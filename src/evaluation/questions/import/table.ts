import * as z from "zod/mini";
import { bad, good } from "./convert.ts";
import {
  type Converted,
  type Delimiter,
  delimiters,
  type TableOptions,
  type TablePreview,
  type Take,
} from "./format.ts";
import { hasHeading, proposeMapping, proposeSeparator } from "./table-mapping.ts";
import { tableParser, tableRows } from "./table-rows.ts";

const previewRows = 6;
/** In characters; columns and separators are proposed from them. */
const sampleLength = 200_000;

export async function previewTable(
  text: string,
  given: { delimiter?: Delimiter; header?: boolean; quotes?: boolean } = {},
): Promise<TablePreview> {
  const papa = await tableParser();
  const { quotes = true } = given;
  const sample = text.slice(0, sampleLength);
  const { data, meta } = papa.parse<string[]>(sample, {
    delimiter: given.delimiter ?? "",
    delimitersToGuess: [...delimiters],
    skipEmptyLines: "greedy",
    ...(quotes ? {} : { fastMode: true }),
  });
  const delimiter = given.delimiter ?? delimiters.find((one) => one === meta.delimiter) ?? ",";
  const header = given.header ?? hasHeading(data[0] ?? []);
  const rows = header ? data.slice(1) : data;
  const width = data.reduce((most, row) => Math.max(most, row.length), 0);
  const columns = Array.from({ length: width }, (_, index) =>
    header ? (data[0]?.[index] ?? "").trim() : "",
  );
  const mapping = proposeMapping(columns);
  const answers = rows.flatMap((row) => mapping.answers.map((column) => row[column] ?? ""));
  const answerSeparator = proposeSeparator(answers, delimiter);
  return {
    options: { delimiter, header, mapping, answerSeparator, ...(quotes ? {} : { quotes }) },
    columns,
    rows: rows.slice(0, previewRows),
  };
}

export async function readTable(text: string, options: TableOptions, take: Take): Promise<void> {
  let heading = options.header;
  await tableRows(text, options, (row) => {
    if (heading) heading = false;
    else take(row.line, row.ok ? fromCells(row.cells, options) : bad(row.reason, row.params));
  });
}

function fromCells(
  cells: readonly string[],
  { mapping, answerSeparator }: TableOptions,
): Converted {
  const cell = (column: number | null) => (column === null ? "" : (cells[column] ?? "").trim());
  const [id, type, context] = [cell(mapping.id), cell(mapping.type), cell(mapping.context)];
  return good({
    id: id === "" ? null : id,
    question: cell(mapping.question),
    answers: mapping.answers.flatMap((column) => answersIn(cell(column), answerSeparator)),
    ...(type === "" ? {} : { type }),
    ...(context === ""
      ? {}
      : { context: [{ title: cell(mapping.contextTitle), sentences: [context] }] }),
  });
}

function answersIn(cell: string, separator: string | null): string[] {
  return jsonList(cell) ?? (separator === null ? [cell] : cell.split(separator));
}

const textList = z.array(z.string());

function jsonList(cell: string): string[] | null {
  if (!cell.startsWith("[")) return null;
  try {
    const list = textList.safeParse(JSON.parse(cell));
    return list.success ? list.data : null;
  } catch {
    return null;
  }
}
