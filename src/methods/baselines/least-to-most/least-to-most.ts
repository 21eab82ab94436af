/**
 * Least-to-most (RA-ISF §4.4, after Zhou et al.): splits the question, answers the parts in order
 * with the earlier answers, then the question.
 */

import { isEmpty, normalise } from "../../../language/normalise.ts";
import type { ChatMessage } from "../../../log/types.ts";
import { mean } from "../../../runtime/call.ts";
import type { Context, Steps } from "../../../runtime/context.ts";
import type { Prompt } from "../../../runtime/prompt-template.ts";
import { type PromptTemplate, promptFrom } from "../../../runtime/prompt-template.ts";
import type { Step } from "../../../runtime/prompts.ts";
import { asks } from "../../../runtime/uses.ts";
import { answerClosedBook, combineAnswers, type GivenAnswer } from "../../../stages/answer.ts";
import type { Conclusion } from "../../../stages/answer-event.ts";
import { type CitedStep, composeCarried } from "../../../stages/cite.ts";
import { withEarlier } from "../../../stages/decompose.ts";
import { parseDecomposition } from "../../../stages/parse/decompose.ts";
import { parseSpan } from "../../../stages/parse/reading.ts";
import { encoderReads } from "../../../stages/reader.ts";
import { nearestExamples } from "../../coop-llm/examples.ts";
import { assistant, system, turns, user } from "../../messages.ts";
import { listPrompt, promptsOf, untrained } from "../../pipeline-prompts.ts";
import { decomposePrompt } from "../../skills.ts";
import {
  answerWith,
  askOf,
  baselineParts,
  callBaseline,
  close,
  closeWithAnswer,
  fanOut,
  isSkilled,
  isSolvedBy,
  lookUp,
  marksOf,
  searchPrompts,
  skillPrompts,
} from "../baseline.ts";

async function* solve(context: Context, root: string): Steps<Conclusion> {
  const parts = yield* split(context, root);
  if (parts.length === 0) {
    const { given, passages } = yield* answerPart(context, root, context.question, []);
    return { ...given, marks: marksOf(root, passages) };
  }
  const steps: CitedStep[] = [];
  for (const { node, question } of parts) {
    yield context.event({ type: "node-start", node });
    const { given } = yield* answerPart(context, node, question, steps);
    steps.push({ node, query: question, answer: given.short });
  }
  const given = yield* answerWhole(context, root, steps);
  yield close(context, root, "combined", given);
  const marks = parts.map(({ node }) => ({
    node,
    passageId: context.trace.nodes.get(node)?.verdict?.passageId ?? null,
  }));
  return { ...given, marks };
}

/** Returns [] if there is nothing to split. */
async function* split(context: Context, root: string): Steps<{ node: string; question: string }[]> {
  const prompt = isSkilled(context) ? decomposePrompt(context.question) : splitOf(context.question);
  const { id, text } = yield* callBaseline(context, root, "decompose", prompt);
  const parsed = parseDecomposition(text);
  yield* context.parseFailure(id, "decomposition", parsed);
  const whole = normalise(context.question);
  const questions = parsed.questions.filter((question) => normalise(question) !== whole);
  if (questions.length === 0) return [];
  const nodes = yield* fanOut(context, root, id, questions);
  return questions.map((question, index) => ({ node: nodes[index] ?? "", question }));
}

/** A search or skill that got unneeded parts would find those again. */
function needed(
  { language }: Context,
  question: string,
  earlier: readonly Step[],
): readonly Step[] {
  return language.refersBack(question) ? earlier : [];
}

async function* answerPart(
  context: Context,
  node: string,
  question: string,
  earlier: readonly Step[],
) {
  const known = needed(context, question, earlier).flatMap(({ answer }) => answer || []);
  const passages = yield* lookUp(context, node, [...known, question].join(" "));
  const query = encoderReads(context) ? question : withEarlier(question, earlier);
  const found =
    passages.length === 0
      ? yield* fromEarlier(context, node, question, earlier)
      : yield* answerWith(context, node, query, passages);
  const verdict = passages.length === 0 ? "known" : "answered";
  return { given: yield* closeWithAnswer(context, node, verdict, found), passages };
}

async function* answerWhole(
  context: Context,
  root: string,
  steps: readonly CitedStep[],
): Steps<GivenAnswer> {
  const { question } = context;
  if (isSkilled(context)) {
    return yield* combineAnswers(context, askOf(context, root, question), steps);
  }
  const given = yield* fromEarlier(context, root, question, steps);
  if (given.short === "") return given;
  return { ...given, text: composeCarried(context, given.short, steps, []) };
}

async function* fromEarlier(
  context: Context,
  node: string,
  question: string,
  earlier: readonly Step[],
): Steps<GivenAnswer> {
  const ask = askOf(context, node, question);
  if (isSkilled(context)) {
    const query = withEarlier(question, needed(context, question, earlier));
    return yield* answerClosedBook(context, { ...ask, question: query });
  }
  const prompt = answerInTurn(question, earlier);
  const { id, end, text } = yield* callBaseline(context, node, "answer", prompt);
  const span = parseSpan(text, context.language);
  yield* context.parseFailure(id, "answer", span);
  const logprob = mean(end.logprobs);
  return {
    short: isEmpty(span.span) ? "" : span.span,
    text: span.span === "" ? "" : `${span.span}.`,
    call: id,
    confidence: logprob === null ? null : Math.exp(logprob),
    passage: null,
  };
}

const answerRules: readonly ChatMessage[] = [
  system("Answer each question with only a name, a number, yes or no."),
  user("What is the capital of Spain?"),
  assistant("Madrid"),
  user("How many days has a week?"),
  assistant("7"),
];

export const leastToMostTemplates = {
  split: {
    id: "least-to-most-split",
    messages: [
      system(
        "Which simpler questions must be answered first, to answer the question? List them in order, one a line, `1. …`; " +
          "a later one may build on the answer of an earlier one. Write nothing else.",
      ),
      turns("{{examples}}"),
      user("{{question}}"),
    ],
  },
  answer: {
    id: "least-to-most-answer",
    messages: [...answerRules, turns("{{earlier}}"), user("{{question}}")],
  },
} satisfies Record<string, PromptTemplate>;

/** Takes the examples most like the question: a small model copies what it has just seen. */
export function splitExamples(question: string): ChatMessage[] {
  return nearestExamples(question, 3).flatMap((one) => [
    user(one.question),
    assistant(beforeAnswers(one.steps).map(numbered).join("\n")),
  ]);
}

function splitOf(question: string): Prompt {
  const examples = splitExamples(question);
  return promptFrom(
    leastToMostTemplates.split,
    { examples, question },
    { fixedPrefixMessages: examples.length + 1, maxTokens: 120, stop: [] },
  );
}

function numbered(question: string, index: number): string {
  return `${index + 1}. ${question}`;
}

/** Earlier answers become "it". */
function beforeAnswers(steps: readonly Step[]): string[] {
  return steps.map(({ query }, index) =>
    steps.slice(0, index).reduce((text, { answer }) => text.replaceAll(answer, "it"), query),
  );
}

function answerInTurn(question: string, earlier: readonly Step[]): Prompt {
  const told = earlier.flatMap(({ query, answer }) => [
    user(query),
    assistant(answer === "" ? "unknown" : answer),
  ]);
  return promptFrom(
    leastToMostTemplates.answer,
    { earlier: told, question },
    { fixedPrefixMessages: answerRules.length, maxTokens: 32, stop: ["\n"] },
  );
}

export const parts = baselineParts({
  solve,
  listed: [
    ...searchPrompts,
    listPrompt(
      "solve",
      untrained,
      "Name the simpler questions first",
      leastToMostTemplates.split,
      isSolvedBy,
      splitExamples,
    ),
    listPrompt(
      "solve",
      untrained,
      "Answer one after the other",
      leastToMostTemplates.answer,
      isSolvedBy,
    ),
    ...skillPrompts("decompose"),
    ...promptsOf(() => [asks("solve", "combine")]),
  ],
  choices: [
    "RA-ISF does not say whether this rival looks anything up: here it answers from memory, as least-to-most was made; looking up each part is a variant.",
    "Prompts and examples are the project's own. A trained small model splits by its skill, which was taught on parts that stand on their own.",
    "Earlier questions and answers are told before the part that is asked; a search is told the answers only, and only where the part refers back (`it`, `that country`); the encoder, which reads for a small model, is told none.",
    "A part that repeats the question is left out; the last call answers the question itself. At most six parts.",
  ],
});
