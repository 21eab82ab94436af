/**
 * KILT's JSONL, which SlimPLM uses for ELI5, NQ and TriviaQA: an input, and outputs with their
 * pages.
 */
import * as z from "zod/mini";
import { type Convert, converter, good } from "./convert.ts";

const row = z.object({
  id: z.optional(z.union([z.string(), z.number()])),
  input: z.string(),
  output: z.array(
    z.object({
      /** Some outputs have pages only. */
      answer: z.optional(z.string()),
      provenance: z.optional(z.array(z.object({ title: z.optional(z.string()) }))),
    }),
  ),
});

/** Rows do not name their data set. */
export const fromKilt: Convert = converter(row, ({ id, input, output }) => {
  const pages = output.flatMap(({ provenance = [] }) => provenance);
  const titles = [...new Set(pages.flatMap(({ title }) => title ?? []))];
  return good({
    id: id === undefined ? null : String(id),
    question: input,
    answers: output.flatMap(({ answer }) => answer ?? []),
    ...(titles.length === 0 ? {} : { supporting: titles.map((title) => ({ title })) }),
  });
});
