/** Reads an array, a row per line, a list in an object, or an object of rows. */
import type { BadRow } from "./format.ts";
import { importLimits } from "./format.ts";
import { JsonSpans, type Member, type Span } from "./json-spans.ts";

export type PlacedValue = { line: number; key?: string } & (
  | { ok: true; value: unknown }
  | { ok: false; reason: BadRow["reason"]; params: BadRow["params"] }
);

/** Never throws. */
export function* jsonRows(text: string): Generator<PlacedValue> {
  const spans = new JsonSpans(text);
  const start = spans.skipSpace(0);
  if (text[start] === "[") yield* arrayRows(spans, start);
  else if (isLines(text, start)) yield* lineRows(text);
  else yield* wrappedRows(spans, start);
}

function isLines(text: string, start: number): boolean {
  const lineBreak = text.indexOf("\n", start);
  if (lineBreak === -1 || text.slice(lineBreak).trimStart() === "") return false;
  return text.slice(start, lineBreak).trimEnd().endsWith("}");
}

export function* arrayRows(spans: JsonSpans, start: number): Generator<PlacedValue> {
  for (const span of spans.elements(start)) yield readSpan(spans, span);
}

function* lineRows(text: string): Generator<PlacedValue> {
  let start = 0;
  for (let line = 1; start < text.length; line += 1) {
    const lineBreak = text.indexOf("\n", start);
    const end = lineBreak === -1 ? text.length : lineBreak;
    const isLast = lineBreak === -1;
    if (end - start > importLimits.maxRowLength) yield tooLarge(line);
    else {
      const row = text.slice(start, end).trim();
      if (row !== "") yield parsed(line, row, !isLast || row.endsWith("}"));
    }
    start = end + 1;
  }
}

const questionFields: ReadonlySet<string> = new Set([
  "question",
  "Question",
  "ambiguous_question",
  "input",
]);

/** Yields the first list, or the fields if each is a row; any other object is the only row. */
function* wrappedRows(spans: JsonSpans, start: number): Generator<PlacedValue> {
  const members = [...spans.members(start)];
  const isRow = members.some(({ key }) => questionFields.has(key));
  for (const { value } of isRow ? [] : members) {
    const isList = spans.text[value.start] === "[";
    if (isList && spans.text[spans.skipSpace(value.start + 1)] === "{") {
      yield* arrayRows(spans, value.start);
      return;
    }
  }
  if (isOfObjects(spans, members)) yield* keyedRows(spans, start);
  else yield readSpan(spans, spans.valueAt(start));
}

function isOfObjects(spans: JsonSpans, members: readonly Member[]): boolean {
  return members.length > 0 && members.every(({ value }) => spans.text[value.start] === "{");
}

function* keyedRows(spans: JsonSpans, start: number): Generator<PlacedValue> {
  for (const entry of spans.entries(start)) {
    const { value } = entry;
    const isSplit =
      spans.text[value.start] === "{" && isOfObjects(spans, [...spans.members(value.start)]);
    for (const row of isSplit ? spans.entries(value.start, value.end) : [entry]) {
      yield { ...readSpan(spans, row.value), key: row.key };
    }
  }
}

export function readSpan(spans: JsonSpans, { start, end, whole }: Span): PlacedValue {
  const line = spans.lineAt(start);
  if (end - start > importLimits.maxRowLength) return tooLarge(line);
  return parsed(line, spans.text.slice(start, end), whole);
}

function parsed(line: number, row: string, whole: boolean): PlacedValue {
  if (!whole) return { line, ok: false, reason: "cut-off", params: {} };
  try {
    return { line, ok: true, value: JSON.parse(row) };
  } catch {
    return { line, ok: false, reason: "not-json", params: {} };
  }
}

function tooLarge(line: number): PlacedValue {
  return { line, ok: false, reason: "too-large", params: { limit: importLimits.maxRowLength } };
}
