/** The prompts a method needs. Each paper's are in one file (`methods/`). */

import type { Passage, Tier } from "../log/types.ts";
import type { Prompt } from "./prompt-template.ts";

/** One solved step of the reasoning chain. */
export interface Step {
  query: string;
  answer: string;
}

/** A chain as written, before any feedback from the checker. */
export interface WrittenChain {
  /** Null if the query was left unsolved. */
  steps: readonly { query: string; answer: string | null }[];
  /** The proposed final answer, without marks; "" if the chain did not finish. */
  final: string;
}

/** SearChain's (q, g, d): the checker's feedback on a node. */
export interface CheckerWord {
  kind: "correct" | "complete";
  query: string;
  span: string;
  passage: Passage | null;
}

/**
 * SearChain's H: the part of the conversation between chain writer and checker that is repeated.
 */
export interface ChainHistory {
  /** Oldest first. */
  turns: readonly { wrote: string; told: CheckerWord }[];
  /** The last text written, in full; the feedback answers it. */
  last: string;
}

export interface Feedback extends CheckerWord {
  /** The model's answer; null for an unsolved query. */
  said: string | null;
  /** The whole chain that contains the node. */
  chain: WrittenChain;
  /** Null if the model is asked again with only the accepted steps. */
  history: ChainHistory | null;
}

/**
 * Prompts of the stages around a chain: gate, claims, filter, fallback, and answers without a
 * chain.
 */
export interface StagePrompts {
  /** SlimPLM's heuristic answer â. */
  proxy(tier: Tier, question: string): Prompt;
  /** SlimPLM's RJ: is this answer or claim known to be right? Yes or no. */
  judge(tier: Tier, question: string, answer: string): Prompt;
  /** SlimPLM's QR: `Query: …` lines for the question, `Claim: … | …` lines for the answer. */
  claims(tier: Tier, question: string, answer: string): Prompt;
  /** RA-ISF's M_know: yes or no. */
  know(tier: Tier, question: string): Prompt;
  /** RA-ISF's M_rel for one passage: yes or no. */
  relevant(tier: Tier, question: string, passage: Passage): Prompt;
  /** M_rel for several passages: the numbers of the relevant and sufficient ones, or `none`. */
  relevantOf(tier: Tier, question: string, passages: readonly Passage[]): Prompt;
  /** RA-ISF's M_decom: `1. …` lines. */
  decompose(tier: Tier, question: string): Prompt;
  /** M(q): from memory. */
  answerByHeart(tier: Tier, question: string): Prompt;
  /** M(q, P): from passages; SlimPLM's short or long form. */
  answerFrom(
    tier: Tier,
    question: string,
    passages: readonly Passage[],
    form: "short" | "long",
  ): Prompt;
  /** M(q, Q, A): from sub-questions and their answers. */
  combine(tier: Tier, question: string, steps: readonly Step[]): Prompt;
}

/** Prompts of CoopLLM. */
export interface ChainPrompts {
  decide(stage: "plan" | "summarise", question: string, steps: readonly Step[]): Prompt;
  /** `solved`: the steps so far, for a model that writes one step at a time; [] at first. */
  plan(tier: Tier, question: string, solved: readonly Step[]): Prompt;
  /** The last of `solved` is the node the feedback is about, with the span already filled in. */
  continueChain(tier: Tier, question: string, solved: readonly Step[], feedback: Feedback): Prompt;
  /** Rephrases the next step if nothing was found; null for models not trained for it. */
  retry(tier: Tier, question: string, solved: readonly Step[], chain: WrittenChain): Prompt | null;
  keywords(tier: Tier, query: string): Prompt;
  digest(tier: Tier, steps: readonly Step[]): Prompt;
  read(
    tier: Tier,
    query: string,
    passages: readonly Passage[],
    context: { history: readonly Step[]; digest: string | null },
  ): Prompt;
  /** Small model only: chooses the answer among words of one passage. */
  readAgain(query: string, passage: Passage, options: readonly string[]): Prompt;
  summarise(tier: Tier, question: string, steps: readonly Step[]): Prompt;
  /**
   * Builds the cited text around a small model's bare summary. `rests`: the steps it was based on,
   * counted from 1, if the chain names any.
   */
  composeAnswer(short: string, steps: readonly Step[], rests: readonly number[]): string;
  /** The text for an undecided question, because nothing was found for `query`. */
  composeUnknown(query: string, steps: readonly Step[]): string;
}

export interface Prompts extends ChainPrompts, StagePrompts {}
