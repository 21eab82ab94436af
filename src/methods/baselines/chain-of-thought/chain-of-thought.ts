/** Chain of thought (SlimPLM §4.3, after Wei et al.). */

import type { ChatMessage } from "../../../log/types.ts";
import { mean } from "../../../runtime/call.ts";
import type { Context, Steps } from "../../../runtime/context.ts";
import type { Prompt } from "../../../runtime/prompt-template.ts";
import { type PromptTemplate, promptFrom } from "../../../runtime/prompt-template.ts";
import type { Conclusion } from "../../../stages/answer-event.ts";
import { growBranch } from "../../../stages/grow.ts";
import { everySet, listPrompt } from "../../pipeline-prompts.ts";
import { baselineParts, callBaseline, close, isSolvedBy } from "../baseline.ts";
import { findConclusion, parseReasoning } from "../parse/steps.ts";

async function* solve(context: Context, root: string): Steps<Conclusion> {
  const { id, end, text } = yield* callBaseline(context, root, "reason", reason(context));
  const output = parseReasoning(text, context.language);
  yield* context.parseFailure(id, "step", output);
  const nodes = yield* showSteps(context, root, id, output.steps);
  const given =
    output.answer === ""
      ? yield* concludeFrom(context, root, output.steps)
      : { call: id, short: output.answer, logprobs: end.logprobs };
  const logprob = mean(given.logprobs);
  const confidence = logprob === null ? null : Math.exp(logprob);
  yield close(context, root, given.short === "" ? "unknown" : "reasoned", {
    short: given.short,
    confidence,
  });
  return {
    call: given.call,
    short: given.short,
    text: inWords(output.steps, given.short),
    marks: nodes.map((node) => ({ node, passageId: null })),
  };
}

async function* showSteps(
  context: Context,
  root: string,
  call: string,
  steps: readonly string[],
): Steps<string[]> {
  if (steps.length === 0) return [];
  const nodes = context.nodeIds(steps.length);
  yield growBranch(context, {
    cause: "follow",
    parent: root,
    call,
    chain: { nodes: steps.map((query) => ({ query, answer: null })), finalContent: null },
  });
  for (const node of nodes) {
    yield context.event({ type: "node-start", node });
    yield close(context, node, "reasoned", { short: "" });
  }
  return nodes;
}

async function* concludeFrom(context: Context, root: string, steps: readonly string[]) {
  const prompt = {
    ...reason(context),
    assistantPrefix: [`${begin} ${sentences(steps).join(" ")}`.trim(), ending].join("\n"),
    maxTokens: 24,
    stop: ["\n"],
  };
  const { id, end, text } = yield* callBaseline(context, root, "reason", prompt);
  const short = findConclusion(text, context.language)?.answer ?? "";
  if (short === "") {
    const detail = "no answer after its beginning";
    yield* context.parseFailure(id, "answer", { resolution: "fell-back", detail });
  }
  return { call: id, short, logprobs: end.logprobs };
}

function inWords(steps: readonly string[], short: string): string {
  const numberedSteps = sentences(steps).map((step, index) => `${step} [${index + 1}]`);
  return [...numberedSteps, ...(short === "" ? [] : [`${ending} ${short}.`])].join(" ");
}

function sentences(steps: readonly string[]): string[] {
  return steps.map((step) => (/[.!?]$/u.test(step) ? step : `${step}.`));
}

/** Prefilled for a small model, which otherwise answers at once. */
const begin = "Reasoning:";
const ending = "So the answer is:";

const examples: readonly ChatMessage[] = [
  {
    role: "system",
    content: `Think step by step in short sentences, then answer. End with \`${ending} …\` and the bare answer.`,
  },
  { role: "user", content: "In which ocean does the country lie whose capital is Suva?" },
  {
    role: "assistant",
    content: `${begin} Suva is the capital of Fiji. Fiji lies in the Pacific Ocean.\n${ending} the Pacific Ocean`,
  },
  { role: "user", content: "Which is longer, the Nile or the Danube?" },
  {
    role: "assistant",
    content: `${begin} The Nile is about 6,650 km long. The Danube is about 2,850 km long.\n${ending} the Nile`,
  },
  { role: "user", content: "What is the capital of the country where the Matterhorn stands?" },
  {
    role: "assistant",
    content: `${begin} The Matterhorn stands in Switzerland. The capital of Switzerland is Bern.\n${ending} Bern`,
  },
];

export const chainOfThoughtTemplate: PromptTemplate = {
  id: "chain-of-thought",
  messages: [...examples, { role: "user", content: "{{question}}" }],
};

function reason({ question, settings }: Context): Prompt {
  return promptFrom(
    chainOfThoughtTemplate,
    { question },
    {
      fixedPrefixMessages: examples.length,
      ...(settings.solve === "small" ? { assistantPrefix: begin } : {}),
      maxTokens: 160,
      stop: [],
    },
  );
}

export const parts = baselineParts({
  solve,
  listed: [listPrompt("solve", everySet, "Think in steps", chainOfThoughtTemplate, isSolvedBy)],
  choices: [
    "SlimPLM does not print its prompt: here three worked examples of our own and a rule; for a small model, which would answer at once, the reasoning is begun.",
    "Reasoning that breaks off without an answer is continued once from `So the answer is:`; SlimPLM counts one call for every question.",
    "A step that repeats an earlier one is dropped.",
  ],
});
