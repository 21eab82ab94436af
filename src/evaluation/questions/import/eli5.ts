/** Hugging Face's rows of ELI5 are a forum question with answers in columns. */
import * as z from "zod/mini";
import { type Convert, converter, good } from "./convert.ts";

const row = z.object({
  q_id: z.optional(z.string()),
  /** The text below the title is not asked, as in KILT. */
  title: z.string(),
  answers: z.object({ text: z.array(z.string()) }),
});

/** The forum's text for withdrawn answers. */
const gone: ReadonlySet<string> = new Set(["[deleted]", "[removed]"]);

export const fromEli5: Convert = converter(row, ({ q_id, title, answers: { text } }) =>
  good({
    id: q_id ?? null,
    dataset: "eli5",
    question: title,
    answers: text.filter((one) => !gone.has(one.trim())),
  }),
);
