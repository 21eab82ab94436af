/** StrategyQA's official JSON; its paragraphs are in another file. */
import * as z from "zod/mini";
import type { GoldPassage } from "../question.ts";
import { type Convert, converter, good } from "./convert.ts";

const row = z.object({
  qid: z.optional(z.string()),
  question: z.string(),
  /** Absent in test sets. */
  answer: z.optional(z.boolean()),
  facts: z.optional(z.array(z.string())),
  decomposition: z.optional(z.array(z.string())),
  /**
   * Keyed by annotator, step and kind; strings are paragraph names, "operation" or "no_evidence".
   */
  evidence: z.optional(z.unknown()),
});

export const fromStrategyQa: Convert = converter(row, (value) => {
  const supporting = evidenceTitles(value.evidence);
  const steps = value.decomposition ?? [];
  return good({
    id: value.qid ?? null,
    dataset: "strategyqa",
    question: value.question,
    answers: value.answer === undefined ? [] : [value.answer ? "yes" : "no"],
    type: "boolean",
    ...(supporting.length === 0 ? {} : { supporting }),
    ...(steps.length === 0
      ? {}
      : { decomposition: steps.map((question) => ({ question, answer: "" })) }),
    ...(value.facts === undefined ? {} : { facts: value.facts }),
  });
});

const paragraphName = /^(.+)-\d+$/u;

function evidenceTitles(evidence: unknown): GoldPassage[] {
  const titles = stringsIn(evidence).flatMap((name) => paragraphName.exec(name)?.[1] ?? []);
  return [...new Set(titles)].map((title) => ({ title }));
}

/** Lists are nested four deep. */
function stringsIn(value: unknown, depth = 0): string[] {
  if (typeof value === "string") return [value];
  if (!Array.isArray(value) || depth > 6) return [];
  return value.flatMap((one) => stringsIn(one, depth + 1));
}
