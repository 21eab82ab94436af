/**
 * M(q, P_rel) (Appendix G), in our own words. It asks for one answer: the paper scores by EM, where
 * SlimPLM's list of answers is always wrong.
 */
import type { Passage, Profile } from "../../log/types.ts";
import type { Prompt, PromptTemplate } from "../../runtime/prompt-template.ts";
import { answerFromPassages, jsonAnswer, jsonAnswerMessages } from "../answer-from-passages.ts";
import { system, user } from "../messages.ts";

const rule = "Answer the question with what the relevant passages say. Give one answer.";

export const relevantAnswerTemplates = {
  base: {
    id: "ra-isf-answer",
    messages: [
      system(
        `${rule} First line \`Answer: …\` with the bare answer; ` +
          "then one or two sentences that cite the passages as [1], [2].",
      ),
      user("Relevant passages:\n{{passages}}\nQuestion: {{question}}"),
    ],
  },
  instruct: {
    id: "ra-isf-answer-instruct",
    messages: jsonAnswerMessages(rule, "Relevant passages"),
  },
} satisfies Record<Exclude<Profile, "trained">, PromptTemplate>;

export function relevantAnswer(
  profile: Exclude<Profile, "trained">,
  question: string,
  passages: readonly Passage[],
): Prompt {
  return profile === "instruct"
    ? jsonAnswer(relevantAnswerTemplates.instruct, question, passages, "short")
    : answerFromPassages(relevantAnswerTemplates.base, question, passages, { form: "short" });
}
