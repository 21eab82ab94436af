/**
 * CoopLLM's prompts, in the project's own words (paper §4.1; SearChain's tags), for large
 * models and for small ones as they come; `skills.ts` has those for trained ones.
 */

import type { Language } from "../../language/language.ts";
import type { ChatMessage, Passage } from "../../log/types.ts";
import type { Constraint } from "../../runtime/ports.ts";
import type { Prompt } from "../../runtime/prompt-template.ts";
import {
  type PromptTemplate,
  type PromptValues,
  promptFrom,
} from "../../runtime/prompt-template.ts";
import type { ChainPrompts, Feedback, Step } from "../../runtime/prompts.ts";

import { answerWords } from "../answer-words.ts";
import { assistant, system, turns, user } from "../messages.ts";
import { nearestExamples } from "./examples.ts";

/**
 * The small planner writes `Q1: …`, the checker answers `A1: …`, and so on to `Final: …`.
 * Short tags, because a 135 M model copies them more surely than the long ones, and no
 * answers of its own: its memory is wrong more often than the library.
 */
export function exampleTurns(question: string): ChatMessage[] {
  return nearestExamples(question, 3).flatMap((example) => [
    user(example.question),
    assistant(`${chainLines(example.steps)}Final: ${example.final}`),
  ]);
}

const largePlanRules: readonly ChatMessage[] = [
  system(
    "Construct a global reasoning chain for a multi-hop question. Each step is a query for a search engine. " +
      "Write one line `[Query i]: …` for each step; if you are certain of its answer, follow it with `[Answer i]: …`. " +
      "If you do not know, write `[Unsolved Query]: …` instead and go on. Queries must stand on their own: name things, no pronouns. " +
      "End with `[Final Content]: …`, citing steps as [1], [2]. Write nothing else.",
  ),
  user("Which river runs through the capital of the country that won the 2010 football World Cup?"),
  assistant(
    "[Query 1]: Which country won the 2010 football World Cup?\n[Answer 1]: Spain\n[Query 2]: What is the capital of Spain?\n[Answer 2]: Madrid\n[Unsolved Query]: Which river runs through Madrid?\n[Final Content]: The river through Madrid [2], capital of the 2010 champion Spain [1].",
  ),
  user("Which is longer, the Rhine or the Elbe?"),
  assistant(
    "[Query 1]: How long is the Rhine?\n[Answer 1]: 1,230 km\n[Query 2]: How long is the Elbe?\n[Answer 2]: 1,094 km\n[Final Content]: The Rhine [1] is longer than the Elbe [2].",
  ),
];

/** Their texts; docs/prompts.md tells how a person changes them. */
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
  planLarge: { id: "plan-large", messages: [...largePlanRules, user("{{question}}")] },
  continueLarge: {
    id: "continue-large",
    messages: [
      ...largePlanRules,
      user("{{question}}"),
      assistant("{{chain}}"),
      // SearChain's feedback, its arguments in their right places.
      user(
        'According to the Reference, the answer for [Query] "{{query}}" should be "{{span}}". ' +
          "{{may}} your answer and continue constructing the reasoning chain for the question, from the next query on.{{reference}}",
      ),
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
  readLarge: {
    id: "read-large",
    messages: [
      system(
        'Answer from the passages only. Reply with JSON: {"answer": "a short span copied from a passage, or none", "confidence": a number from 0 to 1}.',
      ),
      user("{{known}}Passages:\n{{passages}}\nQuestion: {{question}}"),
    ],
  },
  summariseLarge: {
    id: "summarise-large",
    messages: [
      system(
        "You can try to generate the final answer for the [Question] by referring to the following [Query]-[Answer] pairs. " +
          "First line `Answer: …` with the bare answer. Then one or two sentences of reasoning that cite the pairs as [1], [2].",
      ),
      user("[Question]: {{question}}\n{{steps}}"),
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

  plan: (tier, question, solved) =>
    tier === "small"
      ? nextQuery(question, solved)
      : promptFrom(
          templates.planLarge,
          { question },
          { fixedPrefixMessages: largePlanRules.length, maxTokens: 400, stop: [] },
        ),

  continueChain: (tier, question, solved, feedback) =>
    tier === "small"
      ? nextQuery(question, solved)
      : promptFrom(
          templates.continueLarge,
          { question, chain: chainSoFar(solved, feedback), ...feedbackValues(feedback) },
          { fixedPrefixMessages: largePlanRules.length, maxTokens: 400, stop: [] },
        ),

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

  read: (tier, query, passages, { history, digest }) =>
    tier === "small"
      ? readSmall(
          query,
          passages,
          formatKnownFacts(history, digest),
          copying(language, query, passages),
        )
      : readLarge(query, passages, history, digest),

  readAgain: (query, passage, options) => readSmall(query, [passage], "", chosenFrom(options)),

  summarise: (tier, question, steps) =>
    tier === "small" ? summariseSmall(language, question, steps) : summariseLarge(question, steps),

  composeAnswer: (short, steps, rests) => {
    const found = marked(language, steps);
    if (found.length === 0)
      return `${short}. Nothing in the library supports this; it is the model's own guess.`;
    const marks = rests.filter((mark) => mark <= steps.length).map((mark) => `[${mark}]`);
    const answer = marks.length === 0 ? short : `${short} ${marks.join("")}`;
    return `${answer}. It rests on ${language.formatList(found)}.`;
  },

  composeUnknown: (query, steps) =>
    `unknown. The library has no answer to “${query}”, and what was found, ${language.formatList(marked(language, steps))}, does not decide it alone.`,
});

/** The answers that were found, each with its mark. */
function marked(language: Language, steps: readonly Step[]): string[] {
  return steps.flatMap(({ answer }, index) =>
    answer === "" ? [] : [`${inASentence(language, answer)} [${index + 1}]`],
  );
}

const mostNames = 3;

/** A long list would hide the rest of the sentence; its mark opens it. */
function inASentence(language: Language, answer: string): string {
  const names = language.namesIn(answer).length;
  return names > mostNames ? `a list of ${names}` : answer;
}

/** One query at a time: what comes after an unsolved query cannot be known yet. */
function nextQuery(question: string, solved: readonly Step[]): Prompt {
  return smallChain(question, {
    assistantPrefix: solved.length === 0 ? "Q1:" : chainLines(solved),
    maxTokens: 48,
    stop: ["\nA"],
  });
}

/** The same messages for every call about a question: they are prefilled once. */
function smallChain(
  question: string,
  rest: Omit<Prompt, "messages" | "fixedPrefixMessages">,
): Prompt {
  const examples = exampleTurns(question);
  const fixedPrefixMessages = examples.length + 2;
  return promptFrom(templates.planSmall, { examples, question }, { ...rest, fixedPrefixMessages });
}

/**
 * Text first, question last, and an answer already begun: of the forms tried, a 135 M
 * model reads this one best. It may only copy what could be an answer (`candidates.ts`).
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

function readLarge(
  query: string,
  passages: readonly Passage[],
  history: readonly Step[],
  digest: string | null,
): Prompt {
  const known = formatKnownFacts(history, digest);
  const values = {
    known: known === "" ? "" : `Known so far: ${known}\n`,
    passages: passages.map((passage) => `${passage.title}: ${passage.text}`).join("\n"),
    question: query,
  };
  return promptFrom(templates.readLarge, values, {
    fixedPrefixMessages: 1,
    maxTokens: 80,
    stop: [],
  });
}

/**
 * The end of the same chain, so that its KV cache is reused and only the answer is new.
 * Constrained to words of the answers or the question: a choice between things named.
 */
function summariseSmall(language: Language, question: string, steps: readonly Step[]): Prompt {
  return smallChain(question, {
    assistantPrefix: `${chainLines(steps)}Final:`,
    maxTokens: 24,
    stop: ["\n"],
    ...(steps.length === 0 ? {} : { constraint: answerWords(language, question, steps) }),
  });
}

function summariseLarge(question: string, steps: readonly Step[]): Prompt {
  const pairs = steps.map(
    (step, index) => `[${index + 1}] [Query]: ${step.query} [Answer]: ${step.answer}`,
  );
  return promptFrom(
    templates.summariseLarge,
    { question, steps: pairs.join("\n") },
    { fixedPrefixMessages: 1, maxTokens: 200, stop: [] },
  );
}

function feedbackValues({ kind, query, span, passage }: Feedback): PromptValues {
  return {
    query,
    span,
    may: kind === "correct" ? "You can change" : "You can give",
    reference: passage === null ? "" : `\n[Reference]: ${passage.text}`,
  };
}

/** For both prompt sets: history and digest, each where the rewriter variant has it; "" without either. */
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

/** What the model said up to the step that the feedback is about, that step as it stood. */
function chainSoFar(solved: readonly Step[], { query, said }: Feedback): string {
  const before = solved.slice(0, -1);
  const last =
    said === null
      ? `[Unsolved Query]: ${query}`
      : answeredLines({ query, answer: said }, before.length);
  return [...before.map(answeredLines), last].join("\n");
}

function answeredLines(step: Step, index: number): string {
  return `[Query ${index + 1}]: ${step.query}\n[Answer ${index + 1}]: ${step.answer}`;
}
