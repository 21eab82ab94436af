/** RA-ISF's prompts, in the project's own words (paper §3 and Appendix G; methods.md §1.4). */

import type { Language } from "../../language/language.ts";
import type { Passage } from "../../log/types.ts";
import type { Prompt } from "../../runtime/prompt-template.ts";
import {
  type PromptTemplate,
  type PromptValues,
  promptFrom,
} from "../../runtime/prompt-template.ts";
import type { StagePrompts, Step } from "../../runtime/prompts.ts";
import { readableText } from "../../stages/reader.ts";
import { answerWords } from "../answer-words.ts";
import { system, user, yesOrNo } from "../messages.ts";
import { concludePrompt, decomposePrompt, knowPrompt, relevancePrompt } from "../skills.ts";

type RaIsfPrompts = Pick<
  StagePrompts,
  "know" | "relevant" | "relevantOf" | "decompose" | "combine"
>;

/** Their texts; docs/prompts.md tells how a person changes them. */
export const raIsfTemplates = {
  know: {
    id: "know",
    messages: [
      system("Can you answer this from your own knowledge? Answer only yes or no."),
      user("Question: {{question}}"),
    ],
  },
  relevant: {
    id: "relevant",
    messages: [
      system("Does the passage help to answer the question? Answer only yes or no."),
      user("Passage: {{passages}}\nQuestion: {{question}}"),
    ],
  },
  relevantOf: {
    id: "relevant-of",
    messages: [
      system(
        "Which of the passages are relevant and sufficient to answer the question? " +
          "Write their numbers, parted by commas, or `none`.",
      ),
      user("{{passages}}\nQuestion: {{question}}"),
    ],
  },
  decompose: {
    id: "decompose",
    messages: [
      system(
        "Break the question into simpler questions that stand on their own. One a line, `1. …`. Write nothing else.",
      ),
      user("{{question}}"),
    ],
  },
  combine: {
    id: "combine",
    messages: [
      system(
        "Answer the question from the answers to its parts. First line `Answer: …` with the bare answer; " +
          "then one or two sentences that cite the parts as [1], [2].",
      ),
      user("{{steps}}\nQuestion: {{question}}"),
    ],
  },
} satisfies Record<string, PromptTemplate>;

/** `trained`: the small model has the skills; large models are asked alike in both cases. */
export function raIsfPrompts(trained: boolean, language: Language): RaIsfPrompts {
  const skilled = (tier: "small" | "large") => trained && tier === "small";
  return {
    know: (tier, question) =>
      skilled(tier) ? knowPrompt(question) : verdict(raIsfTemplates.know, { question }),
    relevant: (tier, question, passage) =>
      skilled(tier)
        ? relevancePrompt(question, readableText(passage))
        : verdict(raIsfTemplates.relevant, { passages: readableText(passage), question }),
    relevantOf: (_tier, question, passages) => relevantOf(question, passages),
    decompose: (tier, question) =>
      skilled(tier) ? decomposePrompt(question) : decompose(question),
    combine: (tier, question, steps) =>
      skilled(tier) ? conclude(language, question, steps) : combine(question, steps),
  };
}

function verdict(template: PromptTemplate, values: PromptValues): Prompt {
  return promptFrom(template, values, {
    fixedPrefixMessages: 1,
    maxTokens: 3,
    stop: ["\n"],
    constraint: yesOrNo,
  });
}

function relevantOf(question: string, passages: readonly Passage[]): Prompt {
  const listed = passages.map((passage, index) => `${index + 1}. ${readableText(passage)}`);
  return promptFrom(
    raIsfTemplates.relevantOf,
    { passages: listed.join("\n"), question },
    { fixedPrefixMessages: 1, maxTokens: 24, stop: ["\n"] },
  );
}

function decompose(question: string): Prompt {
  const rest = { fixedPrefixMessages: 1, maxTokens: 200, stop: [] };
  return promptFrom(raIsfTemplates.decompose, { question }, rest);
}

/** The end of a chain of the parts, in words that they or the question name; as printed, unknown ones are told. */
function conclude(language: Language, question: string, steps: readonly Step[]): Prompt {
  const known = steps.filter(({ answer }) => answer !== "");
  const constraint = known.length === 0 ? undefined : answerWords(language, question, known);
  return concludePrompt(question, steps.map(withUnknown), constraint);
}

function withUnknown({ query, answer }: Step): Step {
  return { query, answer: answer === "" ? "unknown" : answer };
}

function combine(question: string, steps: readonly Step[]): Prompt {
  const parts = steps
    .map(withUnknown)
    .map(({ query, answer }, index) => `[${index + 1}] ${query} ${answer}`);
  return promptFrom(
    raIsfTemplates.combine,
    { steps: parts.join("\n"), question },
    { fixedPrefixMessages: 1, maxTokens: 160, stop: [] },
  );
}
