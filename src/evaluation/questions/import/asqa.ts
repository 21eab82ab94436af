/**
 * ASQA's official JSON and Hugging Face's rows: an ambiguous question, with a question and aliases
 * per reading.
 */
import * as z from "zod/mini";
import type { Paragraph, QuestionRow } from "../question.ts";
import { type Convert, converter, good } from "./convert.ts";

const page = z.optional(z.nullable(z.string()));

const row = z.object({
  /** Hugging Face's name for the id. */
  sample_id: z.optional(z.union([z.string(), z.number()])),
  ambiguous_question: z.string(),
  qa_pairs: z.array(
    z.object({
      question: z.optional(z.string()),
      short_answers: z.array(z.string()),
      context: z.optional(z.string()),
      wikipage: page,
    }),
  ),
  annotations: z.optional(
    z.array(
      z.object({
        knowledge: z.optional(z.array(z.object({ content: z.string(), wikipage: page }))),
      }),
    ),
  ),
});

const noContext = "No context provided";
const betweenAliases = "; ";

export const fromAsqa: Convert = converter(row, (value, key) => {
  const pairs = value.qa_pairs;
  const context = paragraphsOf(value);
  const titles = [...new Set(context.map(({ title }) => title))].filter((title) => title !== "");
  return good({
    id: key ?? (value.sample_id === undefined ? null : String(value.sample_id)),
    dataset: "asqa",
    question: value.ambiguous_question,
    answers: [],
    answerGroups: pairs.map(({ short_answers }) => short_answers),
    decomposition: pairs.map(({ question = "", short_answers }) => ({
      question,
      answer: short_answers.join(betweenAliases),
    })),
    ...(titles.length === 0 ? {} : { supporting: titles.map((title) => ({ title })) }),
    ...(context.length === 0 ? {} : { context, context_kind: "gold_only" as const }),
  });
});

function paragraphsOf({ qa_pairs, annotations = [] }: z.infer<typeof row>): Paragraph[] {
  const found = [
    ...qa_pairs.map(({ context = "", wikipage }) => ({ text: context, wikipage })),
    ...annotations.flatMap(({ knowledge = [] }) =>
      knowledge.map(({ content, wikipage }) => ({ text: content, wikipage })),
    ),
  ];
  const texts = new Map(
    found
      .filter(({ text }) => text.trim() !== "" && text !== noContext)
      .map(({ text, wikipage }) => [text, wikipage ?? ""]),
  );
  return [...texts].map(([text, title]) => ({ title, sentences: [text] }));
}

/** Splits answers such as "1939; the year 1939"; null if they are not exactly the row's answers. */
export function groupsOfReadings({
  answers,
  decomposition = [],
}: Pick<QuestionRow, "answers" | "decomposition">): string[][] | null {
  const groups = decomposition.map(({ answer }) => answer.split(betweenAliases));
  const told = new Set(groups.flat());
  const isWhole = told.size === new Set(answers).size && answers.every((one) => told.has(one));
  return isWhole && groups.length > 0 ? groups : null;
}
