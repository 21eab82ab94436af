/**
 * r = LLM(q, T(q)) (Eq. 2). The paper prints no prompt; ours asks for one answer, which text
 * matching can score.
 */
import type { Passage, Profile } from "../../log/types.ts";
import type { Prompt, PromptTemplate } from "../../runtime/prompt-template.ts";
import { answerFromPassages, jsonAnswer, jsonAnswerMessages } from "../answer-from-passages.ts";
import { system, user } from "../messages.ts";

const fromResults =
  "Answer the question with the help of the search results; where they do not tell, with what you know.";

function messages(rule: string): PromptTemplate["messages"] {
  return [
    system(
      `${fromResults} First line \`Answer: …\` with the bare answer; then ${rule} that cite the results as [1], [2].`,
    ),
    user("Search results:\n{{passages}}\nQuestion: {{question}}"),
  ];
}

export const resultsTemplates = {
  base: {
    short: { id: "homo-router-answer-short", messages: messages("one sentence or two") },
    long: { id: "homo-router-answer-long", messages: messages("a few sentences") },
  },
  instruct: {
    short: {
      id: "homo-router-answer-short-instruct",
      messages: jsonAnswerMessages(fromResults, "Search results"),
    },
    long: {
      id: "homo-router-answer-long-instruct",
      messages: jsonAnswerMessages(
        fromResults,
        "Search results",
        "`reasoning` is a few sentences.",
      ),
    },
  },
} satisfies Record<Exclude<Profile, "trained">, Record<"short" | "long", PromptTemplate>>;

export function answerFromResults(
  profile: Exclude<Profile, "trained">,
  question: string,
  passages: readonly Passage[],
  form: "short" | "long",
): Prompt {
  return profile === "instruct"
    ? jsonAnswer(resultsTemplates.instruct[form], question, passages, form)
    : answerFromPassages(resultsTemplates.base[form], question, passages, { form });
}
