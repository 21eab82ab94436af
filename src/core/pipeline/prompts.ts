/** What a method must be able to ask. One paper, one file of prompts (`methods/`). */
import type { Constraint } from "../ports.ts";
import type { ChatMessage, Passage, Tier } from "../types.ts";

export interface Prompt {
  messages: readonly ChatMessage[];
  /** How many leading messages never change for this purpose: prefilled once, then reused. */
  fixedPrefixMessages: number;
  /** What the answer begins with; the model continues it. */
  assistantPrefix?: string;
  maxTokens: number;
  stop: readonly string[];
  constraint?: Constraint;
}

/** One solved step of the reasoning path. */
export interface Step {
  query: string;
  answer: string;
}

/** SearChain's feedback (q, g, d): what the checker says of a node. */
export interface Feedback {
  kind: "correct" | "complete";
  query: string;
  /** What the model had answered; null for an unsolved query. */
  said: string | null;
  span: string;
  passage: Passage | null;
}

export interface Prompts {
  decide(stage: "plan" | "summarise", question: string, steps: readonly Step[]): Prompt;
  plan(tier: Tier, question: string): Prompt;
  /** `solved` ends with the node the feedback is about, already carrying the span. */
  continueChain(tier: Tier, question: string, solved: readonly Step[], feedback: Feedback): Prompt;
  keywords(tier: Tier, query: string): Prompt;
  digest(tier: Tier, steps: readonly Step[]): Prompt;
  read(
    tier: Tier,
    query: string,
    passages: readonly Passage[],
    context: { history: readonly Step[]; digest: string | null },
  ): Prompt;
  summarise(tier: Tier, question: string, steps: readonly Step[]): Prompt;
  /** A small model's summary is a bare answer; this makes the cited text around it. */
  composeAnswer(short: string, steps: readonly Step[]): string;
}
