/** MuSiQue's sub-questions with their answers filled in, each with its one gold paragraph. */
import { passageOf, type SourcePassage } from "./encoder-passage.ts";
import type { SourceRow } from "./sources.ts";

export interface SubQuestion {
  question: string;
  answer: string;
  gold: SourcePassage;
  others: SourcePassage[];
}

export function subQuestions(row: SourceRow): SubQuestion[] {
  const steps = row.decomposition ?? [];
  const context = row.context ?? [];
  return steps.flatMap((step) => {
    const gold = step.para_idx === undefined ? undefined : context[step.para_idx];
    if (!gold || !step.answer) return [];
    return [
      {
        question: readable(
          step.question.replace(/#(\d)/g, (_, n) => steps[Number(n) - 1]?.answer ?? ""),
        ),
        answer: step.answer,
        gold: passageOf(gold),
        others: context.filter((_, index) => index !== step.para_idx).map((p) => passageOf(p)),
      },
    ];
  });
}

/** "Steve Hillage >> spouse" is how MuSiQue writes the questions it took from a knowledge base. */
function readable(question: string): string {
  const [, subject, relation] = /^(.+?) >> (.+)$/.exec(question) ?? [];
  if (subject && relation) return `What is the ${relation} of ${subject}?`;
  return question.replace(/\s+([?,.])/g, "$1").trim();
}
