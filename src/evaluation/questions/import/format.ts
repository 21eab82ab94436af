/** Result of importing question files of any format. Plain data: it crosses workers. */
import type { QuestionRow } from "../question.ts";

export const formatIds = [
  /** The project's JSONL schema (`evaluation/questions/question.ts`). */
  "project",
  "hotpotqa",
  "2wikimultihopqa",
  "musique",
  "nq-open",
  "squad",
  "strategyqa",
  "triviaqa",
  "asqa",
  "eli5",
  /** KILT's common form for several sets, ELI5 among them. */
  "kilt",
  "openbookqa",
  "freshqa",
  "webqa",
  "cdqa",
  "csv",
] as const;
export type FormatId = (typeof formatIds)[number];

export const rowProblems = [
  "not-json",
  /** The file ends in the middle of the row. */
  "cut-off",
  "not-an-object",
  /** A field does not match the format; `field` is its path. */
  "wrong-shape",
  "no-question",
  "no-answer",
  /** `limit`, in characters. */
  "question-too-long",
  /** The row; `limit`, in characters. */
  "too-large",
  /** CSV: the quotes of a cell do not close, or close too early. */
  "quotes-open",
  /** The whole file: none of the formats. */
  "format-unknown",
  /** The whole file: it has no list of questions where the format expects one. */
  "no-list",
] as const;
export type RowProblem = (typeof rowProblems)[number];

export interface BadRow {
  /** Line where the row begins, from 1. */
  line: number;
  reason: RowProblem;
  params: Readonly<Record<string, string | number>>;
}

/** A repeated id got a new one. */
export interface RenamedRow {
  line: number;
  id: string;
  to: string;
}

export interface Imported {
  format: FormatId | null;
  /** Name of the set; null if the rows name several or none. */
  dataset: string | null;
  questions: QuestionRow[];
  /** The first 200; `badCount` counts them all. */
  bad: BadRow[];
  badCount: number;
  /** Also at most 200. */
  renamed: RenamedRow[];
  renamedCount: number;
  /** Questions without an answer by design (SQuAD 2.0, MuSiQue-Full); also left out. */
  unanswerable: number;
  contextCount: number;
  /** Every question has paragraphs, so each can be asked over its own. */
  hasContext: boolean;
}

export type Converted =
  | { kind: "row"; row: RowDraft }
  | { kind: "bad"; reason: RowProblem; params: BadRow["params"] }
  | { kind: "unanswerable" };

/** Takes the next row; `line` is where it begins, from 1. */
export type Take = (line: number, converted: Converted) => void;

/** `id` null: the source has none; it is named after its position. */
export type RowDraft = Omit<QuestionRow, "id"> & { id: string | null };

export const importLimits = {
  /** Bytes of a file, unzipped. */
  maxBytes: 200_000_000,
  /** Characters of a row. */
  maxRowLength: 1_000_000,
} as const;

export const maxReportedRows = 200;

export const delimiters = [",", ";", "\t", "|"] as const;
export type Delimiter = (typeof delimiters)[number];

/** Column indices, from 0. */
export interface ColumnMapping {
  question: number | null;
  /** All of them hold gold answers. */
  answers: number[];
  id: number | null;
  type: number | null;
  /** A paragraph's text; `contextTitle` is its title. */
  context: number | null;
  contextTitle: number | null;
}

export interface TableOptions {
  delimiter: Delimiter;
  /** The first row names the columns. */
  header: boolean;
  mapping: ColumnMapping;
  /** Separates several answers in one cell; null: a cell is one answer, or a JSON list of them. */
  answerSeparator: string | null;
  /** False: quotation marks are text, as where questions were typed. */
  quotes?: boolean;
}

export interface TablePreview {
  options: TableOptions;
  columns: string[];
  rows: string[][];
}

export interface ImportOptions {
  /** Absent: detected from the text. */
  format?: FormatId;
  /** For CSV; absent: as `previewTable` proposes. */
  table?: TableOptions;
  dataset?: string;
  /** Keeps questions without an answer, to be asked and not scored. */
  unscored?: boolean;
}
