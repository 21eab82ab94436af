/** What a small model may conclude: words that the question or its steps have named. */
import { isDescription, namedOptions, yesOrNo } from "../language/english/options.ts";
import type { Constraint } from "../runtime/ports.ts";
import type { Step } from "../runtime/prompts.ts";

/** Yes or no where that is asked, words of the things named where one is to be chosen, else of the answers or the question. */
export function answerWords(question: string, steps: readonly Step[]): Constraint {
  const answers = steps.map((step) => step.answer);
  const options = namedOptions(question);
  if (options.length > 0) {
    const all = options.some(isDescription) ? [...options, ...answers] : options;
    return wordsOf(all, all);
  }
  const either = yesOrNo.test(question) ? ["yes", "no"] : [];
  const mayChoose = /\sor\s/u.test(question);
  if (either.length > 0 && !mayChoose) return { kind: "choice", options: either };
  // One of the things named, never "X or Y".
  const named = question.split(/[,;:?]|\b(?:or|and)\b/iu);
  return wordsOf([...answers, ...named], [...answers, ...either]);
}

/** A few words of a text; or one as it stands, however long: "bananas, cocoa, …", ".us". */
function wordsOf(texts: readonly string[], wholes: readonly string[]): Constraint {
  return { kind: "span", texts, alternatives: wholes, maxWords: 12 };
}
