import type { ListedProblem } from "../../../methods/prompt-list.ts";
import type { PromptSet } from "../../../runtime/listed-prompt.ts";
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
    instruct: "chat models, small or large",
    base: "models that only go on with what is begun",
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
  notInUse: "Not in use:",
  reset: "Put this prompt back",
  resetAll: "Put all prompts back",
};

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
