/** In our own words (paper §3 and Appendix G). */

import type { Language } from "../../language/language.ts";
import type { Passage, Profile } from "../../log/types.ts";
import type { Prompt } from "../../runtime/prompt-template.ts";
import {
  type PromptTemplate,
  type PromptValues,
  promptFrom,
} from "../../runtime/prompt-template.ts";
import type { StagePrompts, Step } from "../../runtime/prompts.ts";
import { readableText } from "../../stages/reader.ts";
import { answerWords } from "../answer-words.ts";
import { foundLines, summariseRules } from "../coop-llm/instruct.ts";
import { jsonForms } from "../json-forms.ts";
import { assistant, system, user, yesOrNo } from "../messages.ts";
import { concludePrompt, decomposePrompt, knowPrompt, relevancePrompt } from "../skills.ts";

type RaIsfPrompts = Pick<
  StagePrompts,
  "know" | "relevant" | "relevantOf" | "decompose" | "combine"
>;

/** docs/prompts.md explains how to edit them. */
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
  relevantOfJson: {
    id: "relevant-of-instruct",
    messages: [
      system(
        "Which of the passages are relevant and sufficient to answer the question? " +
          'Reply with JSON: their numbers, {"relevant": [1, 3]}, or none, {"relevant": []}.',
      ),
      user("{{passages}}\nQuestion: {{question}}"),
    ],
  },
  decomposeJson: {
    id: "decompose-instruct",
    messages: [
      system(
        "Break the question into simpler questions that stand on their own: each names things and has no pronouns. " +
          'Reply with JSON: {"questions": ["…", "…"]}.',
      ),
      user("Which film came out first, Silver Lanterns or The Ninth Orchard?"),
      assistant(
        '{"questions": ["When did the film Silver Lanterns come out?", "When did the film The Ninth Orchard come out?"]}',
      ),
      user("Which university did the author of the novel The Glass Harbour attend?"),
      assistant(
        '{"questions": ["Who wrote the novel The Glass Harbour?", "Which university did the author of The Glass Harbour attend?"]}',
      ),
      user("{{question}}"),
    ],
  },
  combineJson: {
    id: "combine-instruct",
    messages: [...summariseRules, user("{{steps}}\nQuestion: {{question}}")],
  },
} satisfies Record<string, PromptTemplate>;

export function raIsfPrompts(profile: Profile, language: Language): RaIsfPrompts {
  const trained = profile === "trained";
  const verdicts: Pick<RaIsfPrompts, "know" | "relevant"> = {
    know: (_tier, question) =>
      trained ? knowPrompt(question) : verdict(raIsfTemplates.know, { question }),
    relevant: (_tier, question, passage) =>
      trained
        ? relevancePrompt(question, readableText(passage))
        : verdict(raIsfTemplates.relevant, { passages: readableText(passage), question }),
  };
  if (profile === "instruct") {
    return {
      ...verdicts,
      relevantOf: (_tier, question, passages) => relevantOfJson(question, passages),
      decompose: (_tier, question) => decomposeJson(question),
      combine: (_tier, question, steps) => combineJson(question, steps),
    };
  }
  return {
    ...verdicts,
    relevantOf: (_tier, question, passages) => relevantOf(question, passages),
    decompose: (_tier, question) => (trained ? decomposePrompt(question) : decompose(question)),
    combine: (_tier, question, steps) =>
      trained ? conclude(language, question, steps) : combine(question, steps),
  };
}

function relevantOfJson(question: string, passages: readonly Passage[]): Prompt {
  const listed = passages.map((passage, index) => `${index + 1}. ${readableText(passage)}`);
  return promptFrom(
    raIsfTemplates.relevantOfJson,
    { passages: listed.join("\n"), question },
    { fixedPrefixMessages: 1, maxTokens: 32, stop: [], constraint: jsonForms.relevant },
  );
}

function decomposeJson(question: string): Prompt {
  const rest = {
    fixedPrefixMessages: 5,
    maxTokens: 200,
    stop: [],
    constraint: jsonForms.questions,
  };
  return promptFrom(raIsfTemplates.decomposeJson, { question }, rest);
}

function combineJson(question: string, steps: readonly Step[]): Prompt {
  return promptFrom(
    raIsfTemplates.combineJson,
    { steps: foundLines(steps.map(withUnknown)), question },
    {
      fixedPrefixMessages: summariseRules.length,
      maxTokens: 160,
      stop: [],
      constraint: jsonForms.summary,
    },
  );
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

/** Includes unknown parts, as printed. */
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
