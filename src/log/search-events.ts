/** The events of looking things up: queries, tools, passages, and what is judged of them. */

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
  /** Parts of the rewriter that do nothing here, because the encoder reads and can be told of no earlier steps. */
  unused: z.optional(z.array(z.enum(["history", "digest"]))),
});

export const retrieval = z.object({
  ...base,
  type: z.literal("retrieval"),
  node: z.string(),
  search: z.string(),
  /** How the library was searched; `service` is another tool. */
  mode: z.enum([...retrievalMode.options, "service"]),
  passages: z.array(scoredPassage),
  bytesSent: count,
  totalMs: milliseconds,
  /** The search service; absent for the library. */
  tool: z.optional(toolRef),
  /** Requests that are charged for; absent is 0. */
  requests: z.optional(count),
  /** Absent: nothing, on the device. */
  cost: z.optional(money),
  /** A service should have been asked, but was not to be told this. Absent: nothing was kept back. */
  withheld: z.optional(withheld),
});

/** HomoRouter: which tool a node's search goes to, and why. */
export const source = z.object({
  ...base,
  type: z.literal("source"),
  node: z.string(),
  choice: z.enum(["fixed", "best-predicted", "cost-saving"]),
  tool: toolRef,
  /** Predicted scores of every tool that could be asked; [] where none was predicted. */
  predicted: z.array(z.object({ tool: toolRef, score: z.number() })),
  /** The dual price of the online rule, score per US dollar a 1,000 requests; null elsewhere. */
  lambda: z.nullable(z.number()),
  /** Why nothing could be predicted: the library was taken in its place. Absent: it could. */
  error: z.optional(errorData),
  /** What the router took to predict; absent where none was asked. */
  totalMs: z.optional(milliseconds),
});

/** A search service did not answer; the search went on without it. */
export const toolFailure = z.object({
  ...base,
  type: z.literal("tool-failure"),
  node: z.string(),
  tool: toolRef,
  error: errorData,
  /** The tool that was asked in its place; null: none. */
  instead: z.nullable(z.string()),
  bytesSent: count,
  totalMs: milliseconds,
  /** Requests that were charged for all the same: answered, but not usably. Absent is 0. */
  requests: z.optional(count),
  /** Absent: nothing. */
  cost: z.optional(money),
  /** It is not asked again in this run, nor waited for: all its searches go to `instead`. */
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
  /** The call that judged; null where none did. */
  call: z.nullable(z.string()),
  /** The question, or the query of a claim. */
  question: z.string(),
  /** The heuristic answer or the claim; "" where only the question is judged. */
  answer: z.string(),
  /** P(known), in [0, 1]; null when the judge tells none. */
  score: z.nullable(z.number()),
  threshold: z.number(),
  known: z.boolean(),
  totalMs: milliseconds,
});

/** M_rel: which of a node's passages help. Where the encoder judges, a `reading` came before. */
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
      /** P(relevant), in [0, 1]; null when the judge tells none. */
      score: z.nullable(z.number()),
    }),
  ),
});

/**
 * What the encoder said of each passage it was given. `use` tells what it was asked for:
 * `read` for an answer (and for the order, where passages are reordered), `rank` for the
 * order only, `filter` for which of them help.
 */
export const reading = z.object({
  ...base,
  type: z.literal("reading"),
  stage,
  /** The node whose query was read; null for the question itself. */
  node: z.nullable(z.string()),
  by: z.literal("encoder"),
  use: z.enum(["read", "rank", "filter"]),
  /** As the encoder read it, with the names that the passages bear. */
  question: z.string(),
  /** In the order they were retrieved. */
  readings: z.array(
    z.object({
      passageId: z.string(),
      kind: readingKind,
      span: z.string(),
      /** How sure the encoder is of what it says, in [0, 1]. */
      confidence: z.number(),
      /** P(no answer here), in [0, 1]. */
      noAnswer: z.number(),
      /** P(relevant), in [0, 1]. */
      relevance: z.number(),
      /** The likeliest spans, best first, where a second reader may be asked to choose. */
      spans: z.optional(z.array(z.object({ text: z.string(), probability: z.number() }))),
    }),
  ),
  /** The passages that the step goes on with, best first; the others are left out. */
  kept: z.array(z.string()),
  /** Of all of them. */
  tokens: count,
  /** For what was read now. */
  totalMs: milliseconds,
  /** How many of them the run had read before, for another use; not read again. Absent is 0. */
  remembered: z.optional(count),
});

/**
 * The answer check: the encoder read the question over the joined evidence, and this is
 * whose answer stands. `reading` events without a node are about the same.
 */
export const evidence = z.object({
  ...base,
  type: z.literal("evidence"),
  /** The small model's summary. */
  call: z.string(),
  /** The passages that were joined, in order. */
  passages: z.array(z.string()),
  candidates: z.array(
    z.object({
      by: z.enum(["model", "encoder"]),
      answer: z.string(),
      /** In [0, 1]; null for the model, which tells none. */
      confidence: z.nullable(z.number()),
    }),
  ),
  /** The encoder's P(no answer here), in [0, 1]. */
  noAnswer: z.number(),
  threshold: z.number(),
  /** The passage that the encoder's answer stands in; null for yes, no and none. */
  passageId: z.nullable(z.string()),
  chosen: z.enum(["model", "encoder"]),
  tokens: count,
  totalMs: milliseconds,
  /** 1 where the run had read this very text before. Absent is 0. */
  remembered: z.optional(count),
});

/** The small model chose among the spans that the encoder was unsure of (`span-reranker.ts`). */
export const secondReading = z.object({
  ...base,
  type: z.literal("second-reading"),
  stage,
  node: z.string(),
  call: z.string(),
  passageId: z.string(),
  /** What the model chose; null where it wrote none of them. */
  choice: z.nullable(z.string()),
  /** What stands. */
  span: z.string(),
});

/** Which of two values a question asks for. */
export const orders = ["greater", "less", "earlier", "later"] as const;
export type Order = (typeof orders)[number];

/** How two found values decide a question; the rules that find them belong to a language. */
export const operations = [...orders, "same", "both", "shared"] as const;
export type Operation = (typeof operations)[number];

/** Two found values decided the question: its answer is computed, and no model was asked. */
export const arithmetic = z.object({
  ...base,
  type: z.literal("arithmetic"),
  operation: z.enum(operations),
  /** The two, in the order in which the question names them. */
  values: z.array(z.object({ node: z.string(), name: z.string(), value: z.string() })),
  answer: z.string(),
});
