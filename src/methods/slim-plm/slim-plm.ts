/**
 * A small proxy answers first; what it does not know decides what to look up for one large call
 * (§3, Figure 1).
 */

import type { MethodParts } from "../../runtime/method.ts";
import { runStages } from "../../stages/stages.ts";
import { pipelinePrompts } from "../pipeline-prompts.ts";
import { promptsFor } from "../prompts.ts";
import {
  always,
  encoderReads,
  firstStep,
  models,
  ours,
  ownLibrary,
  search,
} from "../unlike-paper.ts";

export const parts: MethodParts = {
  prompts: promptsFor,
  execute: runStages,
  listed: pipelinePrompts,
  choices: [
    "θ is “a predefined threshold”: 0.5 as in the released code, and a score must be above it, not at it.",
    "RJ says True or False in the paper; the released code can also score it. Both can be chosen: the model's yes or no, or the encoder's head, a score with a slider.",
    "RJ is trained in the paper. Here the encoder's head is: on the embedded small model's own answers, and on pairs of a right and a wrong answer to one question. It also hears how likely that model found its words. Of another model's answers it says less. The small model is only asked, so its yes or no is worth less.",
    "A judgement that cannot be read is Known (False): the question is looked up, as in the released code.",
    "QF judges claims only. The question and its rewrites are always searched, but for rewrites that their writer says need no search.",
    "With QF on, a claim's own “needs no search” is ignored in favour of the judgement; without QF it decides (released code; the paper searches every query).",
    "“w/o RJ” drops the judgement of the question, not that of the claims: the heuristic answer is still made.",
    "Where no claim can be read, only the question and its rewrites are searched.",
    "The reranker is our encoder's relevance head in place of E5; passages are put in one order. The released code takes one passage of each document in turn and stops at the shortest, which loses passages.",
    "3,000 tokens are taken as 12,000 characters, and the last passage may be cut.",
    "Where nothing is found the answer is from memory (§3.1: D_ref = ∅); where the encoder finds no answer in the passages, the heuristic answer stands and is marked unknown.",
    "The released code adds “think step by step” for one model on two data sets, which the paper does not say: left out.",
  ],
  unlikePaper: [
    ...models("Llama 2 of 7 billion, fine-tuned for each part"),
    {
      says: "The encoder’s head judges whether the heuristic answer is right; it was trained on the answers of the embedded small model, and of another’s it says less.",
      holds: ({ gate }) => gate.kind !== "off" && gate.judge === "encoder",
    },
    {
      says: "The small model judges its own answer without having been trained to; the paper trains a judge.",
      holds: ({ gate }) => gate.kind !== "off" && gate.judge === "model",
    },
    {
      says: "The question’s own rewrites and the claims are written by one small model; in print a fine-tuned rewriter writes them.",
      holds: ({ rewriter }) => rewriter === "claims",
    },
    ...search("BM25 over Wikipedia, put in order by E5"),
    {
      says: "Passages are put in order by our encoder’s relevance head, all of them in one order.",
      holds: ({ rerank }) => rerank,
    },
    {
      says: "Passages are left in the order of the search.",
      holds: ({ rerank }) => !rerank,
    },
    {
      says: "The passages’ 3,000 tokens are counted as 12,000 characters.",
      holds: always,
    },
    encoderReads,
    {
      says: "The answer stands on a line of its own after what the model writes.",
      holds: ({ summarise }) => summarise === "large",
    },
    ownLibrary,
    ours.reader,
    firstStep,
  ],
};
