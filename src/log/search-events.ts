/** The events of retrieval: queries, tools, passages, and judgements of them. */

import * as z from "zod/mini";
import { count, milliseconds } from "./bounds.ts";
import { errorData } from "./errors.ts";
import { base } from "./event-base.ts";
import {
  money,
  readingKind,
  retrievalMode,
  rewriter,
  scoredPassage,
  stage,
  toolRef,
  withheld,
} from "./types.ts";

export const queryRewrite = z.object({
  ...base,
  type: z.literal("query-rewrite"),
  node: z.string(),
  rewriter,
  search: z.string(),
  /**
   * Parts of the rewriter without effect here, because the encoder reads and takes no earlier
   * steps.
   */
  unused: z.optional(z.array(z.enum(["history", "digest"]))),
});

export const retrieval = z.object({
  ...base,
  type: z.literal("retrieval"),
  node: z.string(),
  search: z.string(),
  /** How the library was searched; `service` means a search service. */
  mode: z.enum([...retrievalMode.options, "service"]),
  passages: z.array(scoredPassage),
  bytesSent: count,
  totalMs: milliseconds,
  /** The search service; absent for the library. */
  tool: z.optional(toolRef),
  /** Billed requests; absent is 0. */
  requests: z.optional(count),
  /** Absent: nothing was charged. */
  cost: z.optional(money),
  /** Set if a service was chosen, but privacy kept the query from it. */
  withheld: z.optional(withheld),
});

/** HomoRouter: which tool a node's search goes to, and why. */
export const source = z.object({
  ...base,
  type: z.literal("source"),
  node: z.string(),
  choice: z.enum(["fixed", "best-predicted", "cost-saving"]),
  tool: toolRef,
  /** Predicted scores of every available tool; [] without a prediction. */
  predicted: z.array(z.object({ tool: toolRef, score: z.number() })),
  /**
   * Dual price of the online rule, score per US dollar per 1,000 requests; null for other choices.
   */
  lambda: z.nullable(z.number()),
  /** Why the prediction failed and the library was used instead. */
  error: z.optional(errorData),
  /** Time of the prediction; absent without one. */
  totalMs: z.optional(milliseconds),
});

/** A search service failed; the search went on without it. */
export const toolFailure = z.object({
  ...base,
  type: z.literal("tool-failure"),
  node: z.string(),
  tool: toolRef,
  error: errorData,
  /** The tool used instead; null: none. */
  instead: z.nullable(z.string()),
  bytesSent: count,
  totalMs: milliseconds,
  /** Requests charged although the response was unusable. Absent is 0. */
  requests: z.optional(count),
  /** Absent: nothing. */
  cost: z.optional(money),
  /** Not asked again in this run: all its searches go to `instead`. */
  left: z.optional(z.boolean()),
});

/** Is it known? SlimPLM's RJ on a heuristic answer or a claim, RA-ISF's M_know on a question. */
export const gate = z.object({
  ...base,
  type: z.literal("gate"),
  stage,
  node: z.string(),
  kind: z.enum(["judge", "self-knowledge"]),
  by: z.enum(["encoder", "model", "neighbours"]),
  /** The judging call; null if there was none. */
  call: z.nullable(z.string()),
  /** The question, or the query of a claim. */
  question: z.string(),
  /** The heuristic answer or the claim; "" if only the question is judged. */
  answer: z.string(),
  /** P(known), in [0, 1]; null if the judge reports none. */
  score: z.nullable(z.number()),
  threshold: z.number(),
  known: z.boolean(),
  totalMs: milliseconds,
});

/** M_rel: which of a node's passages help. If the encoder judges, a `reading` precedes it. */
export const passageFilter = z.object({
  ...base,
  type: z.literal("filter"),
  node: z.string(),
  form: z.enum(["per-passage", "batch"]),
  by: z.enum(["encoder", "model"]),
  threshold: z.number(),
  judged: z.array(
    z.object({
      passageId: z.string(),
      relevant: z.boolean(),
      /** P(relevant), in [0, 1]; null if the judge reports none. */
      score: z.nullable(z.number()),
    }),
  ),
});

/**
 * The encoder's result for each passage. `use`: `read` for an answer (and for the order, if
 * passages are reranked), `rank` for the order only, `filter` for which of them help.
 */
export const reading = z.object({
  ...base,
  type: z.literal("reading"),
  stage,
  /** The node whose query was read; null for the question itself. */
  node: z.nullable(z.string()),
  by: z.literal("encoder"),
  use: z.enum(["read", "rank", "filter"]),
  /** As the encoder read it, with the names spelt as in the passages. */
  question: z.string(),
  /** In retrieval order. */
  readings: z.array(
    z.object({
      passageId: z.string(),
      kind: readingKind,
      span: z.string(),
      /** The encoder's confidence, in [0, 1]. */
      confidence: z.number(),
      /** P(no answer here), in [0, 1]. */
      noAnswer: z.number(),
      /** P(relevant), in [0, 1]. */
      relevance: z.number(),
      /** The likeliest spans, best first, if a second reader may choose among them. */
      spans: z.optional(z.array(z.object({ text: z.string(), probability: z.number() }))),
    }),
  ),
  /** The passages the step continues with, best first. */
  kept: z.array(z.string()),
  /** Sum over all passages. */
  tokens: count,
  /** Time of the new readings only. */
  totalMs: milliseconds,
  /** How many the run had already read for another use, and did not read again. Absent is 0. */
  remembered: z.optional(count),
});

/**
 * The answer check: the encoder read the question over the joined evidence, and this records whose
 * answer is kept. The `reading` events without a node belong to it.
 */
export const evidence = z.object({
  ...base,
  type: z.literal("evidence"),
  /** The small model's summary. */
  call: z.string(),
  /** The joined passages, in order. */
  passages: z.array(z.string()),
  candidates: z.array(
    z.object({
      by: z.enum(["model", "encoder"]),
      answer: z.string(),
      /** In [0, 1]; null for the model, which reports none. */
      confidence: z.nullable(z.number()),
    }),
  ),
  /** The encoder's P(no answer here), in [0, 1]. */
  noAnswer: z.number(),
  threshold: z.number(),
  /** The passage that contains the encoder's answer; null for yes, no and none. */
  passageId: z.nullable(z.string()),
  chosen: z.enum(["model", "encoder"]),
  tokens: count,
  totalMs: milliseconds,
  /** 1 if the run had read this text before. Absent is 0. */
  remembered: z.optional(count),
});

/** The small model chose among the spans the encoder was unsure of (`span-reranker.ts`). */
export const secondReading = z.object({
  ...base,
  type: z.literal("second-reading"),
  stage,
  node: z.string(),
  call: z.string(),
  passageId: z.string(),
  /** The model's choice; null if its output matched none. */
  choice: z.nullable(z.string()),
  /** The span that is kept. */
  span: z.string(),
});

/** Which of two values a question asks for. */
export const orders = ["greater", "less", "earlier", "later"] as const;
export type Order = (typeof orders)[number];

/** How two found values decide a question; the rules that detect it belong to a language. */
export const operations = [...orders, "same", "both", "shared"] as const;
export type Operation = (typeof operations)[number];

/** The answer was computed from two found values, without asking a model. */
export const arithmetic = z.object({
  ...base,
  type: z.literal("arithmetic"),
  operation: z.enum(operations),
  /** In the order the question names them. */
  values: z.array(z.object({ node: z.string(), name: z.string(), value: z.string() })),
  answer: z.string(),
});
