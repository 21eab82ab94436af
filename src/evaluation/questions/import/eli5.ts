/** ELI5 as Hugging Face's rows have it: a forum's question, and its answers in columns. Long form. */
import * as z from "zod/mini";
import { type Convert, converter, good } from "./convert.ts";

const row = z.object({
  q_id: z.optional(z.string()),
  /** The question; what was written below it is not asked, as in KILT. */
  title: z.string(),
  answers: z.object({ text: z.array(z.string()) }),
});

/** What the forum shows of an answer that was taken back. */
const gone: ReadonlySet<string> = new Set(["[deleted]", "[removed]"]);

export const fromEli5: Convert = converter(row, ({ q_id, title, answers: { text } }) =>
  good({
    id: q_id ?? null,
    dataset: "eli5",
    question: title,
    answers: text.filter((one) => !gone.has(one.trim())),
  }),
);
