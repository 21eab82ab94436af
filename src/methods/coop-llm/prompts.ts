/**
 * For base models, which only continue a text (paper §4.1), in our own words; `instruct.ts` is for
 * chat models, `skills.ts` for trained ones.
 */

import type { Language } from "../../language/language.ts";
import type { ChatMessage, Passage } from "../../log/types.ts";
import type { Constraint } from "../../runtime/ports.ts";
import type { Prompt } from "../../runtime/prompt-template.ts";
import { type PromptTemplate, promptFrom } from "../../runtime/prompt-template.ts";
import type { ChainPrompts, Step } from "../../runtime/prompts.ts";

import { answerWords } from "../answer-words.ts";
import { assistant, system, turns, user } from "../messages.ts";
import { nearestExamples } from "./examples.ts";

/**
 * Tags are short because a 135 M model copies them more reliably. It writes no answers, since its
 * memory is wrong more often than the library.
 */
export function exampleTurns(question: string): ChatMessage[] {
  return nearestExamples(question, 3).flatMap((example) => [
    user(example.question),
    assistant(`${chainLines(example.steps)}Final: ${example.final}`),
  ]);
}

/** docs/prompts.md explains how to edit them. */
export const coopTemplates = {
  decidePlan: {
    id: "decide-plan",
    messages: [
      system("You answer only yes or no."),
      user(
        "Can you break this question into simple search queries without help?\nQuestion: {{question}}",
      ),
    ],
  },
  decideSummary: {
    id: "decide-summary",
    messages: [
      system("You answer only yes or no."),
      user(
        "Can you answer this question from these facts without help?\n{{steps}}\nQuestion: {{question}}",
      ),
    ],
  },
  planSmall: {
    id: "plan-small",
    messages: [
      system("Break the question into simple questions."),
      turns("{{examples}}"),
      user("{{question}}"),
    ],
  },
  keywords: {
    id: "keywords",
    messages: [
      system("Turn the question into search keywords."),
      user("What is the capital city of the Republic of Austria?"),
      assistant("capital city Austria"),
      user("How many people live in Peru?"),
      assistant("population Peru"),
      user("{{question}}"),
    ],
  },
  digest: {
    id: "digest",
    messages: [system("Sum up the facts in one short line."), user("{{steps}}")],
  },
  readSmall: {
    id: "read-small",
    messages: [
      user("{{passages}}\n\nQuestion: {{question}}\nAnswer with only a name or a number."),
    ],
  },
} satisfies Record<string, PromptTemplate>;

const templates = coopTemplates;

export const coopPrompts = (language: Language): ChainPrompts => ({
  decide: (stage, question, steps) =>
    promptFrom(
      stage === "plan" ? templates.decidePlan : templates.decideSummary,
      { question, steps: facts(steps) },
      {
        fixedPrefixMessages: 1,
        maxTokens: 3,
        stop: ["\n"],
        constraint: { kind: "choice", options: ["yes", "no"] },
      },
    ),

  plan: (_tier, question, solved) => nextQuery(question, solved),

  continueChain: (_tier, question, solved) => nextQuery(question, solved),

  retry: () => null,

  keywords: (_tier, question) =>
    promptFrom(
      templates.keywords,
      { question },
      { fixedPrefixMessages: 5, maxTokens: 20, stop: ["\n"] },
    ),

  digest: (_tier, steps) =>
    promptFrom(
      templates.digest,
      { steps: facts(steps) },
      { fixedPrefixMessages: 1, maxTokens: 40, stop: ["\n"] },
    ),

  read: (_tier, query, passages, { history, digest }) =>
    readSmall(
      query,
      passages,
      formatKnownFacts(history, digest),
      copying(language, query, passages),
    ),

  readAgain: (query, passage, options) => readSmall(query, [passage], "", chosenFrom(options)),

  summarise: (_tier, question, steps) => summariseSmall(language, question, steps),

  composeAnswer: (short, steps, rests) => {
    const said = statements(language, steps);
    if (said.length === 0) return `${short}. ${guessed}`;
    const marks = rests.filter((mark) => mark <= steps.length).map((mark) => `[${mark}]`);
    const answer = marks.length === 0 ? short : `${short} ${marks.join("")}`;
    return `${answer}. ${capital(said.join("; "))}.`;
  },

  composeUnknown: (query, steps) =>
    `unknown. The library has no answer to “${query}”, and what was found, ${language.formatList(marked(language, steps))}, does not decide it alone.`,
});

function capital(text: string): string {
  return text.replace(/^\p{L}/u, (letter) => letter.toUpperCase());
}

const guessed = "Not found in the library. This is the model's guess and may well be wrong.";

function statements(language: Language, steps: readonly Step[]): string[] {
  return steps.flatMap(({ query, answer }, index) =>
    answer === ""
      ? []
      : [`${language.statement(query, inASentence(language, answer))} [${index + 1}]`],
  );
}

function marked(language: Language, steps: readonly Step[]): string[] {
  return steps.flatMap(({ answer }, index) =>
    answer === "" ? [] : [`${inASentence(language, answer)} [${index + 1}]`],
  );
}

const mostNames = 3;

/** A long list would hide the rest of the sentence. */
function inASentence(language: Language, answer: string): string {
  const names = language.namesIn(answer).length;
  return names > mostNames ? `a list of ${names}` : answer;
}

/** The next query depends on this one's answer. */
function nextQuery(question: string, solved: readonly Step[]): Prompt {
  return smallChain(question, {
    assistantPrefix: solved.length === 0 ? "Q1:" : chainLines(solved),
    maxTokens: 48,
    stop: ["\nA"],
  });
}

/** Every call about a question starts with these messages, so they are prefilled once. */
function smallChain(
  question: string,
  rest: Omit<Prompt, "messages" | "fixedPrefixMessages">,
): Prompt {
  const examples = exampleTurns(question);
  const fixedPrefixMessages = examples.length + 2;
  return promptFrom(templates.planSmall, { examples, question }, { ...rest, fixedPrefixMessages });
}

/**
 * Text, question, begun answer: a 135 M model reads this form best of those tried. It may only copy
 * candidates (`candidates.ts`).
 */
function readSmall(
  query: string,
  passages: readonly Passage[],
  known: string,
  constraint: Constraint,
): Prompt {
  const text = [known, ...passages.map((passage) => passage.text)].join("\n").trim();
  return promptFrom(
    templates.readSmall,
    { passages: text, question: query },
    {
      fixedPrefixMessages: 0,
      assistantPrefix: "Answer:",
      maxTokens: 20,
      stop: ["\n"],
      constraint,
    },
  );
}

function copying(language: Language, query: string, passages: readonly Passage[]): Constraint {
  return {
    kind: "span",
    texts: passages.flatMap((passage) => language.answerCandidates(query, passage.text)),
    alternatives: ["none"],
    maxWords: 8,
  };
}

export function chosenFrom(options: readonly string[]): Constraint {
  return { kind: "choice", options };
}

/**
 * Continues the chain, so its KV cache is reused. Only words of the answers and the question are
 * allowed.
 */
function summariseSmall(language: Language, question: string, steps: readonly Step[]): Prompt {
  return smallChain(question, {
    assistantPrefix: `${chainLines(steps)}Final:`,
    maxTokens: 24,
    stop: ["\n"],
    ...(steps.length === 0 ? {} : { constraint: answerWords(language, question, steps) }),
  });
}

/** Has history and digest if the rewriter variant does; "" without either. */
export function formatKnownFacts(history: readonly Step[], digest: string | null): string {
  return [digest ?? "", facts(history)].filter((part) => part !== "").join("\n");
}

function facts(steps: readonly Step[]): string {
  return steps.map((step) => `${step.query} ${step.answer}.`).join(" ");
}

function chainLines(steps: readonly Step[]): string {
  return steps
    .map((step, index) => `Q${index + 1}: ${step.query}\nA${index + 1}: ${step.answer}\n`)
    .join("");
}
