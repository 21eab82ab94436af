/**
 * CoopLLM's prompts for chat models of any size (paper §4.1), in the project's own words: JSON, and
 * worked examples of a question that does not name what it asks about, a comparison, and yes or no.
 * Their names are made up, so that none of them is in a library and what is given back is seen.
 */

import type { Language } from "../../language/language.ts";
import type { ChatMessage, Passage } from "../../log/types.ts";
import type { Prompt } from "../../runtime/prompt-template.ts";
import {
  type PromptTemplate,
  type PromptValues,
  promptFrom,
} from "../../runtime/prompt-template.ts";
import type { ChainPrompts, Feedback, Step } from "../../runtime/prompts.ts";
import { readableText } from "../../stages/reader.ts";
import { jsonForms } from "../json-forms.ts";
import { assistant, system, user } from "../messages.ts";
import { chosenFrom, coopPrompts, formatKnownFacts } from "./prompts.ts";

interface JsonChain {
  steps: readonly { query: string; answer: string }[];
  final: string;
}

const unknown = "unknown";

function json(value: JsonChain | Readonly<Record<string, unknown>>): string {
  return JSON.stringify(value)
    .replace(/":/gu, '": ')
    .replace(/,(?=["{])/gu, ", ");
}

/** SearChain's feedback, its arguments in their right places. */
function feedbackText(query: string, span: string, may: string, reference: string): string {
  return (
    `According to the Reference, the answer for "${query}" should be "${span}". ` +
    `${may} your answer and continue the chain for the question, from the next query on.${reference}`
  );
}

const glassHarbour = { query: "Who wrote the novel The Glass Harbour?", answer: "Marta Lindqvist" };
const lanterns = { query: "When did the film Silver Lanterns come out?", answer: "1958" };
const marek = { query: "In which country was the painter Ivo Marek born?", answer: "Latvia" };

/** A chain whose last step is still to be looked up. */
function upTo(known: readonly Step[], query: string): ChatMessage {
  return assistant(json({ steps: [...known, { query, answer: unknown }], final: unknown }));
}

/** A chain of several steps for each kind of question: shown single steps, a small model asks the question itself. */
const planRules: readonly ChatMessage[] = [
  system(
    "You plan how to answer a question by looking up one fact after the other. Reply with JSON only: " +
      "`steps`, each a `query` for a search engine with its `answer`, then `final`, the bare answer to the question with the steps that it rests on as [1], [2]. " +
      "A query asks for one fact and stands on its own: it names things and has no pronouns. Never ask the question itself. " +
      "What the question only describes must be found first: the first query asks for its name, the next one uses it. " +
      `Where you are not certain of an answer, write "${unknown}" and end the list there: you will be told it, and go on. ` +
      "Give `final` only when every fact that it needs is there.",
  ),
  user("Which university did the author of the novel The Glass Harbour attend?"),
  upTo([glassHarbour], "Which university did Marta Lindqvist attend?"),
  user("Which film came out first, Silver Lanterns or The Ninth Orchard?"),
  upTo([], lanterns.query),
  user(feedbackText(lanterns.query, lanterns.answer, "You can give", "")),
  upTo([], "When did the film The Ninth Orchard come out?"),
  user(feedbackText("When did the film The Ninth Orchard come out?", "1971", "You can give", "")),
  assistant(json({ steps: [], final: "Silver Lanterns [1][2]" })),
  user("Were the painters Ivo Marek and Lena Dorn born in the same country?"),
  upTo([marek], "In which country was the painter Lena Dorn born?"),
  user(
    "What is the population of the town where the author of the novel The Glass Harbour was born?",
  ),
  upTo([glassHarbour], "In which town was Marta Lindqvist born?"),
  user(feedbackText("In which town was Marta Lindqvist born?", "Brennvik", "You can give", "")),
  upTo([], "What is the population of Brennvik?"),
];

const readRules: readonly ChatMessage[] = [
  system(
    "Answer the question from the passages only, in the words of one of them: a name, a number or a date, as short as it can be. " +
      'Reply with JSON: {"answer": "…"}. Where the passages do not tell, answer "none".',
  ),
  user(
    "Passages:\nThe Glass Harbour: The Glass Harbour is the second novel by Marta Lindqvist, published in Turku in 1963.\n" +
      "Question: Who wrote the novel The Glass Harbour?",
  ),
  assistant(json({ answer: "Marta Lindqvist" })),
  user(
    "Passages:\nIvo Marek: Ivo Marek (1902–1971) was a painter of harbours and mills.\n" +
      "Question: In which country was Ivo Marek born?",
  ),
  assistant(json({ answer: "none" })),
];

export const summariseRules: readonly ChatMessage[] = [
  system(
    "Answer the question from what was found. Reply with JSON: `reasoning`, one short sentence that cites what was found as [1], [2]; " +
      "then `answer`, the bare answer: only the name, number, date, yes or no that is asked for, in as few words as possible.",
  ),
  user(
    "[1] Who wrote the novel The Glass Harbour? Marta Lindqvist\n[2] Which university did Marta Lindqvist attend? the University of Turku\n" +
      "Question: Which university did the author of the novel The Glass Harbour attend?",
  ),
  assistant(
    json({
      reasoning: "Marta Lindqvist, who wrote it [1], attended the University of Turku [2].",
      answer: "University of Turku",
    }),
  ),
  user(
    "[1] When did the film Silver Lanterns come out? 1958\n[2] When did the film The Ninth Orchard come out? 1971\n" +
      "Question: Which film came out first, Silver Lanterns or The Ninth Orchard?",
  ),
  assistant(json({ reasoning: "1958 [1] is before 1971 [2].", answer: "Silver Lanterns" })),
  user(
    "[1] In which country was the painter Ivo Marek born? Latvia\n[2] In which country was the painter Lena Dorn born? Poland\n" +
      "Question: Were the painters Ivo Marek and Lena Dorn born in the same country?",
  ),
  assistant(
    json({ reasoning: "One was born in Latvia [1], the other in Poland [2].", answer: "no" }),
  ),
];

/** Their texts; docs/prompts.md tells how a person changes them. */
export const instructTemplates = {
  plan: { id: "plan-instruct", messages: [...planRules, user("{{question}}")] },
  continueChain: {
    id: "continue-instruct",
    messages: [
      ...planRules,
      user("{{question}}"),
      assistant("{{chain}}"),
      user(feedbackText("{{query}}", "{{span}}", "{{may}}", "{{reference}}")),
    ],
  },
  keywords: {
    id: "keywords-instruct",
    messages: [
      system('Turn the question into search keywords. Reply with JSON: {"keywords": "…"}.'),
      user("What is the capital city of the Republic of Austria?"),
      assistant(json({ keywords: "capital city Austria" })),
      user("How many people live in Peru?"),
      assistant(json({ keywords: "population Peru" })),
      user("{{question}}"),
    ],
  },
  read: {
    id: "read-instruct",
    messages: [...readRules, user("{{known}}Passages:\n{{passages}}\nQuestion: {{question}}")],
  },
  readAgain: {
    id: "read-again-instruct",
    messages: [
      user("{{passages}}\n\nQuestion: {{question}}\nAnswer with only a name or a number."),
    ],
  },
  summarise: {
    id: "summarise-instruct",
    messages: [...summariseRules, user("{{steps}}\nQuestion: {{question}}")],
  },
} satisfies Record<string, PromptTemplate>;

const templates = instructTemplates;

export const instructPrompts = (language: Language): ChainPrompts => ({
  ...coopPrompts(language),

  plan: (_tier, question) =>
    promptFrom(
      templates.plan,
      { question },
      {
        fixedPrefixMessages: planRules.length,
        maxTokens: 300,
        stop: [],
        constraint: jsonForms.chain,
      },
    ),

  continueChain: (_tier, question, solved, feedback) =>
    promptFrom(
      templates.continueChain,
      { question, chain: chainSoFar(solved, feedback), ...feedbackValues(feedback) },
      {
        fixedPrefixMessages: planRules.length,
        maxTokens: 300,
        stop: [],
        constraint: jsonForms.chain,
      },
    ),

  keywords: (_tier, question) =>
    promptFrom(
      templates.keywords,
      { question },
      { fixedPrefixMessages: 5, maxTokens: 40, stop: [], constraint: jsonForms.keywords },
    ),

  read: (_tier, query, passages, { history, digest }) => {
    const known = formatKnownFacts(history, digest);
    const values = {
      known: known === "" ? "" : `Known so far: ${known}\n`,
      passages: passages.map(readableText).join("\n"),
      question: query,
    };
    return promptFrom(templates.read, values, {
      fixedPrefixMessages: readRules.length,
      maxTokens: 60,
      stop: [],
      constraint: jsonForms.reading,
      // f is read off them.
      logprobs: true,
    });
  },

  readAgain: (query, passage, options) => readAgain(query, passage, options),

  summarise: (_tier, question, steps) =>
    promptFrom(
      templates.summarise,
      { question, steps: foundLines(steps) },
      {
        fixedPrefixMessages: summariseRules.length,
        maxTokens: 160,
        stop: [],
        constraint: jsonForms.summary,
      },
    ),
});

function readAgain(query: string, passage: Passage, options: readonly string[]): Prompt {
  return promptFrom(
    templates.readAgain,
    { passages: passage.text, question: query },
    { fixedPrefixMessages: 0, maxTokens: 20, stop: ["\n"], constraint: chosenFrom(options) },
  );
}

/** The answered steps, each with its mark. */
export function foundLines(steps: readonly Step[]): string {
  return steps.map(({ query, answer }, index) => `[${index + 1}] ${query} ${answer}`).join("\n");
}

function feedbackValues({ kind, query, span, passage }: Feedback): PromptValues {
  return {
    query,
    span,
    may: kind === "correct" ? "You can change" : "You can give",
    reference: passage === null ? "" : `\nReference: ${passage.text}`,
  };
}

/** What the model said up to the step that the feedback is about, that step as it stood. */
function chainSoFar(solved: readonly Step[], { query, said }: Feedback): string {
  const before = solved.slice(0, -1);
  return json({ steps: [...before, { query, answer: said ?? unknown }], final: unknown });
}
