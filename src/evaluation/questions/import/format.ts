/** What importing question files gives, whatever their format. Plain data: it crosses workers. */
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
  /** The form that KILT gives to several sets, ELI5 among them. */
  "kilt",
  "openbookqa",
  "freshqa",
  "webqa",
  "cdqa",
  "csv",
] as const;
export type FormatId = (typeof formatIds)[number];

/** Why a row was left out. */
export const rowProblems = [
  /** It is not JSON. */
  "not-json",
  /** The file ends in the middle of it. */
  "cut-off",
  "not-an-object",
  /** A field is not what the format says; `field` is its path. */
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
  /** The whole file: it holds no list of questions where the format has one. */
  "no-list",
] as const;
export type RowProblem = (typeof rowProblems)[number];

export interface BadRow {
  /** Counted from 1: where the row begins in the file. */
  line: number;
  reason: RowProblem;
  params: Readonly<Record<string, string | number>>;
}

/** An id that was there before got a new one. */
export interface RenamedRow {
  line: number;
  id: string;
  to: string;
}

export interface Imported {
  /** Null when it could not be told. */
  format: FormatId | null;
  /** Name of the set; null where the rows name several or none. */
  dataset: string | null;
  questions: QuestionRow[];
  /** The first 200; `badCount` counts them all. */
  bad: BadRow[];
  badCount: number;
  /** Likewise. */
  renamed: RenamedRow[];
  renamedCount: number;
  /** Questions that have no answer by design (SQuAD 2.0, MuSiQue-Full); they are left out, too. */
  unanswerable: number;
  /** Questions that bring paragraphs of their own. */
  contextCount: number;
  /** Every question does, so that each can be asked over its own. */
  hasContext: boolean;
}

/** A row as its format's file reads it. */
export type Converted =
  | { kind: "row"; row: RowDraft }
  | { kind: "bad"; reason: RowProblem; params: BadRow["params"] }
  | { kind: "unanswerable" };

/** Takes the next row; `line` is where it begins, from 1. */
export type Take = (line: number, converted: Converted) => void;

/** `id` null: the source has none; it is named after its place. */
export type RowDraft = Omit<QuestionRow, "id"> & { id: string | null };

export const importLimits = {
  /** Bytes of a file, unzipped. */
  maxBytes: 200_000_000,
  /** Characters of a row. */
  maxRowLength: 1_000_000,
} as const;

/** Bad and renamed rows that are kept for showing. */
export const maxReportedRows = 200;

export const delimiters = [",", ";", "\t", "|"] as const;
export type Delimiter = (typeof delimiters)[number];

/** Which column holds what, counted from 0. */
export interface ColumnMapping {
  question: number | null;
  /** All of them hold gold answers. */
  answers: number[];
  id: number | null;
  type: number | null;
  /** A paragraph of text, and its title. */
  context: number | null;
  contextTitle: number | null;
}

export interface TableOptions {
  delimiter: Delimiter;
  /** The first row names the columns. */
  header: boolean;
  mapping: ColumnMapping;
  /** Between several answers in one cell; null: a cell is one answer, or a JSON list of them. */
  answerSeparator: string | null;
}

/** A table before it is imported: what it looks like, and how it would be read. */
export interface TablePreview {
  options: TableOptions;
  /** Names of the columns, by the heading; "" where there is none. */
  columns: string[];
  /** The first few rows below the heading. */
  rows: string[][];
}

export interface ImportOptions {
  /** Absent: told from the text. */
  format?: FormatId;
  /** For CSV; absent: as `previewTable` proposes. */
  table?: TableOptions;
  /** Name of the set where the rows name none, such as the file's name. */
  dataset?: string;
}
