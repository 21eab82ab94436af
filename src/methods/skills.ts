/**
 * Each skill has one short prompt and one strict output form. The training rows are rendered by
 * these functions (`models/research/data/`), so training and use cannot drift apart. Examples:
 * docs/training.md.
 */

import type { ChatMessage } from "../log/types.ts";
import type { Constraint } from "../runtime/ports.ts";
import type { Prompt } from "../runtime/prompt-template.ts";
import {
  filledText,
  type PromptTemplate,
  type PromptValues,
  promptFrom,
} from "../runtime/prompt-template.ts";
import type { Step, WrittenChain } from "../runtime/prompts.ts";
import { system, user, yesOrNo } from "./messages.ts";

export const skills = [
  "plan",
  "correct",
  "decide",
  "proxy",
  "read",
  "claims",
  "keywords",
  "decompose",
  "know",
  "relevant",
] as const;
export type Skill = (typeof skills)[number];

const rules: Record<Skill, string> = {
  plan: "Break the question into search queries, one at a time.",
  correct: "Correct the chain of search queries.",
  decide: "Can you do this alone? Answer yes or no.",
  proxy: "Answer from memory in a few words.",
  read: "Answer from the text, or say none.",
  claims: "List search queries for the question and the claims of the answer.",
  keywords: "Write search keywords.",
  decompose: "Split the question into independent questions.",
  know: "Do you know the answer? Answer yes or no.",
  relevant: "Does the text help to answer the question? Answer yes or no.",
};

export function skillMessages(skill: Skill, text: string): ChatMessage[] {
  return [system(rules[skill]), user(text)];
}

function template(id: string, skill: Skill, text: string): PromptTemplate {
  return { id: `trained-${id}`, messages: skillMessages(skill, text) };
}

const aboutText = "{{passages}}\n\nQuestion: {{question}}";

export const skillTemplates = {
  plan: template("plan", "plan", "{{question}}"),
  correct: template("correct", "correct", "{{question}}\nWrong chain:\n{{wrong}}Final: {{final}}"),
  decidePlan: template("decide-plan", "decide", "Plan: {{question}}"),
  decideSummary: template("decide-summary", "decide", "Conclude: {{question}}\n{{steps}}"),
  proxy: template("proxy", "proxy", "{{question}}"),
  read: template("read", "read", aboutText),
  claims: template("claims", "claims", "Question: {{question}}\nAnswer: {{answer}}"),
  keywords: template("keywords", "keywords", "{{question}}"),
  decompose: template("decompose", "decompose", "{{question}}"),
  know: template("know", "know", "{{question}}"),
  relevant: template("relevant", "relevant", aboutText),
} satisfies Record<string, PromptTemplate>;

function userText({ messages }: PromptTemplate, values: PromptValues): string {
  return filledText(messages.at(-1)?.content ?? "", values);
}

function prompt(
  of: PromptTemplate,
  values: PromptValues,
  rest: Pick<Prompt, "maxTokens"> & Partial<Prompt>,
): Prompt {
  return promptFrom(of, values, { fixedPrefixMessages: 1, stop: [], ...rest });
}

/** The planner knows the answer of a `Q1:` query; a `U1:` query is left to the library. */
export function queryLine(number: number, query: string, known: string | null): string {
  return known === null ? `U${number}: ${query}` : `Q${number}: ${query}\nA${number}: ${known}`;
}

/** Ends in a line break unless empty. */
export function solvedLines(steps: readonly Step[]): string {
  return steps
    .map(({ query, answer }, index) => `U${index + 1}: ${query}\nA${index + 1}: ${answer}\n`)
    .join("");
}

/** `rests` are the supporting steps, from 1. */
export function finalLine(answer: string, rests: readonly number[]): string {
  return `Final: ${answer}${rests.map((step) => ` [${step}]`).join("")}`;
}

export function planPrompt(question: string, solved: readonly Step[]): Prompt {
  return prompt(
    skillTemplates.plan,
    { question },
    { maxTokens: 64, assistantPrefix: solvedLines(solved), constraint: nextLine(solved) },
  );
}

/**
 * Fixes how the line begins: unconstrained, the model answers one question in forty outright, and
 * there is no chain.
 */
function nextLine(solved: readonly Step[]): Constraint {
  const next = solved.length + 1;
  const beginnings = [`U${next}: `, `Q${next}: `, "Final: "].map((text) => `"${text}"`);
  return {
    kind: "grammar",
    grammar: `root ::= (${beginnings.join(" | ")}) [^ \\n] ([^\\n] | "\\n")*`,
  };
}

export function concludePrompt(
  question: string,
  solved: readonly Step[],
  constraint?: Constraint,
): Prompt {
  return prompt(
    skillTemplates.plan,
    { question },
    {
      maxTokens: 48,
      stop: ["\n", " ["],
      assistantPrefix: `${solvedLines(solved)}Final:`,
      ...(constraint === undefined ? {} : { constraint }),
    },
  );
}

export function wrongChainText(question: string, wrong: readonly Step[], final: string): string {
  return userText(skillTemplates.correct, { question, wrong: solvedLines(wrong), final });
}

const noAnswer = "none";

export function wrongChain({ steps, final }: WrittenChain): { steps: Step[]; final: string } {
  return {
    steps: steps.map(({ query, answer }) => ({ query, answer: answer ?? noAnswer })),
    final: final === "" ? noAnswer : final,
  };
}

export function correctPrompt(
  question: string,
  wrong: { steps: readonly Step[]; final: string },
  solved: readonly Step[],
): Prompt {
  const values = { question, wrong: solvedLines(wrong.steps), final: wrong.final };
  return prompt(skillTemplates.correct, values, {
    maxTokens: 64,
    assistantPrefix: solvedLines(solved),
    constraint: nextLine(solved),
  });
}

function decideTemplate(stage: "plan" | "summarise"): PromptTemplate {
  return stage === "plan" ? skillTemplates.decidePlan : skillTemplates.decideSummary;
}

/** CoopLLM's CallLaLM: P("yes") is the model's opinion of itself. */
export function decidePrompt(
  stage: "plan" | "summarise",
  question: string,
  steps: readonly Step[],
): Prompt {
  const values = { question, steps: solvedLines(steps) };
  return prompt(decideTemplate(stage), values, { maxTokens: 3, constraint: yesOrNo });
}

/** SlimPLM's heuristic answer. */
export function proxyPrompt(question: string): Prompt {
  return prompt(skillTemplates.proxy, { question }, { maxTokens: 32, stop: ["\n"] });
}

export function readPrompt(question: string, text: string, constraint?: Constraint): Prompt {
  return prompt(
    skillTemplates.read,
    { passages: text, question },
    {
      maxTokens: 24,
      stop: ["\n"],
      ...(constraint === undefined ? {} : { constraint }),
    },
  );
}

/** The output has `Query: search words` lines, then `Claim: sentence | search words` lines. */
export function claimsPrompt(question: string, answer: string): Prompt {
  return prompt(skillTemplates.claims, { question, answer }, { maxTokens: 120 });
}

export function claimsLines(
  queries: readonly string[],
  claims: readonly { sentence: string; words: string }[],
): string {
  return [
    ...queries.map((query) => `Query: ${query}`),
    ...claims.map(({ sentence, words }) => `Claim: ${sentence} | ${words}`),
  ].join("\n");
}

/** The output separates several by "; ". */
export function keywordsPrompt(query: string): Prompt {
  return prompt(skillTemplates.keywords, { question: query }, { maxTokens: 32, stop: ["\n"] });
}

/** RA-ISF's M_decom, which writes `1. …` lines. */
export function decomposePrompt(question: string): Prompt {
  return prompt(skillTemplates.decompose, { question }, { maxTokens: 120 });
}

export function decomposeLines(questions: readonly string[]): string {
  return questions.map((question, index) => `${index + 1}. ${question}`).join("\n");
}

/** RA-ISF's M_know: P("yes") at the first token. */
export function knowPrompt(question: string): Prompt {
  return prompt(skillTemplates.know, { question }, { maxTokens: 3, constraint: yesOrNo });
}

/** RA-ISF's M_rel: P("yes") at the first token. */
export function relevancePrompt(question: string, text: string): Prompt {
  return prompt(
    skillTemplates.relevant,
    { passages: text, question },
    { maxTokens: 3, constraint: yesOrNo },
  );
}
