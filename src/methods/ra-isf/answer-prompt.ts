/**
 * M(q, P_rel) as RA-ISF asks it: "Using the knowledge from the relevant paragraphs, give the answer
 * to the question" (Appendix G), in the project's own words. One answer: the paper scores by EM,
 * where SlimPLM's list of possible answers is always wrong.
 */
import type { Passage } from "../../log/types.ts";
import { type Prompt, type PromptTemplate, promptFrom } from "../../runtime/prompt-template.ts";
import { readableText } from "../../stages/reader.ts";
import { system, user } from "../messages.ts";

export const relevantAnswerTemplate: PromptTemplate = {
  id: "ra-isf-answer",
  messages: [
    system(
      "Answer the question with what the relevant passages say. Give one answer. First line `Answer: …` with the bare answer; " +
        "then one or two sentences that cite the passages as [1], [2].",
    ),
    user("Relevant passages:\n{{passages}}\nQuestion: {{question}}"),
  ],
};

export function relevantAnswer(question: string, passages: readonly Passage[]): Prompt {
  const listed = passages.map((passage, index) => `[${index + 1}] ${readableText(passage)}`);
  return promptFrom(
    relevantAnswerTemplate,
    { passages: listed.join("\n"), question },
    { fixedPrefixMessages: 1, maxTokens: 160, stop: [] },
  );
}
