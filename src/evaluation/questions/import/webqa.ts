/**
 * Baidu's WebQA (`me_*.json`, released by Su Jianlin): questions by id, with web texts and the
 * answer in each, or "no_answer".
 */
import * as z from "zod/mini";
import { type Convert, converter, good } from "./convert.ts";

const row = z.object({
  question: z.string(),
  evidences: z.record(
    z.string(),
    z.object({ answer: z.union([z.array(z.string()), z.string()]), evidence: z.string() }),
  ),
});

const noAnswer = "no_answer";

export const fromWebQa: Convert = converter(row, ({ question, evidences }, key) => {
  const texts = Object.values(evidences).map(({ answer, evidence }) => ({
    evidence,
    answers: [answer].flat().filter((one) => one !== noAnswer && one.trim() !== ""),
  }));
  const answers = texts.flatMap((text) => text.answers);
  if (answers.length === 0) return { kind: "unanswerable" };
  const supporting = texts.flatMap((text, para_idx) =>
    text.answers.length === 0 ? [] : [{ title: "", para_idx }],
  );
  return good({
    id: key,
    dataset: "webqa",
    language: "zh",
    question,
    answers,
    supporting,
    context: texts.map(({ evidence }) => ({ title: "", sentences: [evidence] })),
    context_kind: supporting.length < texts.length ? "distractor" : "gold_only",
  });
});
