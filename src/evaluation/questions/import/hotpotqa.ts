/**
 * HotpotQA's and 2WikiMultihopQA's official JSON; on Hugging Face, facts and paragraphs are in
 * columns.
 */
import * as z from "zod/mini";
import { pairs } from "./columns-of.ts";
import { type Convert, contextKindOf, converter, good, supportingOf } from "./convert.ts";

const row = z.object({
  _id: z.optional(z.string()),
  id: z.optional(z.string()),
  question: z.string(),
  /** Absent in test sets. */
  answer: z.optional(z.string()),
  type: z.optional(z.string()),
  level: z.optional(z.string()),
  /** Title, and 0-based sentence index. */
  supporting_facts: z.optional(pairs(["title", "sent_id"], z.string(), z.int())),
  context: z.optional(pairs(["title", "sentences"], z.string(), z.array(z.string()))),
  /** 2WikiMultihopQA: triples of subject, relation and object. */
  evidences: z.optional(z.array(z.array(z.string()))),
});

function fromFamily(dataset: string): Convert {
  return converter(row, (value) => {
    const supporting = supportingOf(value.supporting_facts ?? []);
    const context = (value.context ?? []).map(([title, sentences]) => ({ title, sentences }));
    return good({
      id: value._id ?? value.id ?? null,
      dataset,
      question: value.question,
      answers: value.answer === undefined ? [] : [value.answer],
      ...(value.type === undefined ? {} : { type: value.type }),
      ...(value.level === undefined ? {} : { level: value.level }),
      ...(supporting.length === 0 ? {} : { supporting }),
      ...(context.length === 0
        ? {}
        : { context, context_kind: contextKindOf(context, supporting) }),
      ...(value.evidences === undefined ? {} : { evidences: value.evidences }),
    });
  });
}

export const fromHotpotQa = fromFamily("hotpotqa");
export const fromTwoWiki = fromFamily("2wikimultihopqa");
