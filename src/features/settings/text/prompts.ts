/** The words of the prompts: their names, the places in them, and what is wrong with a changed one. */

import type { ListedProblem, PromptSet } from "../../../methods/prompt-list.ts";
import type { TemplateMessage } from "../../../runtime/prompt-template.ts";
import { count, plural } from "../../../ui-kit/text/format.ts";

export const promptsText = {
  title: "Prompts",
  open: "Prompts",
  intro:
    "What each stage asks, word for word, and where your question goes in it. You can change the words; a run is recorded with the ones it was asked by.",
  setLabel: "Asked of",
  sets: {
    trained: "the trained small model",
    small: "another small model",
    large: "the large model",
  } satisfies Record<PromptSet, string>,
  now: "now",
  trainedWarning:
    "This model was trained on exactly these words. Any change may make it worse; nothing here was measured with it.",
  paperWarning:
    "A preset with a changed prompt is no longer the paper's: figures measured with it do not hold.",
  list: "Prompts by stage",
  none: "No prompt of this method is asked of it.",
  all: "Show the prompts that these settings do not ask",
  unasked: "not asked by these settings",
  edited: "edited",
  changed: (prompts: number) => plural(prompts, "prompt changed", "prompts changed"),
  roles: {
    system: "Instruction (system)",
    user: "Asked (user)",
    assistant: "Answered (assistant)",
    turns: "Several messages",
  } satisfies Record<TemplateMessage["role"], string>,
  message: (number: number, role: string) => `${number}. ${role}`,
  turnsHelp: "Filled in whole when it is sent; there is no fixed text here to change.",
  published: "Compared with the published words",
  publishedHelp: "Struck out: published, and gone. Underlined: yours.",
  places: "What is filled in",
  placesHelp: "These marks must stay, once each at least; where they stand is up to you.",
  preview: "As it would be sent",
  previewHelp:
    "With the question in the box, and what the run on the screen has found where there is one.",
  begins:
    "The beginning of the answer and the form it must have belong to the method and cannot be changed.",
  size: (characters: number) =>
    `${count(characters)} characters, about ${count(Math.ceil(characters / 4))} tokens`,
  inUse: "Your words are in use from the next question on.",
  original: "As published.",
  notInUse: "Not in use as it stands:",
  reset: "Put this prompt back",
  resetAll: "Put all prompts back",
};

/** By the prompt's id. */
export const promptTitles: Readonly<Record<string, string>> = {
  "trained-plan": "Plan, step by step, and conclude",
  "trained-correct": "Ask otherwise after a mistake",
  "trained-decide-plan": "Can it plan alone?",
  "trained-decide-summary": "Can it conclude alone?",
  "trained-proxy": "Answer from memory",
  "trained-read": "Read passages",
  "trained-claims": "Queries and claims to look up",
  "trained-keywords": "Search words",
  "trained-decompose": "Split a question",
  "trained-know": "Is it known?",
  "trained-relevant": "Does a passage help?",
  "decide-plan": "Can it plan alone?",
  "decide-summary": "Can it conclude alone?",
  "plan-small": "Plan, step by step, and conclude",
  "plan-large": "Plan the whole chain",
  "continue-large": "Go on after a correction",
  keywords: "Search words",
  digest: "The steps so far in a line",
  "read-small": "Read passages",
  "read-large": "Read passages",
  "summarise-large": "Write the answer",
  heuristic: "Answer from memory",
  judge: "Can this answer be trusted?",
  claims: "Queries and claims to look up",
  "answer-short": "Answer from passages, short",
  "answer-long": "Answer from passages, long",
  know: "Is it known?",
  relevant: "Does a passage help?",
  "relevant-of": "Which of five passages help?",
  decompose: "Split a question",
  combine: "Answer from the parts",
  "chain-of-thought": "Think in steps",
  "least-to-most-split": "Name the simpler questions first",
  "least-to-most-answer": "Answer one after the other",
  "self-ask": "Ask follow-up questions",
  "self-eval-knows": "Is it known?",
  "self-eval-true": "Is the own answer true?",
  "next-sentence": "Write the next sentence",
  replug: "Choose among the candidates",
};

/** By the place's name. */
export const placeWords: Readonly<Record<string, string>> = {
  question: "the question, or the step that is asked",
  examples: "the worked examples most like the question",
  earlier: "the earlier parts with their answers",
  steps: "the steps so far with their answers",
  passages: "the passages that were found",
  known: "what is known so far, where the rewriter tells it",
  chain: "the chain that the model had written",
  query: "the step that is corrected",
  span: "what the passage says instead",
  may: "“You can change” or “You can give”",
  reference: "the passage that says so",
  wrong: "the steps of the chain that went wrong",
  final: "the answer of the chain that went wrong",
  answer: "the answer that was guessed",
  options: "the answers to choose among",
};

export function problemText(problem: ListedProblem, message: (index: number) => string): string {
  switch (problem.code) {
    case "empty":
      return `“${message(problem.message)}” is empty.`;
    case "too-long":
      return `“${message(problem.message)}” is too long.`;
    case "place-missing":
      return `{{${problem.place}}} is missing: ${placeWords[problem.place] ?? "a place that it needs"}.`;
    case "place-unknown":
      return `{{${problem.place}}} in “${message(problem.message)}” is no place of this prompt.`;
    case "other-length":
      return "There is not one text for each of its messages.";
    case "unknown":
      return "There is no such prompt.";
  }
}
