/**
 * Limits a small model's conclusion to the question's options, or words of the question or its
 * steps.
 */
import type { Language } from "../language/language.ts";
import type { Constraint } from "../runtime/ports.ts";
import type { Step } from "../runtime/prompts.ts";

export function answerWords(
  language: Language,
  question: string,
  steps: readonly Step[],
): Constraint {
  const answers = steps.map((step) => step.answer);
  const wording = language.conclusionWords(question, answers);
  if (wording.kind === "choice") return wording;
  // A span is a few words of a text, or a whole text: "bananas, cocoa, …", ".us".
  return { kind: "span", texts: wording.texts, alternatives: wording.wholes, maxWords: 12 };
}
