/** Parses RA-ISF's decomposition: `1. question` lines. Takes any text, never throws. */
import { type Resolved, resolved } from "./resolution.ts";

export interface ParsedDecomposition extends Resolved {
  /** Questions that stand on their own, in order; [] when the output has none. */
  questions: string[];
}

/** Bounds on what a damaged output can do to a run. */
export const maxSubQuestions = 6;
const maxQuestionCharacters = 400;

const numbered = /^[\s>*]*\d{1,2}[.):][\s*]*(.*)$/u;

/** Nothing usable means no sub-questions, as RA-ISF takes it; a lone question is not a decomposition of itself. */
export function parseDecomposition(output: string, question: string): ParsedDecomposition {
  const questions: string[] = [];
  const faults: string[] = [];
  for (const raw of output.split(/\r?\n/u).slice(0, 200)) {
    if (raw.trim() === "") continue;
    const match = numbered.exec(raw.slice(0, 2000));
    const text = (match?.[1] ?? "").slice(0, maxQuestionCharacters).trim();
    if (match === null) faults.push("lines without a number");
    else if (text === "") faults.push("an empty question");
    else if (questions.includes(text)) faults.push("a repeated question");
    else if (questions.length >= maxSubQuestions) faults.push("too many questions");
    else questions.push(text);
  }
  const repeats = questions.length === 1 && questions[0] === question;
  if (questions.length === 0 || repeats) {
    return { questions: [], resolution: "fell-back", detail: "no sub-question found" };
  }
  return { questions, ...resolved(faults) };
}
