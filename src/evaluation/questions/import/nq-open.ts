import * as z from "zod/mini";
import { type Convert, converter, good } from "./convert.ts";

const row = z.object({
  id: z.optional(z.union([z.string(), z.number()])),
  question: z.string(),
  answer: z.union([z.array(z.string()), z.string()]),
});

export const fromNqOpen: Convert = converter(row, ({ id, question, answer }) =>
  good({
    id: id === undefined ? null : String(id),
    dataset: "nq-open",
    question,
    answers: typeof answer === "string" ? [answer] : answer,
  }),
);
