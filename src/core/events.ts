/**
 * The run log: a closed, versioned union. A run is an append-only list of these;
 * tree, meter, replay, export and resume are folds of it.
 */
import * as z from "zod/mini";
import { errorData } from "./errors.ts";
import {
  branchCause,
  chatMessage,
  modelRef,
  money,
  purpose,
  readingKind,
  retrievalMode,
  rewriter,
  runSettings,
  scoredPassage,
  stage,
  tier,
  usage,
} from "./types.ts";

/** Raised when the shape of an event changes; `log.ts` opens older logs. */
export const logVersion = 3;

/** Every event: its place in the log and milliseconds since `run-start`, by the injected clock. */
const base = { seq: z.int(), atMs: z.number() };

const libraryRef = z.object({
  id: z.string(),
  title: z.string(),
  edition: z.string(),
  passages: z.int(),
});

export const runStart = z.object({
  ...base,
  type: z.literal("run-start"),
  version: z.int(),
  runId: z.string(),
  startedAtEpochMs: z.number(),
  question: z.string(),
  settings: runSettings,
  small: modelRef,
  large: z.nullable(modelRef),
  library: libraryRef,
  /** Set when this log was begun from the prefix of another, to retry or switch one node. */
  continues: z.nullable(z.object({ runId: z.string(), beforeSeq: z.int() })),
});

/** One call, retrieval or reading that was paid for; the ledger's leaf. */
export const charge = z.object({
  /** `reading`: the encoder's heads; no call of a language model, no money. */
  kind: z.enum(["call", "retrieval", "reading"]),
  call: z.nullable(z.string()),
  stage,
  purpose: z.nullable(purpose),
  node: z.nullable(z.string()),
  model: z.nullable(modelRef),
  tier: z.nullable(tier),
  usage: z.nullable(usage),
  cost: money,
  seconds: z.number(),
  bytesSent: z.int(),
});

/** From here on these settings hold; events before it were made under the earlier ones. */
export const runResume = z.object({
  ...base,
  type: z.literal("run-resume"),
  settings: runSettings,
  small: modelRef,
  large: z.nullable(modelRef),
  library: libraryRef,
  node: z.nullable(z.string()),
  /** What the events that were dropped had cost: doing a thing again does not refund it. */
  dropped: z.array(charge),
});

export const stageStart = z.object({ ...base, type: z.literal("stage-start"), stage, tier });
export const stageEnd = z.object({ ...base, type: z.literal("stage-end"), stage });

/** CallLaLM: the small model was asked whether it can do this stage alone. */
export const decision = z.object({
  ...base,
  type: z.literal("decision"),
  stage,
  call: z.string(),
  /** Probability of "yes, alone"; null when the engine tells no probabilities. */
  aloneProbability: z.nullable(z.number()),
  threshold: z.number(),
  chosen: tier,
});

export const callStart = z.object({
  ...base,
  type: z.literal("call-start"),
  call: z.string(),
  stage,
  purpose,
  /** The node the call is about; null for plan and summary. */
  node: z.nullable(z.string()),
  model: modelRef,
  messages: z.array(chatMessage),
  assistantPrefix: z.string(),
  constraint: z.nullable(z.enum(["choice", "span", "grammar"])),
  maxTokens: z.int(),
});

export const callDelta = z.object({
  ...base,
  type: z.literal("call-delta"),
  call: z.string(),
  text: z.string(),
});

export const callEnd = z.object({
  ...base,
  type: z.literal("call-end"),
  call: z.string(),
  output: z.string(),
  finish: z.enum(["stop", "length", "stopped"]),
  usage,
  cost: money,
  /** Mean natural-log probability of the generated tokens before any constraint; null if not told. */
  meanLogprob: z.nullable(z.number()),
  constrained: z.boolean(),
  bytesSent: z.int(),
  bytesReceived: z.int(),
  queueMs: z.number(),
  firstTokenMs: z.nullable(z.number()),
  totalMs: z.number(),
});

/**
 * A call that broke off. Tokens already spent are unknown unless told; what was
 * streamed before stays in the deltas.
 */
export const callError = z.object({
  ...base,
  type: z.literal("call-error"),
  call: z.string(),
  error: errorData,
  usage,
  cost: money,
  bytesSent: z.int(),
  totalMs: z.number(),
});

/** Model output that did not fit its form, and how far the parser had to go. */
export const parseFailure = z.object({
  ...base,
  type: z.literal("parse-failure"),
  call: z.string(),
  expected: z.enum(["chain", "reading", "decision", "keywords", "digest", "summary"]),
  resolution: z.enum(["repaired", "fell-back"]),
  detail: z.string(),
});

export const chainNode = z.object({
  id: z.string(),
  query: z.string(),
  /** The model's own answer, or null for an unsolved query. */
  answer: z.nullable(z.string()),
});

/**
 * A branch of the tree of reasoning. `parent` is null for the first plan, else the
 * node that was corrected or completed; `nodes` follow it in order.
 */
export const branchStart = z.object({
  ...base,
  type: z.literal("branch-start"),
  branch: z.string(),
  parent: z.nullable(z.string()),
  cause: branchCause,
  /** The call that wrote the chain; null when it follows from feedback alone. */
  call: z.nullable(z.string()),
  nodes: z.array(chainNode),
  /** What the model proposed as the final answer of this chain, if it did. */
  finalContent: z.nullable(z.string()),
});

export const nodeStart = z.object({ ...base, type: z.literal("node-start"), node: z.string() });

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
  mode: retrievalMode,
  passages: z.array(scoredPassage),
  bytesSent: z.int(),
  totalMs: z.number(),
});

/**
 * What the encoder said of each passage it was given. `use` tells what it was asked for:
 * `read` for an answer (and for the order, where passages are reordered), `rank` for the
 * order only.
 */
export const reading = z.object({
  ...base,
  type: z.literal("reading"),
  stage,
  /** The node whose query was read; null for the question itself. */
  node: z.nullable(z.string()),
  by: z.literal("encoder"),
  use: z.enum(["read", "rank"]),
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
    }),
  ),
  /** The passages that the step goes on with, best first; the others are left out. */
  kept: z.array(z.string()),
  tokens: z.int(),
  totalMs: z.number(),
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
  tokens: z.int(),
  totalMs: z.number(),
});

/** The reader's finding, and what it does to the node. `span` is "" when it found nothing. */
export const verdict = z.object({
  ...base,
  type: z.literal("verdict"),
  node: z.string(),
  verdict: z.enum([
    /** f > θ and the span agrees with the model's answer. */
    "verified",
    /** f ≤ θ: the model's answer stands unchecked. */
    "accepted",
    /** f > θ and the span contradicts the answer: a new branch starts here. */
    "corrected",
    /** The query was unsolved and the reader supplied the answer: a new branch starts here. */
    "completed",
    /** The query was unsolved and the reader found nothing. */
    "unsolved",
    /** A duplicate of a query already walked. */
    "skipped",
  ]),
  span: z.string(),
  /** In [0, 1]; null when the engine tells no log-probabilities. */
  confidence: z.nullable(z.number()),
  threshold: z.number(),
  passageId: z.nullable(z.string()),
  /** For `skipped`: the node it duplicates. */
  duplicateOf: z.nullable(z.string()),
});

/** A named switch changed what the printed algorithm would have done. */
export const deviation = z.object({
  ...base,
  type: z.literal("deviation"),
  switch: z.enum(["fillProcessedQueries", "emptySpanGuard", "repeatStop", "correctUnsolved"]),
  node: z.nullable(z.string()),
});

export const citation = z.object({
  /** The number in the text: [1] is 1. */
  mark: z.int(),
  node: z.string(),
  passageId: z.nullable(z.string()),
});

export const answer = z.object({
  ...base,
  type: z.literal("answer"),
  call: z.nullable(z.string()),
  /** The answer with its reasoning and [n] marks. */
  text: z.string(),
  /** The bare answer, for scoring. */
  short: z.string(),
  citations: z.array(citation),
  /** R: the correct reasoning path, in order. */
  path: z.array(z.object({ node: z.string(), query: z.string(), answer: z.string() })),
});

export const runEnd = z.object({
  ...base,
  type: z.literal("run-end"),
  outcome: z.enum(["answered", "stopped", "failed"]),
  error: z.nullable(errorData),
});

export const runEvent = z.discriminatedUnion("type", [
  runStart,
  runResume,
  stageStart,
  stageEnd,
  decision,
  callStart,
  callDelta,
  callEnd,
  callError,
  parseFailure,
  branchStart,
  nodeStart,
  queryRewrite,
  retrieval,
  reading,
  evidence,
  verdict,
  deviation,
  answer,
  runEnd,
]);

export type RunEvent = z.infer<typeof runEvent>;
export type RunEventOf<T extends RunEvent["type"]> = Extract<RunEvent, { type: T }>;
export type Charge = z.infer<typeof charge>;
export type Citation = z.infer<typeof citation>;
export type Verdict = z.infer<typeof verdict>["verdict"];
