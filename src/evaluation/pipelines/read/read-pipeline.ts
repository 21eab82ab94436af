/** Reads anybody's runs: a table, or the traces and results that other tools export. */
import { tableRows } from "../../questions/import/table-rows.ts";
import { textOf } from "../../questions/import/text-of.ts";
import type { PipelineRun, PipelineRuns } from "../runs.ts";
import {
  formatOf,
  langfuseSpans,
  otlpSpans,
  type PipelineFormat,
  phoenixSpans,
  promptfooRows,
} from "./formats.ts";
import { type Mapping, mappedRun, proposedMapping } from "./mapping.ts";
import { type Fields, flattened, isRecord, textOfCell, type Unreadable } from "./parts.ts";
import { runsOfSpans, type Span } from "./spans.ts";

export interface ReadPipeline {
  format: PipelineFormat;
  /** Empty unless it is a table. */
  columns: readonly string[];
  /** The first value of each column, shortened. */
  examples: readonly string[];
  /** Null for traces, and where the columns' names do not say what they mean. */
  mapping: Mapping | null;
  runs: PipelineRuns;
  bad: readonly Unreadable[];
}

export interface ReadOptions {
  mapping?: Mapping;
  /** Called while runs are made, with how many rows or traces were seen. */
  tell?: Progress;
}

/** `total` is counted in the same things as `done`. */
type Progress = (done: number, total: number) => void;

/** A name for what the bytes begin with. */
const parquetMark = "PAR1";

/** Throws `question-file-too-large`, `question-file-unreadable` or `parquet-unreadable`. */
export async function openPipeline(file: Blob, options: ReadOptions = {}): Promise<ReadPipeline> {
  if ((await file.slice(0, parquetMark.length).text()) !== parquetMark) {
    return readPipeline(await textOf(file), options);
  }
  // 200 kB that few files need.
  const { parquetRows } = await import("./parquet.ts");
  return readItems({ items: await parquetRows(file), bad: [] }, options);
}

export async function readPipeline(text: string, options: ReadOptions = {}): Promise<ReadPipeline> {
  const start = text.trimStart().slice(0, 1);
  if (start !== "{" && start !== "[") return tableOf(await csvRows(text), options);
  return readItems(jsonItems(text), options);
}

function readItems({ items, bad }: Items, options: ReadOptions): ReadPipeline {
  const format = formatOf(items);
  const read = spansOf(format, items);
  if (read === null) {
    const rows = format === "promptfoo" ? promptfooRows(items) : items.map(flattened);
    const table = tableOf(
      { rows: rows.map((fields, at) => ({ row: at + 1, fields })), bad },
      options,
    );
    return { ...table, format };
  }
  const spans = read.filter((span) => span !== null);
  const notSpans = read.flatMap((span, at): Unreadable[] =>
    span === null ? [{ row: at + 1, reason: "not-a-span", at: "" }] : [],
  );
  const found = runsOfSpans(spans, options.tell);
  return {
    format,
    columns: [],
    examples: [],
    mapping: null,
    runs: found.runs,
    bad: [...bad, ...notSpans, ...found.bad],
  };
}

function spansOf(format: PipelineFormat, items: readonly unknown[]): (Span | null)[] | null {
  switch (format) {
    case "otlp":
      return otlpSpans(items);
    case "phoenix":
      return phoenixSpans(items);
    case "langfuse":
      return langfuseSpans(items);
    case "table":
    case "promptfoo":
      return null;
  }
}

interface Items {
  items: readonly unknown[];
  bad: readonly Unreadable[];
}

/** A JSON list, an object, `{ "data": [...] }` as servers send it, or an object a line. */
function jsonItems(text: string): Items {
  const whole = parsed(text);
  if (Array.isArray(whole)) return { items: whole, bad: [] };
  if (isRecord(whole)) {
    const { data } = whole;
    return { items: Array.isArray(data) ? data : [whole], bad: [] };
  }
  const items: unknown[] = [];
  const bad: Unreadable[] = [];
  for (const [at, line] of text.split("\n").entries()) {
    if (line.trim() === "") continue;
    const item = parsed(line);
    if (isRecord(item)) items.push(item);
    else bad.push({ row: at + 1, reason: "not-json", at: "" });
  }
  return { items, bad };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

interface Rows {
  rows: readonly { row: number; fields: Fields }[];
  bad: readonly Unreadable[];
}

async function csvRows(text: string): Promise<Rows> {
  const rows: { row: number; fields: Fields }[] = [];
  const bad: Unreadable[] = [];
  let columns: readonly string[] | null = null;
  const [head = ""] = text.split("\n", 1);
  const delimiter = head.includes("\t") ? "\t" : head.includes(";") ? ";" : ",";
  await tableRows(text.replace("\uFEFF", ""), { delimiter }, (placed) => {
    if (!placed.ok) {
      const reason = placed.reason === "quotes-open" ? "quotes-open" : "too-long";
      bad.push({ row: placed.line, reason, at: "" });
    } else if (columns === null) columns = placed.cells.map((cell) => cell.trim());
    else {
      const names: readonly string[] = columns;
      const cells = placed.cells.slice(0, names.length);
      rows.push({
        row: placed.line,
        fields: new Map(cells.map((cell, at) => [names[at] ?? "", cell])),
      });
    }
  });
  return { rows, bad };
}

/** Progress is reported every so many rows. */
const stepRows = 500;

function tableOf({ rows, bad }: Rows, { mapping: given, tell }: ReadOptions): ReadPipeline {
  const columns = [...new Set(rows.flatMap(({ fields }) => [...fields.keys()]))];
  const mapping = given ?? proposedMapping(columns);
  const read: PipelineRun[] = [];
  const unread: Unreadable[] = [...bad];
  if (mapping !== null) {
    for (const [at, { row, fields }] of rows.entries()) {
      if (at % stepRows === 0) tell?.(at, rows.length);
      const run = mappedRun(fields, row, mapping);
      if ("reason" in run) unread.push(run);
      else read.push(run);
    }
  }
  const stages = mapping?.stages.map(({ name }) => name) ?? [];
  return {
    format: "table",
    columns,
    examples: columns.map((column) => exampleOf(rows, column)),
    mapping,
    runs: { stages, runs: read },
    bad: unread,
  };
}

const longestExample = 40;

function exampleOf(rows: Rows["rows"], column: string): string {
  const row = rows.find(({ fields }) => textOfCell(fields.get(column)) !== null);
  return (textOfCell(row?.fields.get(column)) ?? "").slice(0, longestExample);
}
