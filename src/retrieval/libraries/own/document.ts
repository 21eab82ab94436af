/** What a parser makes of a file: its text, and where its parts stand in it. */
import type { LineProblem } from "../corpus-row.ts";

export const documentKinds = ["text", "markdown", "html", "pdf", "csv", "jsonl"] as const;
export type DocumentKind = (typeof documentKinds)[number];

export const rowProblems = [
  "not-json",
  "not-an-object",
  "text-missing",
  "text-empty",
  "title-not-text",
  "duplicate-id",
  "line-too-long",
  "quotes",
] as const satisfies readonly (LineProblem | "quotes")[];
/** Why a row of a table or a line of JSONL was left out. */
export type RowProblem = (typeof rowProblems)[number];

export interface BadRow {
  /** Counted from 1. */
  line: number;
  reason: RowProblem;
}

/** A part of the text with a heading of its own; it ends where the next one begins. */
export interface Section {
  from: number;
  /** Behind its heading, which its passages have as their title. */
  bodyFrom: number;
  /** Outermost first; none before the first heading. */
  headings: readonly string[];
  /** Of a table or a JSONL file, counted from 1. */
  row: number | null;
}

export interface ParsedDocument {
  /** What the document calls itself; null where it does not say. */
  title: string | null;
  text: string;
  /** In their order; the first begins at 0. */
  sections: Section[];
  /** Where each page begins; empty for what has no pages. */
  pageStarts: number[];
  /** There was more text than a document may have. */
  cut: boolean;
  badRows: BadRow[];
  badRowCount: number;
}

export const cutReasons = ["characters", "passages"] as const;
export type CutReason = (typeof cutReasons)[number];

export interface DocumentLimits {
  /** Of the file, and of what is in it when it is zipped. */
  maxBytes: number;
  /** Of a document's text; the rest is cut off. */
  maxCharacters: number;
  /** Of one document. */
  maxPassages: number;
  /** Of all documents of a library. */
  maxLibraryPassages: number;
}

/** What a page can hold, and embed in good time. */
export const documentLimits: DocumentLimits = {
  maxBytes: 100_000_000,
  maxCharacters: 6_000_000,
  maxPassages: 20_000,
  maxLibraryPassages: 50_000,
};

/** What a parser is given besides the file. */
export interface ParseOptions {
  /** The file's name without its ending. */
  name: string;
  maxCharacters: number;
  /** Bytes of a character map of PDF.js, by file name: for PDFs in Chinese, Japanese, Korean. */
  characterMap: (file: string) => Promise<Uint8Array>;
  onPage: (page: number, pages: number) => void;
}

export type Parse = (bytes: Uint8Array, options: ParseOptions) => Promise<ParsedDocument>;
