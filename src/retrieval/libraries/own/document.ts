/** The result of parsing a file: its text, and the locations of its parts. */
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
/** Why a table row or a JSONL line was left out. */
export type RowProblem = (typeof rowProblems)[number];

export interface BadRow {
  /** From 1. */
  line: number;
  reason: RowProblem;
}

/** A part of the text with its own heading; ends where the next one begins. */
export interface Section {
  from: number;
  /** Start of the text after the heading, which is the title of its passages. */
  bodyFrom: number;
  /** Outermost first; empty before the first heading. */
  headings: readonly string[];
  /** Row of a table or a JSONL file, from 1. */
  row: number | null;
}

export interface ParsedDocument {
  /** The document's own title; null if it has none. */
  title: string | null;
  text: string;
  /** In order; the first begins at 0. */
  sections: Section[];
  /** Start of each page; empty without pages. */
  pageStarts: number[];
  /** The text exceeded the limit. */
  cut: boolean;
  badRows: BadRow[];
  badRowCount: number;
}

export const cutReasons = ["characters", "passages"] as const;
export type CutReason = (typeof cutReasons)[number];

export interface DocumentLimits {
  /** Limit for the file, and for its decompressed contents. */
  maxBytes: number;
  /** Per document; the rest is cut off. */
  maxCharacters: number;
  /** Per document. */
  maxPassages: number;
  /** Per library. */
  maxLibraryPassages: number;
}

/** Limits a page can hold and embed in reasonable time. */
export const documentLimits: DocumentLimits = {
  maxBytes: 100_000_000,
  maxCharacters: 6_000_000,
  maxPassages: 20_000,
  maxLibraryPassages: 50_000,
};

export interface ParseOptions {
  /** File name without extension. */
  name: string;
  maxCharacters: number;
  /** A PDF.js character map by file name, for PDFs in Chinese, Japanese, Korean. */
  characterMap: (file: string) => Promise<Uint8Array>;
  onPage: (page: number, pages: number) => void;
}

export type Parse = (bytes: Uint8Array, options: ParseOptions) => Promise<ParsedDocument>;
