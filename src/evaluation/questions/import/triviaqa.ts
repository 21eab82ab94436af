import * as z from "zod/mini";
import { type Convert, converter, good } from "./convert.ts";
import type { Converted } from "./format.ts";

const official = z.object({
  QuestionId: z.optional(z.string()),
  Question: z.string(),
  /** Absent in test sets. */
  Answer: z.optional(
    z.object({
      Value: z.string(),
      Aliases: z.optional(z.array(z.string())),
      /** Only in the verified part. */
      HumanAnswers: z.optional(z.array(z.string())),
      Type: z.optional(z.string()),
    }),
  ),
});

const flat = z.object({
  question_id: z.optional(z.string()),
  question: z.string(),
  answer: z.optional(
    z.object({
      value: z.string(),
      aliases: z.optional(z.array(z.string())),
      type: z.optional(z.string()),
    }),
  ),
});

const fromOfficial = converter(official, ({ QuestionId, Question, Answer }) =>
  toRow(QuestionId, Question, {
    answers: [Answer?.Value ?? "", ...(Answer?.Aliases ?? []), ...(Answer?.HumanAnswers ?? [])],
    type: Answer?.Type,
  }),
);

const fromFlat = converter(flat, ({ question_id, question, answer }) =>
  toRow(question_id, question, {
    answers: [answer?.value ?? "", ...(answer?.aliases ?? [])],
    type: answer?.type,
  }),
);

/** Hugging Face's placeholder for hidden test answers. */
const secret = "<unk>";

/**
 * Leaves out normalised forms, because scores normalise, and pages, because they were only found to
 * contain the answer.
 */
function toRow(
  id: string | undefined,
  question: string,
  { answers, type }: { answers: string[]; type: string | undefined },
): Converted {
  return good({
    id: id ?? null,
    dataset: "triviaqa",
    question,
    answers: answers.filter((one) => one !== secret),
    ...(type === undefined || type === "" ? {} : { type }),
  });
}

const inCapitals = z.looseObject({ Question: z.string() });

export const fromTriviaQa: Convert = (value, key) => {
  const convert = inCapitals.safeParse(value).success ? fromOfficial : fromFlat;
  return convert(value, key);
};
