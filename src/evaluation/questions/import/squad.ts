/**
 * SQuAD 1.1 and 2.0 nest questions in paragraphs in articles; on Hugging Face, a row is a question.
 */
import * as z from "zod/mini";
import { bad, type Convert, converter, convertRow, good } from "./convert.ts";
import type { Converted, Take } from "./format.ts";
import { jsonRows, readSpan } from "./json-rows.ts";
import { JsonSpans, type Member, type Span } from "./json-spans.ts";

const row = z.object({
  id: z.optional(z.string()),
  question: z.string(),
  answers: z.optional(z.array(z.object({ text: z.string() }))),
  is_impossible: z.optional(z.boolean()),
});

const flatRow = z.object({
  id: z.optional(z.string()),
  title: z.optional(z.string()),
  context: z.string(),
  question: z.string(),
  answers: z.object({ text: z.array(z.string()) }),
});

const fromFlat = converter(flatRow, ({ id, title = "", context, question, answers: { text } }) =>
  // SQuAD 2.0 has unanswerable questions.
  withParagraph(
    { id, question, answers: text.map((one) => ({ text: one })), is_impossible: text.length === 0 },
    { title: title.replaceAll("_", " "), context, dataset: "squad" },
  ),
);

export function readSquad(text: string, take: Take): boolean {
  const spans = new JsonSpans(text);
  const top = [...spans.members(spans.skipSpace(0))];
  const data = listUnder(spans, top, "data");
  if (data === null) return readFlat(text, take);
  const dataset = textUnder(spans, top, "version").includes("2.") ? "squad_v2" : "squad";
  for (const article of spans.elements(data.start)) {
    const fields = [...spans.members(article.start)];
    const title = textUnder(spans, fields, "title").replaceAll("_", " ");
    const paragraphs = listUnder(spans, fields, "paragraphs");
    if (paragraphs === null) convertRow(readSpan(spans, article), noList("paragraphs"), take);
    else {
      for (const paragraph of spans.elements(paragraphs.start)) {
        readParagraph(spans, paragraph, { title, dataset }, take);
      }
    }
  }
  return true;
}

/** False if no row has answers in columns. */
function readFlat(text: string, take: Take): boolean {
  if (!hasColumns(text)) return false;
  for (const row of jsonRows(text)) convertRow(row, fromFlat, take);
  return true;
}

const withColumns = z.looseObject({ answers: z.looseObject({}) });

function hasColumns(text: string): boolean {
  for (const row of jsonRows(text)) {
    if (row.ok && withColumns.safeParse(row.value).success) return true;
  }
  return false;
}

function readParagraph(
  spans: JsonSpans,
  paragraph: Span,
  of: { title: string; dataset: string },
  take: Take,
): void {
  const fields = [...spans.members(paragraph.start)];
  const context = textUnder(spans, fields, "context");
  const questions = listUnder(spans, fields, "qas");
  if (questions === null) {
    convertRow(readSpan(spans, paragraph), noList("qas"), take);
    return;
  }
  const convert = converter(row, (value) => withParagraph(value, { ...of, context }));
  for (const question of spans.elements(questions.start)) {
    convertRow(readSpan(spans, question), convert, take);
  }
}

function withParagraph(
  { id, question, answers = [], is_impossible }: z.infer<typeof row>,
  { title, context, dataset }: { title: string; context: string; dataset: string },
): Converted {
  if (is_impossible === true) return { kind: "unanswerable" };
  return good({
    id: id ?? null,
    dataset,
    question,
    answers: [...new Set(answers.map(({ text }) => text))],
    supporting: [{ title }],
    ...(context === ""
      ? {}
      : { context: [{ title, sentences: [context] }], context_kind: "gold_only" as const }),
  });
}

function noList(field: string): Convert {
  return () => bad("wrong-shape", { field });
}

function listUnder(spans: JsonSpans, members: readonly Member[], key: string): Span | null {
  const found = members.find((one) => one.key === key);
  return found !== undefined && spans.text[found.value.start] === "[" ? found.value : null;
}

function textUnder(spans: JsonSpans, members: readonly Member[], key: string): string {
  const found = members.find((one) => one.key === key);
  if (found === undefined) return "";
  const read = readSpan(spans, found.value);
  return read.ok && typeof read.value === "string" ? read.value : "";
}
