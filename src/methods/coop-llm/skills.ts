/**
 * CoopLLM's prompts where the small model was trained on the skills (`methods/skills.ts`): no
 * worked examples, one step a call. The large tier and the digest, which is no skill, are
 * prompted as in `prompts.ts`.
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
  const untrained = coopPrompts(language);
  return {
    ...untrained,

    decide: decidePrompt,

    plan: (tier, question, solved) =>
      tier === "small" ? planPrompt(question, solved) : untrained.plan(tier, question, solved),

    /** What was left open is filled in and the chain goes on; what was wrong is shown as it was. */
    continueChain: (tier, question, solved, feedback) => {
      if (tier === "large") return untrained.continueChain(tier, question, solved, feedback);
      return feedback.kind === "correct"
        ? correctPrompt(question, wrongChain(feedback.chain), solved)
        : planPrompt(question, solved);
    },

    retry: (tier, question, solved, chain) =>
      tier === "small" ? correctPrompt(question, wrongChain(chain), solved) : null,

    keywords: (tier, query) =>
      tier === "small" ? keywordsPrompt(query) : untrained.keywords(tier, query),

    read: (tier, query, passages, context) =>
      tier === "small"
        ? read(language, query, passages, formatKnownFacts(context.history, context.digest))
        : untrained.read(tier, query, passages, context),

    readAgain: (query, passage, options) =>
      readPrompt(query, readableText(passage), chosenFrom(options)),

    summarise: (tier, question, steps) => {
      if (tier === "large") return untrained.summarise(tier, question, steps);
      const constraint = steps.length === 0 ? undefined : answerWords(language, question, steps);
      return concludePrompt(question, steps, constraint);
    },
  };
}

/**
 * Like `relevant` and the encoder, the skill was taught on `title: text`. It may copy any
 * words: those that `answerCandidates` leaves to an untrained reader lack the answer of
 * every sixth training row ("September 5, 1918"), a free span that of every fortieth.
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
