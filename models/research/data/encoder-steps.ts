/** Sub-questions of multi-hop sources with answers filled in, each with its one gold paragraph. */
import { passageOf, type SourcePassage, spanIn } from "./encoder-passage.ts";
import { relationQuestion } from "./lm-relations.ts";
import type { SourceRow } from "./sources.ts";

export interface SubQuestion {
  question: string;
  answer: string;
  gold: SourcePassage;
  others: SourcePassage[];
}

/** MuSiQue's decomposition; `#1` refers to the first answer. */
export function musiqueSteps(row: SourceRow): SubQuestion[] {
  const steps = row.decomposition ?? [];
  const filled = (question: string) =>
    question.replace(/#(\d)/g, (_, number) => steps[Number(number) - 1]?.answer ?? "");
  return steps.flatMap((step) => {
    if (step.para_idx === undefined) return [];
    const found = goldAt(row, step.para_idx);
    return found
      ? [{ question: readable(filled(step.question)), answer: step.answer, ...found }]
      : [];
  });
}

/** 2Wiki's decomposition has sentences as answers; the short ones are in its evidence triples. */
export function wikiSteps(row: SourceRow): SubQuestion[] {
  const steps = row.decomposition ?? [];
  const evidences = row.evidences ?? [];
  if (steps.length !== evidences.length) return [];
  return steps.flatMap((step, index) => {
    const [, , answer] = evidences[index] ?? [];
    if (!answer || !step.answer.includes(answer)) return [];
    const titles = new Set(row.supporting?.map(({ title }) => title));
    const place = (row.context ?? []).findIndex(
      (paragraph) =>
        titles.has(paragraph.title) &&
        step.question.includes(paragraph.title.replace(/ \(.*\)$/, "")) &&
        spanIn(passageOf(paragraph), answer) !== null,
    );
    const found = place < 0 ? null : goldAt(row, place);
    return found ? [{ question: step.question, answer, ...found }] : [];
  });
}

function goldAt(row: SourceRow, place: number): Pick<SubQuestion, "gold" | "others"> | null {
  const context = row.context ?? [];
  const gold = context[place];
  if (!gold) return null;
  const others = context.filter((_, index) => index !== place).map((each) => passageOf(each));
  return { gold: passageOf(gold), others };
}

/** MuSiQue writes questions from a knowledge base as "Steve Hillage >> spouse". */
function readable(question: string): string {
  const [, subject, relation] = /^(.+?) >> (.+)$/.exec(question) ?? [];
  if (subject && relation) {
    return relationQuestion(relation, subject, 0) ?? `What is the ${relation} of ${subject}?`;
  }
  return question.replace(/\s+([?,.])/g, "$1").trim();
}
