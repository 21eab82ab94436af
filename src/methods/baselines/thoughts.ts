/**
 * A thought is a sentence or, for a trained small model, the next query of its chain with its
 * answer.
 */

import type { Language } from "../../language/language.ts";
import type { ChatMessage, Passage } from "../../log/types.ts";
import type { CallResult } from "../../runtime/call.ts";
import type { Context, Steps } from "../../runtime/context.ts";
import type { ListedPrompt, PromptCondition } from "../../runtime/listed-prompt.ts";
import type { Prompt } from "../../runtime/prompt-template.ts";
import { type PromptTemplate, promptFrom } from "../../runtime/prompt-template.ts";
import type { Step } from "../../runtime/prompts.ts";
import type { GivenAnswer } from "../../stages/answer.ts";
import { readableText } from "../../stages/reader.ts";
import { listPrompt, untrained } from "../pipeline-prompts.ts";
import { planPrompt } from "../skills.ts";
import { callBaseline, openNextStep, stopsAtRepeat } from "./baseline.ts";
import { type Ending, parseEnding } from "./conclusion.ts";
import { type ParsedSentence, parseSentence } from "./parse/sentence.ts";
import { chainLine, findConclusion } from "./parse/steps.ts";

export interface Thought {
  node: string;
  text: string;
  passageId: string | null;
}

export interface ChainStep extends Step {
  node: string;
  passageId: string | null;
}

const ending = "So the answer is:";

export async function* writeSentence(
  context: Context,
  node: string,
  passages: readonly Passage[],
  before: readonly Thought[],
): Steps<CallResult & { said: ParsedSentence }> {
  const prompt = { ...sentencePrompt(context.question, passages, before, ""), logprobs: true };
  const result = yield* callBaseline(context, node, "reason", prompt);
  const sentence = parseSentence(result.text, context.language);
  yield* context.parseFailure(result.id, "step", sentence);
  return { ...result, said: sentence };
}

export async function* concludeWords(
  context: Context,
  root: string,
  passages: readonly Passage[],
  before: readonly Thought[],
): Steps<Ending> {
  const prompt = sentencePrompt(context.question, passages, before, ending);
  const { id, text } = yield* callBaseline(context, root, "reason", prompt);
  return yield* parseEnding(context, id, findConclusion(text, context.language)?.answer ?? "");
}

/**
 * `solve` answers and closes each query's node. Ends with `Final:`, after the last round, or at a
 * repeat; `ending` is null unless it was `Final:`.
 */
export async function* thinkInSteps(
  context: Context,
  root: string,
  solve: (node: string, query: string) => Steps<GivenAnswer>,
): Steps<{ steps: ChainStep[]; ending: Ending | null }> {
  const steps: ChainStep[] = [];
  while (steps.length < context.settings.maxRounds) {
    const solved = steps.map(({ query, answer }) => ({ query, answer: answer || "none" }));
    const prompt = planPrompt(context.question, solved);
    const { id, text } = yield* callBaseline(context, root, "reason", prompt);
    const next = chainLine(text, context.language);
    yield* context.parseFailure(id, "step", next);
    if (next.kind === "final") return { steps, ending: { call: id, answer: next.answer } };
    if (next.kind === "nothing") break;
    const seen = steps.map(({ node, query }) => ({ node, text: query }));
    if (yield* stopsAtRepeat(context, next.question, seen)) break;
    const node = yield* openNextStep(context, steps.at(-1)?.node ?? root, id, next.question);
    const given = yield* solve(node, next.question);
    const passageId = given.passage?.id ?? null;
    steps.push({ node, query: next.question, answer: given.short, passageId });
  }
  return { steps, ending: null };
}

export function marksOn(thoughts: readonly Pick<Thought, "node" | "passageId">[]) {
  return thoughts.map(({ node, passageId }) => ({ node, passageId }));
}

export function inWords(language: Language, thoughts: readonly Thought[], short: string): string {
  const citedThoughts = thoughts
    .filter(({ text }) => findConclusion(text, language) === null)
    .map((thought) => `${thought.text} [${thoughts.indexOf(thought) + 1}]`);
  return [...citedThoughts, ...(short === "" ? [] : [`${ending} ${short}.`])].join(" ");
}

const rule: ChatMessage = {
  role: "system",
  content: `Think step by step. Write one short sentence a line. Use the passages where there are any. Write a last line \`${ending} …\` with the bare answer.`,
};

const examples: readonly ChatMessage[] = [
  rule,
  { role: "user", content: "Question: On which continent is the country whose capital is Lima?" },
  {
    role: "assistant",
    content: `Lima is the capital of Peru.\nPeru is in South America.\n${ending} South America`,
  },
  {
    role: "user",
    content:
      "Passages:\nNile: The Nile is about 6,650 km long.\nDanube: The Danube is about 2,850 km long.\n\n" +
      "Question: Which is longer, the Nile or the Danube?",
  },
  {
    role: "assistant",
    content: `The Nile is about 6,650 km long.\nThe Danube is about 2,850 km long.\n${ending} the Nile`,
  },
];

const sentenceTemplate: PromptTemplate = {
  id: "next-sentence",
  messages: [...examples, { role: "user", content: "{{passages}}Question: {{question}}" }],
};

export function sentencePrompts(condition: PromptCondition): ListedPrompt {
  return listPrompt("solve", untrained, "Write the next sentence", sentenceTemplate, condition);
}

function sentencePrompt(
  question: string,
  passages: readonly Passage[],
  before: readonly Thought[],
  begun: string,
): Prompt {
  const references = passages.map(readableText).join("\n");
  const shown = references === "" ? "" : `Passages:\n${references}\n\n`;
  return promptFrom(
    sentenceTemplate,
    { passages: shown, question },
    {
      fixedPrefixMessages: examples.length,
      assistantPrefix: `${before.map(({ text }) => `${text}\n`).join("")}${begun}`,
      maxTokens: begun === "" ? 64 : 24,
      stop: ["\n"],
    },
  );
}
