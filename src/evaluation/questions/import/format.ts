/** Plain data that can cross workers. */
import type { QuestionRow } from "../question.ts";

export const formatIds = [
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
  /** KILT's common form covers several sets, ELI5 among them. */
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
  "cut-off",
  "not-an-object",
  "wrong-shape",
  "no-question",
  "no-answer",
  /** `limit`, in characters. */
  "question-too-long",
  /** The row; `limit`, in characters. */
  "too-large",
  /** CSV: the quotes of a cell do not close, or close too early. */
  "quotes-open",
  "format-unknown",
  "no-list",
] as const;
export type RowProblem = (typeof rowProblems)[number];

export interface BadRow {
  /** Line where the row begins, from 1. */
  line: number;
  reason: RowProblem;
  params: Readonly<Record<string, string | number>>;
}

export interface RenamedRow {
  line: number;
  id: string;
  to: string;
}

export interface Imported {
  format: FormatId | null;
  /** Null if the rows name several or none. */
  dataset: string | null;
  questions: QuestionRow[];
  bad: BadRow[];
  badCount: number;
  renamed: RenamedRow[];
  renamedCount: number;
  unanswerable: number;
  contextCount: number;
  /** Each question can then be asked over its own paragraphs. */
  hasContext: boolean;
}

export type Converted =
  | { kind: "row"; row: RowDraft }
  | { kind: "bad"; reason: RowProblem; params: BadRow["params"] }
  | { kind: "unanswerable" };

/** `line` counts from 1. */
export type Take = (line: number, converted: Converted) => void;

/** A row with a null id is named after its position. */
export type RowDraft = Omit<QuestionRow, "id"> & { id: string | null };

export const importLimits = {
  maxBytes: 200_000_000,
  maxRowLength: 1_000_000,
} as const;

export const maxReportedRows = 200;

export const delimiters = [",", ";", "\t", "|"] as const;
export type Delimiter = (typeof delimiters)[number];

/** Column indices, from 0. */
export interface ColumnMapping {
  question: number | null;
  answers: number[];
  id: number | null;
  type: number | null;
  context: number | null;
  contextTitle: number | null;
}

export interface TableOptions {
  delimiter: Delimiter;
  header: boolean;
  mapping: ColumnMapping;
  /** Null if a cell is one answer, or a JSON list. */
  answerSeparator: string | null;
  /** If false, quotation marks are text, as in typed questions. */
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
