/** MuSiQue's official JSONL (Ans and Full). */
import * as z from "zod/mini";
import { type Convert, converter, good } from "./convert.ts";

const row = z.object({
  id: z.optional(z.string()),
  question: z.string(),
  answer: z.optional(z.string()),
  answer_aliases: z.optional(z.array(z.string())),
  /** False in MuSiQue-Full if a gold paragraph was removed. */
  answerable: z.optional(z.boolean()),
  paragraphs: z.optional(
    z.array(
      z.object({
        title: z.string(),
        paragraph_text: z.string(),
        is_supporting: z.optional(z.boolean()),
      }),
    ),
  ),
  /** "#1" in a question refers to the first answer. */
  question_decomposition: z.optional(
    z.array(
      z.object({
        question: z.string(),
        answer: z.optional(z.string()),
        paragraph_support_idx: z.nullish(z.int()),
      }),
    ),
  ),
});

/** "2hop__1_2" and "3hop1__1_2_3" name the shape of the chain. */
const idShape = /^((\d)hop\d?)__/u;

export const fromMusique: Convert = converter(row, (value) => {
  if (value.answerable === false) return { kind: "unanswerable" };
  const [, type, hops] = idShape.exec(value.id ?? "") ?? [];
  const paragraphs = value.paragraphs ?? [];
  const supporting = paragraphs.flatMap(({ title, is_supporting }, para_idx) =>
    is_supporting === true ? [{ title, para_idx }] : [],
  );
  const allGold = supporting.length === paragraphs.length;
  const steps = value.question_decomposition ?? [];
  return good({
    id: value.id ?? null,
    dataset: "musique",
    question: value.question,
    answers: value.answer === undefined ? [] : [value.answer, ...(value.answer_aliases ?? [])],
    ...(type === undefined ? {} : { type, hops: Number(hops) }),
    ...(supporting.length === 0 ? {} : { supporting }),
    ...(steps.length === 0
      ? {}
      : {
          decomposition: steps.map(({ question, answer = "", paragraph_support_idx: own }) => ({
            question,
            answer,
            ...(own === null || own === undefined ? {} : { para_idx: own }),
          })),
        }),
    ...(paragraphs.length === 0
      ? {}
      : {
          context: paragraphs.map((one) => ({ title: one.title, sentences: [one.paragraph_text] })),
          context_kind: allGold ? ("gold_only" as const) : ("distractor" as const),
        }),
  });
});
