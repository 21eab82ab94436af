/** SlimPLM's prompts, in the project's own words (paper §3 and its appendix; methods.md §1.3). */

import type { Passage } from "../../log/types.ts";
import type { Prompt } from "../../runtime/prompt-template.ts";
import { type PromptTemplate, promptFrom } from "../../runtime/prompt-template.ts";
import type { StagePrompts } from "../../runtime/prompts.ts";
import { readableText } from "../../stages/reader.ts";
import { system, user, yesOrNo } from "../messages.ts";
import { claimsPrompt, proxyPrompt, readPrompt } from "../skills.ts";

type SlimPrompts = Pick<
  StagePrompts,
  "proxy" | "judge" | "claims" | "answerByHeart" | "answerFrom"
>;

/** Both forms answer from the references and what the model knows; only the long one forbids inventing. */
function answerMessages(rule: string): PromptTemplate["messages"] {
  return [
    system(
      "Answer the question from the reference and from what you know, succinctly and to the point. " +
        `${rule} First line \`Answer: …\`; then one or two sentences that cite the references as [1], [2].`,
    ),
    user("Reference: [[[\n{{passages}}\n]]]\nQuestion: ((({{question}})))"),
  ];
}

/** Their texts; docs/prompts.md tells how a person changes them. */
export const slimPlmTemplates = {
  heuristic: {
    id: "heuristic",
    messages: [
      system(
        "Answer the question from what you know. First line `Answer: …` with the bare answer.",
      ),
      user("{{question}}"),
    ],
  },
  judge: {
    id: "judge",
    messages: [
      system("You judge whether an answer can be trusted without looking it up. Only yes or no."),
      user("Coarse answer: ((({{answer}})))\nQuestion: ((({{question}})))\nIs it known?"),
    ],
  },
  claims: {
    id: "claims",
    messages: [
      system(
        "Write what should be looked up. One line `Query: search words` for each thing that the question itself asks, " +
          "spelt out without pronouns. Then one line `Claim: a sentence that stands on its own | search words to check it` " +
          "for each claim of the answer. Where common knowledge is enough, end the line with `| no`. Write nothing else.",
      ),
      user("Question: {{question}}\nAnswer: {{answer}}"),
    ],
  },
  answerShort: {
    id: "answer-short",
    messages: answerMessages("Give as many possible answers as you can, briefly."),
  },
  answerLong: {
    id: "answer-long",
    messages: answerMessages("Invent nothing; write a few sentences."),
  },
} satisfies Record<string, PromptTemplate>;

/** `trained`: the small model has the skills; large models are asked alike in both cases. */
export function slimPlmPrompts(trained: boolean): SlimPrompts {
  const skilled = (tier: "small" | "large") => trained && tier === "small";
  return {
    proxy: (tier, question) => (skilled(tier) ? proxyPrompt(question) : heuristic(question)),
    judge: (_tier, question, answer) => judge(question, answer),
    claims: (tier, question, answer) =>
      skilled(tier) ? claimsPrompt(question, answer) : claims(question, answer),
    answerByHeart: (tier, question) =>
      skilled(tier) ? proxyPrompt(question) : heuristic(question),
    answerFrom: (tier, question, passages, form) =>
      skilled(tier)
        ? readPrompt(question, passages.map(readableText).join("\n"))
        : ragAnswer(question, passages, form),
  };
}

function heuristic(question: string): Prompt {
  const rest = { fixedPrefixMessages: 1, maxTokens: 120, stop: [] };
  return promptFrom(slimPlmTemplates.heuristic, { question }, rest);
}

function judge(question: string, answer: string): Prompt {
  return promptFrom(
    slimPlmTemplates.judge,
    { question, answer },
    { fixedPrefixMessages: 1, maxTokens: 3, stop: ["\n"], constraint: yesOrNo },
  );
}

function claims(question: string, answer: string): Prompt {
  const rest = { fixedPrefixMessages: 1, maxTokens: 200, stop: [] };
  return promptFrom(slimPlmTemplates.claims, { question, answer }, rest);
}

function ragAnswer(question: string, passages: readonly Passage[], form: "short" | "long"): Prompt {
  const references = passages
    .map((passage, index) => `[${index + 1}] ${readableText(passage)}`)
    .join("\n");
  return promptFrom(
    form === "short" ? slimPlmTemplates.answerShort : slimPlmTemplates.answerLong,
    { passages: references, question },
    { fixedPrefixMessages: 1, maxTokens: form === "short" ? 160 : 400, stop: [] },
  );
}
