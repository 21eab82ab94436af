/** In our own words (paper §3 and appendix). */

import type { Profile } from "../../log/types.ts";
import type { Prompt } from "../../runtime/prompt-template.ts";
import { type PromptTemplate, promptFrom } from "../../runtime/prompt-template.ts";
import type { StagePrompts } from "../../runtime/prompts.ts";
import { readableText } from "../../stages/reader.ts";
import { answerFromPassages, jsonAnswer, jsonAnswerMessages } from "../answer-from-passages.ts";
import { jsonForms } from "../json-forms.ts";
import { assistant, system, user, yesOrNo } from "../messages.ts";
import { claimsPrompt, proxyPrompt, readPrompt } from "../skills.ts";

type SlimPrompts = Pick<
  StagePrompts,
  "proxy" | "judge" | "claims" | "answerByHeart" | "answerFrom"
>;

/** Only the long form forbids inventing. */
function answerMessages(rule: string): PromptTemplate["messages"] {
  return [
    system(
      "Answer the question from the reference and from what you know, succinctly and to the point. " +
        `${rule} First line \`Answer: …\`; then one or two sentences that cite the references as [1], [2].`,
    ),
    user("Reference: [[[\n{{passages}}\n]]]\nQuestion: ((({{question}})))"),
  ];
}

const fromReferences = "Answer the question from the references and from what you know.";

/** docs/prompts.md explains how to edit them. */
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
  byHeart: {
    id: "by-heart-instruct",
    messages: [
      system(
        'Answer the question from what you know. Reply with JSON: {"answer": "…"}, only the name, number, date, yes or no that is asked for, in as few words as possible.',
      ),
      user("{{question}}"),
    ],
  },
  claimsJson: {
    id: "claims-instruct",
    messages: [
      system(
        "Write what should be looked up, as JSON. `queries`: search words for each thing that the question itself asks, without pronouns. " +
          "`claims`: for each claim of the answer a `claim`, a sentence that stands on its own, `search`, the words to check it, and `known`, true only where common knowledge is enough.",
      ),
      user(
        "Question: Which university did the author of the novel The Glass Harbour attend?\nAnswer: Marta Lindqvist wrote it, and she studied at the University of Turku, which is in Finland.",
      ),
      assistant(
        '{"queries": ["author of the novel The Glass Harbour"], "claims": [' +
          '{"claim": "Marta Lindqvist wrote The Glass Harbour.", "search": "The Glass Harbour novel author", "known": false}, ' +
          '{"claim": "Marta Lindqvist studied at the University of Turku.", "search": "Marta Lindqvist university", "known": false}, ' +
          '{"claim": "The University of Turku is in Finland.", "search": "University of Turku country", "known": true}]}',
      ),
      user("Question: {{question}}\nAnswer: {{answer}}"),
    ],
  },
  answerShortJson: {
    id: "answer-short-instruct",
    messages: jsonAnswerMessages(
      fromReferences,
      "References",
      "Give as many possible answers as you can in `reasoning`, briefly.",
    ),
  },
  answerLongJson: {
    id: "answer-long-instruct",
    messages: jsonAnswerMessages(
      fromReferences,
      "References",
      "`reasoning` is a few sentences. Invent nothing.",
    ),
  },
} satisfies Record<string, PromptTemplate>;

export function slimPlmPrompts(profile: Profile): SlimPrompts {
  const trained = profile === "trained";
  const common: Pick<SlimPrompts, "judge" | "proxy"> = {
    judge: (_tier, question, answer) => judge(question, answer),
    proxy: (_tier, question) => (trained ? judgedProxy(question) : heuristic(question)),
  };
  if (profile === "instruct") {
    return {
      ...common,
      claims: (_tier, question, answer) => claimsJson(question, answer),
      answerByHeart: (_tier, question) => byHeart(question),
      answerFrom: (_tier, question, passages, form) =>
        jsonAnswer(
          form === "short" ? slimPlmTemplates.answerShortJson : slimPlmTemplates.answerLongJson,
          question,
          passages,
          form,
        ),
    };
  }
  return {
    ...common,
    claims: (_tier, question, answer) =>
      trained ? claimsPrompt(question, answer) : claims(question, answer),
    answerByHeart: (_tier, question) => (trained ? proxyPrompt(question) : heuristic(question)),
    answerFrom: (_tier, question, passages, form) =>
      trained
        ? readPrompt(question, passages.map(readableText).join("\n"))
        : answerFromPassages(
            form === "short" ? slimPlmTemplates.answerShort : slimPlmTemplates.answerLong,
            question,
            passages,
            { form },
          ),
  };
}

/** The judge uses the answer's log-probability, so a replay needs it, too. */
function judgedProxy(question: string): Prompt {
  return { ...proxyPrompt(question), logprobs: true };
}

function byHeart(question: string): Prompt {
  const rest = { fixedPrefixMessages: 1, maxTokens: 60, stop: [], constraint: jsonForms.answer };
  return promptFrom(slimPlmTemplates.byHeart, { question }, rest);
}

function claimsJson(question: string, answer: string): Prompt {
  const rest = { fixedPrefixMessages: 3, maxTokens: 300, stop: [], constraint: jsonForms.claims };
  return promptFrom(slimPlmTemplates.claimsJson, { question, answer }, rest);
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
