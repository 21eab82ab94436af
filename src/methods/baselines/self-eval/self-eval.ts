/**
 * Self-Eval (SlimPLM §4.3, after Kadavath et al.): the model judges the question, P(IK), or its own
 * answer, P(True); what it does not know is searched.
 */

import type { RunSettings } from "../../../log/types.ts";
import type { Context, Steps } from "../../../runtime/context.ts";
import type { PromptCondition } from "../../../runtime/listed-prompt.ts";
import type { Prompt } from "../../../runtime/prompt-template.ts";
import {
  type PromptTemplate,
  type PromptValues,
  promptFrom,
} from "../../../runtime/prompt-template.ts";
import { answerClosedBook, type GivenAnswer } from "../../../stages/answer.ts";
import type { Conclusion } from "../../../stages/answer-event.ts";
import { assistant, system, user } from "../../messages.ts";
import { everySet, listPrompt, untrained } from "../../pipeline-prompts.ts";
import { knowPrompt, skillTemplates } from "../../skills.ts";
import {
  answerWith,
  askOf,
  baselineParts,
  callBaseline,
  close,
  closeWithAnswer,
  isSkilled,
  isSolvedBy,
  lookUp,
  marksOf,
  searchPrompts,
} from "../baseline.ts";

async function* solve(context: Context, root: string): Steps<Conclusion> {
  const { question, settings } = context;
  const { kind } = settings.gate;
  const first = kind === "judge" ? yield* closedBook(context, root) : null;
  if (kind !== "off" && (yield* judgesItself(context, root, first?.short ?? null))) {
    const given = first ?? (yield* closedBook(context, root));
    yield close(context, root, "known", given);
    return { ...given, marks: [] };
  }
  const passages = yield* lookUp(context, root, question);
  const found =
    passages.length === 0 && first !== null
      ? first
      : yield* answerWith(context, root, question, passages);
  const verdict = passages.length === 0 ? "known" : "answered";
  const given = yield* closeWithAnswer(context, root, verdict, found);
  return { ...given, marks: marksOf(root, passages) };
}

function closedBook(context: Context, node: string): Steps<GivenAnswer> {
  return answerClosedBook(context, askOf(context, node, context.question));
}

/** `proposed` is null to judge the question. An empty answer is not known. */
async function* judgesItself(
  context: Context,
  node: string,
  proposed: string | null,
): Steps<boolean> {
  if (proposed === "") return false;
  const { question } = context;
  const { threshold } = context.settings.gate;
  const prompt = proposed === null ? knows(context, question) : isTrue(question, proposed);
  const { id, end, text } = yield* callBaseline(context, node, "judge", prompt);
  const verdict = context.language.saysYes(text);
  if (verdict === null) {
    const detail = "neither yes nor no; taken as unknown";
    yield* context.parseFailure(id, "verdict", { resolution: "fell-back", detail });
  }
  const score = verdict === null ? null : (end.choiceProbabilities?.["yes"] ?? null);
  const known = score === null ? verdict === true : score >= threshold;
  yield context.event({
    type: "gate",
    stage: "solve",
    node,
    kind: proposed === null ? "self-knowledge" : "judge",
    by: "model",
    call: id,
    question,
    answer: proposed ?? "",
    score,
    threshold,
    known,
    totalMs: 0,
  });
  return known;
}

const knowTurns: readonly Turn[] = [
  ["What is the capital of Spain?", "yes"],
  ["Who was the mayor of Ghent in 1873?", "no"],
  ["How many minutes has an hour?", "yes"],
  ["What did the harbour master of Esbjerg earn in 1961?", "no"],
  ["{{question}}", null],
];

const shown = (asked: string, proposed: string) =>
  `Question: ${asked}\nProposed answer: ${proposed}\nIs the proposed answer true?`;

const trueTurns: readonly Turn[] = [
  [shown("What is the capital of Spain?", "Madrid"), "yes"],
  [shown("Which planet is nearest to the sun?", "Venus"), "no"],
  [shown("How many minutes has an hour?", "60"), "yes"],
  [shown("In which year did the First World War begin?", "1939"), "no"],
  [shown("{{question}}", "{{answer}}"), null],
];

/** The last turn is the actual question. */
type Turn = readonly [string, string | null];

function judging(id: string, rule: string, judged: readonly Turn[]): PromptTemplate {
  const messages = judged.flatMap(([asked, said]) => [
    user(asked),
    ...(said === null ? [] : [assistant(said)]),
  ]);
  return { id, messages: [system(rule), ...messages] };
}

export const selfEvalTemplates = {
  knows: judging(
    "self-eval-knows",
    "Do you know the answer without looking it up? Only yes or no.",
    knowTurns,
  ),
  isTrue: judging("self-eval-true", "You check proposed answers. Only yes or no.", trueTurns),
} satisfies Record<string, PromptTemplate>;

function knows(context: Context, question: string): Prompt {
  return isSkilled(context) ? knowPrompt(question) : yesOrNo(selfEvalTemplates.knows, { question });
}

function isTrue(question: string, answer: string): Prompt {
  return yesOrNo(selfEvalTemplates.isTrue, { question, answer });
}

function yesOrNo(template: PromptTemplate, values: PromptValues): Prompt {
  return promptFrom(template, values, {
    fixedPrefixMessages: template.messages.length - 1,
    maxTokens: 3,
    stop: ["\n"],
    constraint: { kind: "choice", options: ["yes", "no"] },
  });
}

export const parts = baselineParts({
  solve,
  listed: [
    ...searchPrompts,
    listPrompt("gate", ["trained"], "Is it known?", skillTemplates.know, judges("self-knowledge")),
    listPrompt(
      "gate",
      untrained,
      "Is it known?",
      selfEvalTemplates.knows,
      judges("self-knowledge"),
    ),
    listPrompt(
      "gate",
      everySet,
      "Is the own answer true?",
      selfEvalTemplates.isTrue,
      judges("judge"),
    ),
  ],
  choices: [
    "SlimPLM counts two calls for every question, so there the model judges the question and then answers. Kadavath's P(True) judges an answer that was given first: up to three calls, a variant here.",
    "The examples in the prompt are not printed; these are the project's own. A trained small model is asked by its skill, without examples.",
    "What is neither yes nor no counts as unknown, and is looked up.",
    "With the question about knowing switched off everything is looked up, as direct RAG does.",
    "Where the engine tells the probability of yes, that is compared with the threshold; a plain yes is 1.",
  ],
});

function judges(kind: RunSettings["gate"]["kind"]): PromptCondition {
  return (settings, tier) => settings.gate.kind === kind && isSolvedBy(settings, tier);
}
