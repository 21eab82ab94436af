/** Each paper's prompts are in one file (`methods/`). */

import type { Passage, Tier } from "../log/types.ts";
import type { Prompt } from "./prompt-template.ts";

export interface Step {
  query: string;
  answer: string;
}

/** The chain before the checker's feedback. */
export interface WrittenChain {
  /** Null if unsolved. */
  steps: readonly { query: string; answer: string | null }[];
  /** The answer has no marks; "" if unfinished. */
  final: string;
}

/** SearChain's (q, g, d), the feedback on a node. */
export interface CheckerWord {
  kind: "correct" | "complete";
  query: string;
  span: string;
  passage: Passage | null;
}

/** SearChain's H, the conversation so far. */
export interface ChainHistory {
  /** Oldest first. */
  turns: readonly { wrote: string; told: CheckerWord }[];
  /** The last output in full; the feedback answers it. */
  last: string;
}

export interface Feedback extends CheckerWord {
  /** The model's answer; null for an unsolved query. */
  said: string | null;
  /** The chain that contains the node. */
  chain: WrittenChain;
  /** Null if the model sees only the accepted steps. */
  history: ChainHistory | null;
}

export interface StagePrompts {
  /** SlimPLM's â. */
  proxy(tier: Tier, question: string): Prompt;
  /** SlimPLM's RJ: yes or no. */
  judge(tier: Tier, question: string, answer: string): Prompt;
  /** SlimPLM's QR: `Query: …`, then `Claim: … | …` lines. */
  claims(tier: Tier, question: string, answer: string): Prompt;
  /** RA-ISF's M_know: yes or no. */
  know(tier: Tier, question: string): Prompt;
  /** RA-ISF's M_rel: yes or no. */
  relevant(tier: Tier, question: string, passage: Passage): Prompt;
  /** M_rel for several passages: numbers, or `none`. */
  relevantOf(tier: Tier, question: string, passages: readonly Passage[]): Prompt;
  /** RA-ISF's M_decom: `1. …` lines. */
  decompose(tier: Tier, question: string): Prompt;
  /** M(q), from memory. */
  answerByHeart(tier: Tier, question: string): Prompt;
  /** M(q, P), in SlimPLM's short or long form. */
  answerFrom(
    tier: Tier,
    question: string,
    passages: readonly Passage[],
    form: "short" | "long",
  ): Prompt;
  /** M(q, Q, A), from sub-answers. */
  combine(tier: Tier, question: string, steps: readonly Step[]): Prompt;
}

export interface ChainPrompts {
  decide(stage: "plan" | "summarise", question: string, steps: readonly Step[]): Prompt;
  /** `solved` is for a model that writes one step at a time. */
  plan(tier: Tier, question: string, solved: readonly Step[]): Prompt;
  /** The feedback is about the last of `solved`, with its span filled in. */
  continueChain(tier: Tier, question: string, solved: readonly Step[], feedback: Feedback): Prompt;
  /** Rephrases a query without results; null for models not trained for it. */
  retry(tier: Tier, question: string, solved: readonly Step[], chain: WrittenChain): Prompt | null;
  keywords(tier: Tier, query: string): Prompt;
  digest(tier: Tier, steps: readonly Step[]): Prompt;
  read(
    tier: Tier,
    query: string,
    passages: readonly Passage[],
    context: { history: readonly Step[]; digest: string | null },
  ): Prompt;
  /** Only the small model gets it. */
  readAgain(query: string, passage: Passage, options: readonly string[]): Prompt;
  summarise(tier: Tier, question: string, steps: readonly Step[]): Prompt;
  /** Writes the cited text around a bare summary. `rests` numbers its steps from 1. */
  composeAnswer(short: string, steps: readonly Step[], rests: readonly number[]): string;
  /** The text if nothing was found for `query`. */
  composeUnknown(query: string, steps: readonly Step[]): string;
}

export interface Prompts extends ChainPrompts, StagePrompts {}
