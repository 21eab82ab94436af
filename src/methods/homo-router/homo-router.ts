/**
 * HomoRouter sends each question to the search tool that is worth its price, then answers in one
 * call (§3).
 */

import type { MethodParts } from "../../runtime/method.ts";
import { runStages } from "../../stages/stages.ts";
import { listedWithAnswer, promptsWithAnswer } from "../own-answer-prompt.ts";
import { answersFromPassages, listPrompt, untrained } from "../pipeline-prompts.ts";
import { always, encoderReads, firstStep, ours, ownLibrary } from "../unlike-paper.ts";
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
          (settings, tier) => settings.answer.form === form && answersFromPassages(settings, tier),
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
  unlikePaper: [
    {
      says: "A small model of 135 million weights, or the large one that you connect, answers; in print Qwen-Max does.",
      holds: always,
    },
    {
      says: "The router is small heads on our frozen encoder; in print RoBERTa is trained whole.",
      holds: ({ source }) => source.choice !== "fixed",
    },
    {
      says: "Text matching, which the paper does not define, is F1 unless another is chosen when scores are collected.",
      holds: ({ source }) => source.choice !== "fixed",
    },
    {
      says: "Each question is weighed by itself with the λ of the batch that the router was trained on; in print a whole batch is assigned at once.",
      holds: ({ source }) => source.choice === "cost-saving",
    },
    {
      says: "One tool is fixed and nothing is predicted.",
      holds: ({ source }) => source.choice === "fixed",
    },
    {
      says: "The tools are no search, the library by words, by meaning and by both, and the search services that are set up; in print no search, Bing and Google.",
      holds: always,
    },
    {
      says: "The prompt that answers is ours: the paper does not print its own.",
      holds: always,
    },
    encoderReads,
    ownLibrary,
    ours.rerank,
    ours.reader,
    firstStep,
  ],
};
