/** What a small model may conclude: words that the question or its steps have named. */
import type { Language } from "../language/language.ts";
import type { Constraint } from "../runtime/ports.ts";
import type { Step } from "../runtime/prompts.ts";

/** As the language reads the question: one of its options, or words of the answers or the question. */
export function answerWords(
  language: Language,
  question: string,
  steps: readonly Step[],
): Constraint {
  const answers = steps.map((step) => step.answer);
  const wording = language.conclusionWords(question, answers);
  if (wording.kind === "choice") return wording;
  // A few words of a text; or one as it stands, however long: "bananas, cocoa, …", ".us".
  return { kind: "span", texts: wording.texts, alternatives: wording.wholes, maxWords: 12 };
}
