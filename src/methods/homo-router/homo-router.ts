/** HomoRouter: each question goes to the search tool that is worth it, then one call answers (§3). */

import type { MethodParts } from "../../runtime/method.ts";
import { runStages } from "../../stages/stages.ts";
import { listedWithAnswer, promptsWithAnswer } from "../own-answer-prompt.ts";
import { answersOutright, listPrompt, untrained } from "../pipeline-prompts.ts";
import { answerFromResults, resultsTemplates } from "./prompts.ts";

const forms = [
  ["short", "Answer from the search results, short"],
  ["long", "Answer from the search results, long"],
] as const;

export const parts: MethodParts = {
  prompts: promptsWithAnswer(answerFromResults),
  execute: runStages,
  listed: listedWithAnswer(
    untrained.flatMap((profile) =>
      forms.map(([form, title]) =>
        listPrompt(
          "summarise",
          [profile],
          title,
          resultsTemplates[profile][form],
          (settings, tier) => settings.answer.form === form && answersOutright(settings, tier),
        ),
      ),
    ),
  ),
  choices: [
    "Cost-saving is an assignment of a whole batch in the paper. For one question at a time it is score − λ · price, with the λ of the batch that the router was set up on.",
    "Of tools that are worth the same at λ, the one with the higher score is asked, as the batch’s relaxation is rounded up; of equal scores the cheaper, then the first.",
    "A tool of the router that is not set up now is left out; one whose price is unknown makes cost-saving impossible.",
    "“None” is a tool: the model answers from memory. A service that does not answer is told, and the library is searched in its place.",
    "The paper does not print the prompt that answers: ours asks for one answer from the search results.",
    "The paper's tools are none, Bing and Google; here they are those that the router was trained on, the library's three modes among them.",
  ],
};
