/**
 * CoopLLM ("Small Empowering Large"): a large model plans and summarises, a small one solves (§4.1,
 * Algorithm 1; the solve loop is SearChain).
 */

import type { MethodParts } from "../../runtime/method.ts";
import { runStages } from "../../stages/stages.ts";
import { pipelinePrompts } from "../pipeline-prompts.ts";
import { promptsFor } from "../prompts.ts";
import { always, models, ours, ownLibrary, search } from "../unlike-paper.ts";

export const parts: MethodParts = {
  prompts: promptsFor,
  execute: runStages,
  listed: pipelinePrompts,
  choices: [
    "CallLaLM is not defined: here the small model says yes or no, and its probability is compared with a threshold.",
    "θ was a logit of another reader (1.5): here it is a probability, set on held-out questions.",
    "Soft-prompt needs vectors in the prompt: here it is a one-line digest, named as an approximation.",
  ],
  unlikePaper: [
    ...models("Alpaca, Vicuna and Llama 2 of 7 to 33 billion"),
    {
      says: "The small model plans one query at a time, and another when that is answered; the paper’s plan is the whole chain at once.",
      holds: ({ plan }) => plan === "small" || plan === "decide",
    },
    {
      says: "Each step of a small plan uses up one of the rounds, so that they bound the steps; in SearChain they bound the corrections.",
      holds: ({ plan }) => plan === "small" || plan === "decide",
    },
    {
      says: "The large model is told the last feedback and the steps before it, not all earlier turns.",
      holds: ({ plan, historyTokens }) =>
        (plan === "large" || plan === "decide") && historyTokens === 0,
    },
    ...search("the first passage of ColBERTv2"),
    ownLibrary,
    {
      says: "Our encoder of 22 million weights reads the span, on this device’s processor; SearChain takes DPR’s reader.",
      holds: ({ reader }) => reader !== "model",
    },
    {
      says: "θ is a probability of our reader; in print it is 1.5, a logit of DPR’s.",
      holds: ({ reader }) => reader !== "model",
    },
    {
      says: "Two queries are the same by the cosine of their vectors; SearChain asks a cross-encoder that was trained on Quora’s pairs.",
      holds: always,
    },
    {
      says: "Whether the large model is called is a probability of the small one’s “yes”; the paper does not define CallLaLM.",
      holds: ({ plan, summarise }) => plan === "decide" || summarise === "decide",
    },
    {
      says: "A soft prompt is a line of text, not vectors.",
      holds: ({ rewriter }) => rewriter === "soft-prompt" || rewriter === "all",
    },
    {
      says: "History and Soft-prompt do nothing while the encoder reads.",
      holds: ({ rewriter, reader }) =>
        reader === "encoder" && ["history", "soft-prompt", "all"].includes(rewriter),
    },
    {
      says: "Queries that were answered are remembered, so that their answers fill later steps (Algorithm 1 never adds to S).",
      holds: ({ switches }) => switches.fillProcessedQueries,
    },
    {
      says: "An empty span contradicts nothing.",
      holds: ({ switches }) => switches.emptySpanGuard,
    },
    {
      says: "A chain that comes back to an answered query with nothing found ends.",
      holds: ({ switches }) => switches.repeatStop,
    },
    {
      says: "A step that was not found is asked once more in other words; SearChain goes on.",
      holds: ({ switches }) => switches.correctUnsolved,
    },
    ours.rerank,
    ours.reader,
    ours.evidence,
    ours.arithmetic,
  ],
};
