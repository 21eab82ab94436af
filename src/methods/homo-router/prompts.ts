/**
 * r = LLM(q, T(q)) as HomoRouter asks it (Eq. 2). The paper does not print its prompt: ours asks for
 * one answer from the search results, which its text matching can score.
 */
import type { Passage } from "../../log/types.ts";
import { type Prompt, type PromptTemplate, promptFrom } from "../../runtime/prompt-template.ts";
import { readableText } from "../../stages/reader.ts";
import { system, user } from "../messages.ts";

function messages(rule: string): PromptTemplate["messages"] {
  return [
    system(
      "Answer the question with the help of the search results; where they do not tell, with what you know. " +
        `First line \`Answer: …\` with the bare answer; then ${rule} that cite the results as [1], [2].`,
    ),
    user("Search results:\n{{passages}}\nQuestion: {{question}}"),
  ];
}

export const resultsTemplates = {
  short: { id: "homo-router-answer-short", messages: messages("one sentence or two") },
  long: { id: "homo-router-answer-long", messages: messages("a few sentences") },
} satisfies Record<"short" | "long", PromptTemplate>;

export function answerFromResults(
  question: string,
  passages: readonly Passage[],
  form: "short" | "long",
): Prompt {
  const results = passages.map((passage, index) => `[${index + 1}] ${readableText(passage)}`);
  return promptFrom(
    resultsTemplates[form],
    { passages: results.join("\n"), question },
    { fixedPrefixMessages: 1, maxTokens: form === "short" ? 160 : 400, stop: [] },
  );
}
