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
  /** These parts had no effect: the encoder takes no earlier steps. */
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
  tool: z.optional(toolRef),
  /** Billed requests; absent is 0. */
  requests: z.optional(count),
  /** Absent: nothing was charged. */
  cost: z.optional(money),
  /** Privacy kept the query from the chosen service. */
  withheld: z.optional(withheld),
});

/** HomoRouter chose this tool for a node. */
export const source = z.object({
  ...base,
  type: z.literal("source"),
  node: z.string(),
  choice: z.enum(["fixed", "best-predicted", "cost-saving"]),
  tool: toolRef,
  predicted: z.array(z.object({ tool: toolRef, score: z.number() })),
  /** The dual price: score per US dollar per 1,000 requests; null for other choices. */
  lambda: z.nullable(z.number()),
  /** The reason why the library was used instead. */
  error: z.optional(errorData),
  totalMs: z.optional(milliseconds),
});

/** The service failed; the search went on without it. */
export const toolFailure = z.object({
  ...base,
  type: z.literal("tool-failure"),
  node: z.string(),
  tool: toolRef,
  error: errorData,
  /** Null if there is no other tool. */
  instead: z.nullable(z.string()),
  bytesSent: count,
  totalMs: milliseconds,
  /** Requests charged although the answer was unusable. */
  requests: z.optional(count),
  /** Absent: nothing. */
  cost: z.optional(money),
  /** The service is not asked again in this run. */
  left: z.optional(z.boolean()),
});

/** SlimPLM's RJ judges a heuristic answer or claim, RA-ISF's M_know a question. */
export const gate = z.object({
  ...base,
  type: z.literal("gate"),
  stage,
  node: z.string(),
  kind: z.enum(["judge", "self-knowledge"]),
  by: z.enum(["encoder", "model", "neighbours"]),
  /** Null without a judging call. */
  call: z.nullable(z.string()),
  /** The question, or the query of a claim. */
  question: z.string(),
  /** The heuristic answer, or the claim; "" if only the question is judged. */
  answer: z.string(),
  /** P(known), in [0, 1]; null if not reported. */
  score: z.nullable(z.number()),
  threshold: z.number(),
  known: z.boolean(),
  totalMs: milliseconds,
});

/** Holds M_rel's verdicts. If the encoder judges, a `reading` precedes it. */
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
      /** P(relevant), in [0, 1]; null if not reported. */
      score: z.nullable(z.number()),
    }),
  ),
});

/** `use`: `read` for an answer (and order), `rank` for order only, `filter` for relevance. */
export const reading = z.object({
  ...base,
  type: z.literal("reading"),
  stage,
  /** Null for the run's question. */
  node: z.nullable(z.string()),
  by: z.literal("encoder"),
  use: z.enum(["read", "rank", "filter"]),
  /** Names are spelt as in the passages. */
  question: z.string(),
  /** In retrieval order. */
  readings: z.array(
    z.object({
      passageId: z.string(),
      kind: readingKind,
      span: z.string(),
      /** In [0, 1]. */
      confidence: z.number(),
      /** P(no answer here), in [0, 1]. */
      noAnswer: z.number(),
      /** P(relevant), in [0, 1]. */
      relevance: z.number(),
      /** The likeliest spans, best first, for a second reader. */
      spans: z.optional(z.array(z.object({ text: z.string(), probability: z.number() }))),
    }),
  ),
  /** The passages that the step goes on with, best first. */
  kept: z.array(z.string()),
  /** Sum over all passages. */
  tokens: count,
  /** Time of new readings only. */
  totalMs: milliseconds,
  /** Passages already read for another use. Absent is 0. */
  remembered: z.optional(count),
});

/** The encoder read the question over joined evidence; readings without a node belong to this. */
export const evidence = z.object({
  ...base,
  type: z.literal("evidence"),
  /** The small model's summary. */
  call: z.string(),
  passages: z.array(z.string()),
  candidates: z.array(
    z.object({
      by: z.enum(["model", "encoder"]),
      answer: z.string(),
      /** In [0, 1]; null for the model, which reports none. */
      confidence: z.nullable(z.number()),
    }),
  ),
  /** P(no answer here), in [0, 1]. */
  noAnswer: z.number(),
  threshold: z.number(),
  /** Null for the answers yes, no and none. */
  passageId: z.nullable(z.string()),
  chosen: z.enum(["model", "encoder"]),
  tokens: count,
  totalMs: milliseconds,
  /** 1 if the run had read it before. Absent is 0. */
  remembered: z.optional(count),
});

/** The small model chose among spans of the encoder (`span-reranker.ts`). */
export const secondReading = z.object({
  ...base,
  type: z.literal("second-reading"),
  stage,
  node: z.string(),
  call: z.string(),
  passageId: z.string(),
  /** Null if its output matched none. */
  choice: z.nullable(z.string()),
  span: z.string(),
});

export const orders = ["greater", "less", "earlier", "later"] as const;
export type Order = (typeof orders)[number];

/** A language has the rules that detect these. */
export const operations = [...orders, "same", "both", "shared"] as const;
export type Operation = (typeof operations)[number];

/** No model was asked. */
export const arithmetic = z.object({
  ...base,
  type: z.literal("arithmetic"),
  operation: z.enum(operations),
  /** Values are in the question's order. */
  values: z.array(z.object({ node: z.string(), name: z.string(), value: z.string() })),
  answer: z.string(),
});
