/** What a method must be able to ask. One paper, one file of prompts (`methods/`). */

import type { Passage, Tier } from "../log/types.ts";
import type { Prompt } from "./prompt-template.ts";

/** One solved step of the reasoning path. */
export interface Step {
  query: string;
  answer: string;
}

/** A chain as its writer had it, before the checker spoke. */
export interface WrittenChain {
  /** Null where it left the query unsolved. */
  steps: readonly { query: string; answer: string | null }[];
  /** What it proposed as the final answer, without marks; "" when it never came to an end. */
  final: string;
}

/** SearChain's (q, g, d): what the checker says of a node. */
export interface CheckerWord {
  kind: "correct" | "complete";
  query: string;
  span: string;
  passage: Passage | null;
}

/** SearChain's H: the conversation of a chain's writer and the checker, as far as it is told again. */
export interface ChainHistory {
  /** Oldest first. */
  turns: readonly { wrote: string; told: CheckerWord }[];
  /** What was written last, to its end; the feedback answers it. */
  last: string;
}

export interface Feedback extends CheckerWord {
  /** What the model had answered; null for an unsolved query. */
  said: string | null;
  /** The whole chain that the node is in. */
  chain: WrittenChain;
  /** Null where the model is asked anew, with the steps that count. */
  history: ChainHistory | null;
}

/** What the stages around a chain ask: gate, claims, filter, fallback, and answers without a chain. */
export interface StagePrompts {
  /** SlimPLM's heuristic answer â. */
  proxy(tier: Tier, question: string): Prompt;
  /** SlimPLM's RJ: is this answer, or claim, known to be right? Yes or no. */
  judge(tier: Tier, question: string, answer: string): Prompt;
  /** SlimPLM's QR: `Query: …` lines for the question, `Claim: … | …` lines for the answer. */
  claims(tier: Tier, question: string, answer: string): Prompt;
  /** RA-ISF's M_know: yes or no. */
  know(tier: Tier, question: string): Prompt;
  /** RA-ISF's M_rel for one passage: yes or no. */
  relevant(tier: Tier, question: string, passage: Passage): Prompt;
  /** M_rel for several at once: the numbers of those that are relevant and sufficient, or `none`. */
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

/** What CoopLLM asks. */
export interface ChainPrompts {
  decide(stage: "plan" | "summarise", question: string, steps: readonly Step[]): Prompt;
  /** `solved`: what a model that writes one step at a time has behind it; [] at first. */
  plan(tier: Tier, question: string, solved: readonly Step[]): Prompt;
  /** `solved` ends with the node the feedback is about, already carrying the span. */
  continueChain(tier: Tier, question: string, solved: readonly Step[], feedback: Feedback): Prompt;
  /** The next step in other words, where nothing was found; null for models that were not taught to. */
  retry(tier: Tier, question: string, solved: readonly Step[], chain: WrittenChain): Prompt | null;
  keywords(tier: Tier, query: string): Prompt;
  digest(tier: Tier, steps: readonly Step[]): Prompt;
  read(
    tier: Tier,
    query: string,
    passages: readonly Passage[],
    context: { history: readonly Step[]; digest: string | null },
  ): Prompt;
  /** The small model alone is asked: it chooses the answer among words of one passage. */
  readAgain(query: string, passage: Passage, options: readonly string[]): Prompt;
  summarise(tier: Tier, question: string, steps: readonly Step[]): Prompt;
  /**
   * A small model's summary is a bare answer; this makes the cited text around it.
   * `rests`: the steps that it was read off, counted from 1, if the chain names any.
   */
  composeAnswer(short: string, steps: readonly Step[], rests: readonly number[]): string;
  /** The text where what was found does not decide the question, because nothing was found for `query`. */
  composeUnknown(query: string, steps: readonly Step[]): string;
}

/** All that one pipeline asks, whatever stages are on. */
export interface Prompts extends ChainPrompts, StagePrompts {}
