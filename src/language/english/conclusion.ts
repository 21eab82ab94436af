import type { ConclusionWords } from "../language.ts";
import { isDescription, namedOptions, yesOrNo } from "./options.ts";

export function conclusionWords(question: string, answers: readonly string[]): ConclusionWords {
  const options = namedOptions(question);
  if (options.length > 0) {
    const all = options.some(isDescription) ? [...options, ...answers] : options;
    return { kind: "words", texts: all, wholes: all };
  }
  const either = yesOrNo.test(question) ? ["yes", "no"] : [];
  const mayChoose = /\sor\s/u.test(question);
  if (either.length > 0 && !mayChoose) return { kind: "choice", options: either };
  // No conclusion may be "X or Y".
  const named = question.split(/[,;:?]|\b(?:or|and)\b/iu);
  return { kind: "words", texts: [...answers, ...named], wholes: [...answers, ...either] };
}
