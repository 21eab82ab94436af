/** `[2]` in a query means the second step's answer, which a planner cannot name yet. */
import { isEmpty } from "../../language/normalise.ts";

interface EarlierStep {
  query: string;
  answer: string | null;
}

const stepMark = /\[(\d{1,2})\]/gu;

export function marksStep(query: string): boolean {
  return query.search(stepMark) >= 0;
}

/** Steps count from 1. */
export function markedSteps(query: string): number[] {
  return [...query.matchAll(stepMark)].map(([, number]) => Number(number));
}

export function renumberMarks(query: string, numberOf: (mark: number) => number): string {
  return query.replace(stepMark, (_mark, number: string) => `[${numberOf(Number(number))}]`);
}

export function shiftMarks(query: string, from: number, by: number): string {
  return by === 0 ? query : renumberMarks(query, (mark) => (mark < from ? mark : mark + by));
}

const maxCharacters = 1000;

/** A mark becomes its answer or, if not found, its query. Marks of no earlier step stay. */
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
