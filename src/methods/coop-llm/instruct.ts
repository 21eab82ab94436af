/**
 * For chat models of any size (paper §4.1), in our own words. The examples' names are invented, so
 * that no library has them and echoes are detected.
 */

import type { Language } from "../../language/language.ts";
import type { ChatMessage, Passage } from "../../log/types.ts";
import type { Prompt } from "../../runtime/prompt-template.ts";
import { type PromptTemplate, promptFrom } from "../../runtime/prompt-template.ts";
import type {
  ChainHistory,
  ChainPrompts,
  CheckerWord,
  Step,
  WrittenChain,
} from "../../runtime/prompts.ts";
import { readableText } from "../../stages/reader.ts";
import { jsonForms } from "../json-forms.ts";
import { assistant, system, turns, user } from "../messages.ts";
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

/** SearChain's feedback, with its arguments in the right places. */
function feedbackText(query: string, span: string, may: string, reference: string): string {
  return (
    `According to the Reference, the answer for "${query}" should be "${span}". ` +
    `${may} your answer and continue the chain for the question, from the next query on.${reference}`
  );
}

type Planned = string | { query: string; answer: string };

function chain(...steps: readonly Planned[]): ChatMessage {
  const written = steps.map((step) =>
    typeof step === "string" ? { query: step, answer: unknown } : step,
  );
  return assistant(json({ steps: written, final: unknown }));
}

function told(query: string, span: string): ChatMessage {
  return user(feedbackText(query, span, "You can give", ""));
}

const glassHarbour = "Who wrote the novel The Glass Harbour?";
const velmora = "Which country has Velmora as its capital?";
const neighbour = "Which country is the largest neighbour of Ostria?";
const marek = "When was Ivo Marek born?";
const dorn = "When was Lena Dorn born?";

const chainForm =
  "Reply with JSON: `steps`, in order, each a `query` that asks for one fact, with its `answer`; then `final`, the answer to the question";
const certain = `Write "${unknown}" for every answer that you do not know for certain.`;

/**
 * Shows whole chains: a small model copies the form, and shown single steps it asks the question
 * itself.
 */
const planRules: readonly ChatMessage[] = [
  system(
    `You break a question into the single facts that must be looked up to answer it. ${chainForm}. ` +
      "Never ask the question itself. What it only describes is asked for by its own query first; a later query names it by the number of that step, as [1]. " +
      certain,
  ),
  user("Which university did the author of the novel The Glass Harbour attend?"),
  chain(glassHarbour, "Which university did [1] attend?"),
  user("Who was born first, Ivo Marek or Lena Dorn?"),
  chain(marek, dorn),
  user("How many people live in the country whose capital is Velmora?"),
  chain(velmora, "What is the population of [1]?"),
  user(
    "The actress who played Queen Maud in Silver Lanterns was married to the composer of which opera?",
  ),
  chain(
    "Which actress played Queen Maud in the film Silver Lanterns?",
    "Which composer was married to [1]?",
    "Which opera did [2] compose?",
  ),
  user("Were the films Silver Lanterns and The Ninth Orchard made in the same country?"),
  chain(
    { query: "In which country was the film Silver Lanterns made?", answer: "Sweden" },
    "In which country was the film The Ninth Orchard made?",
  ),
  user("Lena Orr is the voice of the pilot in a series made by which studio?"),
  chain("In which series does Lena Orr voice the pilot?", "Which studio made [1]?"),
  user(
    "Which is larger, the country whose internet domain is .qv or the country that pays in dorins?",
  ),
  chain(
    "Which country has the internet domain .qv?",
    "Which country pays in dorins?",
    "What is the area of [1]?",
    "What is the area of [2]?",
  ),
  user("Who played the general known as the Fox of Brennvik in the 1961 film Silver Lanterns?"),
  chain(
    "Which general is known as the Fox of Brennvik?",
    "Who played [1] in the 1961 film Silver Lanterns?",
  ),
  user(
    "What is the highest mountain of the largest neighbour of the country whose capital is Velmora?",
  ),
  chain(
    velmora,
    "Which country is the largest neighbour of [1]?",
    "What is the highest mountain of [2]?",
  ),
];

/** Separate from the plans: what follows a fact is short, and would be copied. */
const continueRules: readonly ChatMessage[] = [
  system(
    `You look up the single facts that a question needs, one after the other. ${chainForm} with the steps that it rests on as [1], [2]. ` +
      `${certain} When you are told one, write the steps that are left, with its name in them; only when nothing is left write \`final\`.`,
  ),
  user("Which university did the author of the novel The Glass Harbour attend?"),
  chain(glassHarbour, "Which university did [1] attend?"),
  told(glassHarbour, "Marta Lindqvist"),
  chain("Which university did Marta Lindqvist attend?"),
  told("Which university did Marta Lindqvist attend?", "University of Turku"),
  assistant(json({ steps: [], final: "University of Turku [2]" })),
  user("Who was born first, Ivo Marek or Lena Dorn?"),
  chain(marek, dorn),
  told(marek, "3 May 1911"),
  chain(dorn),
  told(dorn, "1902"),
  assistant(json({ steps: [], final: "Lena Dorn [1][2]" })),
  user(
    "What is the highest mountain of the largest neighbour of the country whose capital is Velmora?",
  ),
  chain(
    velmora,
    "Which country is the largest neighbour of [1]?",
    "What is the highest mountain of [2]?",
  ),
  told(velmora, "Ostria"),
  chain(neighbour, "What is the highest mountain of [2]?"),
  told(neighbour, "Kervia"),
  chain("What is the highest mountain of Kervia?"),
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
  assistant(
    json({
      reasoning: "1958 [1] < 1971 [2], so it is [1].",
      answer: "Silver Lanterns",
    }),
  ),
  user(
    "[1] When was Ivo Marek born? 3 May 1911\n[2] When was Lena Dorn born? 1902\n" +
      "Question: Who is older, Ivo Marek or Lena Dorn?",
  ),
  assistant(
    json({
      reasoning: "1911 [1] > 1902 [2], and the older is born first, so it is [2].",
      answer: "Lena Dorn",
    }),
  ),
  user(
    "[1] In which country was the painter Ivo Marek born? Latvia\n[2] In which country was the painter Lena Dorn born? Poland\n" +
      "Question: Were the painters Ivo Marek and Lena Dorn born in the same country?",
  ),
  assistant(
    json({ reasoning: "One was born in Latvia [1], the other in Poland [2].", answer: "no" }),
  ),
];

/** docs/prompts.md explains how to edit them. */
export const instructTemplates = {
  plan: { id: "plan-instruct", messages: [...planRules, user("{{question}}")] },
  continueChain: {
    id: "continue-instruct",
    messages: [
      ...continueRules,
      user("{{question}}"),
      turns("{{history}}"),
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

  continueChain: (_tier, question, _solved, feedback) =>
    promptFrom(
      templates.continueChain,
      {
        question,
        history: feedback.history?.turns.flatMap(turnOf) ?? [],
        chain: feedback.history?.last ?? stoppedChain(feedback.chain),
        ...feedbackValues(feedback),
      },
      {
        fixedPrefixMessages: continueRules.length,
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
      // f is computed from these.
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

export function foundLines(steps: readonly Step[]): string {
  return steps.map(({ query, answer }, index) => `[${index + 1}] ${query} ${answer}`).join("\n");
}

function feedbackValues({ kind, query, span, passage }: CheckerWord) {
  return {
    query,
    span,
    may: kind === "correct" ? "You can change" : "You can give",
    reference: passage === null ? "" : `\nReference: ${passage.text}`,
  };
}

function turnOf({ wrote, told }: ChainHistory["turns"][number]): ChatMessage[] {
  const { query, span, may, reference } = feedbackValues(told);
  return [assistant(wrote), user(feedbackText(query, span, may, reference))];
}

function stoppedChain({ steps }: WrittenChain): string {
  const written = steps.map(({ query, answer }) => ({ query, answer: answer ?? unknown }));
  return json({ steps: written, final: unknown });
}
