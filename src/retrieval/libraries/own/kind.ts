import { AppError } from "../../../log/errors.ts";
import type { DocumentKind } from "./document.ts";

const endings: Readonly<Record<string, DocumentKind>> = {
  txt: "text",
  text: "text",
  md: "markdown",
  markdown: "markdown",
  mdown: "markdown",
  html: "html",
  htm: "html",
  xhtml: "html",
  pdf: "pdf",
  csv: "csv",
  tsv: "csv",
  jsonl: "jsonl",
  ndjson: "jsonl",
  json: "jsonl",
};

/** For a file picker. */
export const acceptedFiles = [...Object.keys(endings).map((ending) => `.${ending}`), ".gz"].join(
  ",",
);

const foreign = [
  [0x50, 0x4b, 0x03, 0x04], // zip, including office formats
  [0xd0, 0xcf, 0x11, 0xe0], // older office formats
  [0x89, 0x50, 0x4e, 0x47], // PNG
  [0xff, 0xd8, 0xff], // JPEG
  [0x47, 0x49, 0x46, 0x38], // GIF
  [0x37, 0x7a, 0xbc, 0xaf], // 7z
  [0x52, 0x61, 0x72, 0x21], // RAR
];

/** The first bytes outweigh the extension. Throws `document-unsupported`. */
export function kindOf(name: string, bytes: Uint8Array): DocumentKind {
  if (begins(bytes, [0x25, 0x50, 0x44, 0x46])) return "pdf";
  const ending = /\.([^.]+)$/u.exec(name.toLowerCase())?.[1] ?? "";
  const kind = endings[ending];
  if (kind !== undefined) return kind;
  if (foreign.some((first) => begins(bytes, first)) || bytes.subarray(0, 4096).includes(0)) {
    throw new AppError("document-unsupported", { ending });
  }
  const head = new TextDecoder().decode(bytes.subarray(0, 512)).trimStart().toLowerCase();
  return head.startsWith("<!doctype html") || head.startsWith("<html") ? "html" : "text";
}

export function isGzip(bytes: Uint8Array): boolean {
  return begins(bytes, [0x1f, 0x8b]);
}

/** "notes.jsonl.gz" → "notes.jsonl". */
export function withoutZip(name: string): string {
  return name.replace(/\.gz$/iu, "");
}

/** "A walk.md" → "A walk". */
export function withoutEnding(name: string): string {
  return withoutZip(name).replace(/(?<=.)\.[^.\s]+$/u, "");
}

function begins(bytes: Uint8Array, first: readonly number[]): boolean {
  return first.every((byte, index) => bytes[index] === byte);
}
