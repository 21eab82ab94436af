/**
 * `[2]` in a query stands for the answer of the second step of its chain: a chat model that plans
 * whole chains writes it where it cannot name the thing yet.
 */
import { isEmpty } from "../language/normalise.ts";

interface EarlierStep {
  query: string;
  answer: string | null;
}

const stepMark = /\[(\d{1,2})\]/gu;

/** Whether a query needs the answer of another step. */
export function marksStep(query: string): boolean {
  return query.search(stepMark) >= 0;
}

/**
 * The query as it can be looked up: with the answers in the places of their marks, and where one
 * was not found, with what was asked for it. A mark of no earlier step stays.
 */
export function withStepAnswers(query: string, earlier: readonly EarlierStep[]): string {
  return query.replace(stepMark, (mark, number: string) => {
    const place = Number(number) - 1;
    const step = earlier[place];
    if (step === undefined) return mark;
    if (step.answer !== null && !isEmpty(step.answer)) return step.answer;
    return `(${withStepAnswers(step.query, earlier.slice(0, place))})`;
  });
}
