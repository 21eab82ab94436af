/**
 * For a model trained on the skills (`methods/skills.ts`): one step per call, no examples. The
 * digest is no skill.
 */
import type { Language } from "../../language/language.ts";
import type { Passage } from "../../log/types.ts";
import type { Constraint } from "../../runtime/ports.ts";
import type { Prompt } from "../../runtime/prompt-template.ts";
import type { ChainPrompts } from "../../runtime/prompts.ts";
import { readableText } from "../../stages/reader.ts";
import { answerWords } from "../answer-words.ts";
import {
  concludePrompt,
  correctPrompt,
  decidePrompt,
  keywordsPrompt,
  planPrompt,
  readPrompt,
  wrongChain,
} from "../skills.ts";
import { chosenFrom, coopPrompts, formatKnownFacts } from "./prompts.ts";

export function skillPrompts(language: Language): ChainPrompts {
  return {
    ...coopPrompts(language),

    decide: decidePrompt,

    plan: (_tier, question, solved) => planPrompt(question, solved),

    continueChain: (_tier, question, solved, feedback) =>
      feedback.kind === "correct"
        ? correctPrompt(question, wrongChain(feedback.chain), solved)
        : planPrompt(question, solved),

    retry: (_tier, question, solved, chain) => correctPrompt(question, wrongChain(chain), solved),

    keywords: (_tier, query) => keywordsPrompt(query),

    read: (_tier, query, passages, { history, digest }) =>
      read(language, query, passages, formatKnownFacts(history, digest)),

    readAgain: (query, passage, options) =>
      readPrompt(query, readableText(passage), chosenFrom(options)),

    summarise: (_tier, question, steps) => {
      const constraint = steps.length === 0 ? undefined : answerWords(language, question, steps);
      return concludePrompt(question, steps, constraint);
    },
  };
}

/**
 * The model was trained on `title: text`. It may copy any words: `answerCandidates` misses the
 * answer of one training row in six, a free span one in forty.
 */
function read(
  language: Language,
  query: string,
  passages: readonly Passage[],
  known: string,
): Prompt {
  const texts = passages.map(readableText);
  const constraint: Constraint = {
    kind: "span",
    texts,
    alternatives: language.asksYesOrNo(query) ? ["yes", "no", "none"] : ["none"],
    maxWords: 12,
  };
  return readPrompt(query, [known, ...texts].join("\n").trim(), constraint);
}
