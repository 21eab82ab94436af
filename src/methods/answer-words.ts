/** Limits a small model's conclusion to words that the question or its steps contain. */
import type { Language } from "../language/language.ts";
import type { Constraint } from "../runtime/ports.ts";
import type { Step } from "../runtime/prompts.ts";

/** Allows one of the question's options, or words of the answers or the question. */
export function answerWords(
  language: Language,
  question: string,
  steps: readonly Step[],
): Constraint {
  const answers = steps.map((step) => step.answer);
  const wording = language.conclusionWords(question, answers);
  if (wording.kind === "choice") return wording;
  // A few words of a text, or a whole text of any length: "bananas, cocoa, …", ".us".
  return { kind: "span", texts: wording.texts, alternatives: wording.wholes, maxWords: 12 };
}
