/** Questions whose score differs between two setups. */
import type { PipelineTable } from "./runs.ts";

export interface TurnedQuestion {
  question: string;
  before: number;
  after: number;
}

/** Those that both answered: the largest gains first, the largest losses last. */
export function turnedQuestions(
  { questions, quality }: Pick<PipelineTable, "questions" | "quality">,
  from: number,
  to: number,
): TurnedQuestion[] {
  return questions
    .flatMap((question, at): TurnedQuestion[] => {
      const [before = Number.NaN, after = Number.NaN] = [quality[from]?.[at], quality[to]?.[at]];
      return Number.isNaN(before + after) ? [] : [{ question, before, after }];
    })
    .sort((a, b) => b.after - b.before - (a.after - a.before));
}
