/**
 * `[2]` in a query stands for the answer of the second step of its chain: a chat model that plans
 * whole chains writes it where it cannot name the thing yet.
 */
import { isEmpty } from "../../language/normalise.ts";

interface EarlierStep {
  query: string;
  answer: string | null;
}

const stepMark = /\[(\d{1,2})\]/gu;

/** Whether a query needs the answer of another step. */
export function marksStep(query: string): boolean {
  return query.search(stepMark) >= 0;
}

/** The steps that a query names, counted from 1. */
export function markedSteps(query: string): number[] {
  return [...query.matchAll(stepMark)].map(([, number]) => Number(number));
}

/** The query with each mark renumbered. */
export function renumberMarks(query: string, numberOf: (mark: number) => number): string {
  return query.replace(stepMark, (_mark, number: string) => `[${numberOf(Number(number))}]`);
}

/** The query with `by` added to every mark from `from` on. */
export function shiftMarks(query: string, from: number, by: number): string {
  return by === 0 ? query : renumberMarks(query, (mark) => (mark < from ? mark : mark + by));
}

/** Of a query with its answers in it. */
const maxCharacters = 1000;

/**
 * The query as it can be looked up: with the answers in the places of their marks, and where one
 * was not found, with what was asked for it. A mark of no earlier step stays.
 */
export function withStepAnswers(query: string, earlier: readonly EarlierStep[]): string {
  const asked = ({ query: of }: EarlierStep) => `(${filled(of, earlier, () => null)})`;
  return filled(query, earlier, asked).slice(0, maxCharacters);
}

function filled(
  query: string,
  earlier: readonly EarlierStep[],
  unfound: (step: EarlierStep) => string | null,
): string {
  let room = maxCharacters;
  return query.slice(0, maxCharacters).replace(stepMark, (mark, number: string) => {
    const step = earlier[Number(number) - 1];
    if (step === undefined || room <= 0) return mark;
    const answer = (step.answer ?? "").slice(0, maxCharacters);
    const filling = (isEmpty(answer) ? unfound(step) : answer) ?? mark;
    room -= filling.length;
    return filling;
  });
}
