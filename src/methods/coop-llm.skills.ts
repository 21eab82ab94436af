/**
 * CoopLLM's prompts where the small model was trained on the skills (`skills.ts`): no
 * worked examples, one step a call. The large tier and the digest, which is no skill, are
 * asked as in `coop-llm.prompts.ts`.
 */
import { answerCandidates } from "../core/pipeline/candidates.ts";
import type { Prompt, Prompts } from "../core/pipeline/prompts.ts";
import { readableText } from "../core/pipeline/reader.ts";
import type { Constraint } from "../core/ports.ts";
import type { Passage } from "../core/types.ts";
import { answerWords, asksYesOrNo } from "./answer-words.ts";
import { coopPrompts, remembered } from "./coop-llm.prompts.ts";
import {
  concludePrompt,
  correctPrompt,
  decidePrompt,
  keywordsPrompt,
  planPrompt,
  readPrompt,
  wrongChain,
} from "./skills.ts";

export const skillPrompts: Prompts = {
  ...coopPrompts,

  decide: decidePrompt,

  plan: (tier, question, solved) =>
    tier === "small" ? planPrompt(question, solved) : coopPrompts.plan(tier, question, solved),

  /** What was left open is filled in and the chain goes on; what was wrong is shown as it was. */
  continueChain: (tier, question, solved, feedback) => {
    if (tier === "large") return coopPrompts.continueChain(tier, question, solved, feedback);
    return feedback.kind === "correct"
      ? correctPrompt(question, wrongChain(feedback.chain), solved)
      : planPrompt(question, solved);
  },

  retry: (tier, question, solved, chain) =>
    tier === "small" ? correctPrompt(question, wrongChain(chain), solved) : null,

  keywords: (tier, query) =>
    tier === "small" ? keywordsPrompt(query) : coopPrompts.keywords(tier, query),

  read: (tier, query, passages, context) =>
    tier === "small"
      ? read(query, passages, remembered(context.history, context.digest))
      : coopPrompts.read(tier, query, passages, context),

  summarise: (tier, question, steps) => {
    if (tier === "large") return coopPrompts.summarise(tier, question, steps);
    const constraint = steps.length === 0 ? undefined : answerWords(question, steps);
    return concludePrompt(question, steps, constraint);
  },
};

/** Like `relevant` and the encoder, the skill was taught on `title: text`; a title may be the answer. */
function read(query: string, passages: readonly Passage[], known: string): Prompt {
  const text = [known, ...passages.map(readableText)].join("\n").trim();
  const constraint: Constraint = {
    kind: "span",
    texts: passages.flatMap(({ title, text: body }) => [
      ...title.split(/:\s+/u),
      ...answerCandidates(query, body),
    ]),
    alternatives: asksYesOrNo(query) ? ["yes", "no", "none"] : ["none"],
    maxWords: 8,
  };
  return readPrompt(query, text, constraint);
}
