/**
 * OpenBookQA's official JSONL and Hugging Face's rows: a stem, four options, the right one's label.
 */
import * as z from "zod/mini";
import { pairs } from "./columns-of.ts";
import { bad, type Convert, converter, good } from "./convert.ts";
import type { Converted } from "./format.ts";

const around = z.object({
  id: z.optional(z.string()),
  /** Absent in test sets. */
  answerKey: z.optional(z.string()),
  /** Only the "additional" files have it. */
  fact1: z.optional(z.string()),
});

const official = z.extend(around, {
  question: z.object({
    stem: z.string(),
    choices: z.array(z.object({ text: z.string(), label: z.string() })),
  }),
});

const flat = z.extend(around, {
  question_stem: z.string(),
  choices: pairs(["text", "label"], z.string(), z.string()),
});

const fromOfficial = converter(official, ({ question: { stem, choices }, ...row }) =>
  toRow(stem, choices, row),
);

const fromFlat = converter(flat, ({ question_stem, choices, ...row }) =>
  toRow(
    question_stem,
    choices.map(([text, label]) => ({ text, label })),
    row,
  ),
);

/** ARC and CommonsenseQA differ only in their ids. */
const ownId = /^\d+(?:-\d+)?$/u;

function toRow(
  question: string,
  choices: readonly { text: string; label: string }[],
  { id, answerKey = "", fact1 }: z.infer<typeof around>,
): Converted {
  const answers = choices.filter(({ label }) => label === answerKey).map(({ text }) => text);
  if (answerKey !== "" && answers.length === 0) return bad("wrong-shape", { field: "answerKey" });
  return good({
    id: id ?? null,
    ...(id !== undefined && ownId.test(id) ? { dataset: "openbookqa" } : {}),
    question,
    answers,
    options: choices.map(({ text }) => text),
    ...(fact1 === undefined ? {} : { facts: [fact1] }),
  });
}

const withStem = z.looseObject({ question_stem: z.string() });

export const fromOpenBookQa: Convert = (value, key) => {
  const convert = withStem.safeParse(value).success ? fromFlat : fromOfficial;
  return convert(value, key);
};
