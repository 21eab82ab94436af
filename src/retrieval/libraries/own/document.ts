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
export type RowProblem = (typeof rowProblems)[number];

export interface BadRow {
  /** From 1. */
  line: number;
  reason: RowProblem;
}

/** Ends where the next one begins. */
export interface Section {
  from: number;
  /** Start of the text after the heading. */
  bodyFrom: number;
  /** Outermost first. */
  headings: readonly string[];
  /** From 1. */
  row: number | null;
}

export interface ParsedDocument {
  title: string | null;
  text: string;
  /** The first begins at 0. */
  sections: Section[];
  /** Empty without pages. */
  pageStarts: number[];
  /** The text exceeded the limit. */
  cut: boolean;
  badRows: BadRow[];
  badRowCount: number;
}

export const cutReasons = ["characters", "passages"] as const;
export type CutReason = (typeof cutReasons)[number];

export interface DocumentLimits {
  /** Bounds the file and its decompressed contents. */
  maxBytes: number;
  /** Per document; the rest is cut off. */
  maxCharacters: number;
  /** Per document. */
  maxPassages: number;
  /** Per library. */
  maxLibraryPassages: number;
}

/** A page can hold and embed this much in reasonable time. */
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
  /** PDF.js's character maps for Chinese, Japanese and Korean. */
  characterMap: (file: string) => Promise<Uint8Array>;
  onPage: (page: number, pages: number) => void;
}

export type Parse = (bytes: Uint8Array, options: ParseOptions) => Promise<ParsedDocument>;
