/**
 * The run log: a closed, versioned union. A run is an append-only list of these;
 * tree, meter, replay, export and resume are folds of it.
 */
import * as z from "zod/mini";
import { count, epochMs, milliseconds, seconds } from "./bounds.ts";
import { errorData } from "./errors.ts";
import { base } from "./event-base.ts";
import {
  arithmetic,
  evidence,
  gate,
  passageFilter,
  queryRewrite,
  reading,
  retrieval,
  secondReading,
  source,
  toolFailure,
} from "./search-events.ts";
import {
  branchCause,
  chatMessage,
  modelRef,
  money,
  purpose,
  runSettings,
  runShape,
  stage,
  tier,
  toolRef,
  usage,
  visibility,
  withheld,
} from "./types.ts";

/** Raised when the shape of an event changes; `log.ts` opens older logs. */
export const logVersion = 11;

const libraryRef = z.object({
  id: z.string(),
  title: z.string(),
  edition: z.string(),
  passages: count,
  /** A person's own is private until they say that anyone may read it. */
  visibility,
  /** The question whose own paragraphs these are; absent of every other library. */
  question: z.optional(z.string()),
});

export const runStart = z.object({
  ...base,
  type: z.literal("run-start"),
  version: z.int(),
  runId: z.string(),
  startedAtEpochMs: epochMs,
  question: z.string(),
  settings: runSettings,
  /** As the method declares it; absent in logs before version 9. */
  shape: z.optional(runShape),
  small: modelRef,
  large: z.nullable(modelRef),
  library: libraryRef,
  /** Set when this log was begun from the prefix of another, to retry or switch one node. */
  continues: z.nullable(z.object({ runId: z.string(), beforeSeq: count })),
});

/** One call, retrieval or reading that was paid for; the ledger's leaf. */
export const charge = z.object({
  /**
   * `reading`: the encoder's heads, `embedding`: its sentence vectors for a choice (neighbours,
   * router); no call of a language model, no money. A `retrieval` may cost.
   */
  kind: z.enum(["call", "retrieval", "reading", "embedding"]),
  call: z.nullable(z.string()),
  stage,
  purpose: z.nullable(purpose),
  node: z.nullable(z.string()),
  model: z.nullable(modelRef),
  tier: z.nullable(tier),
  /** The search service of a retrieval; absent for the library. */
  tool: z.optional(toolRef),
  /** A search that found nothing because the service failed; what it was charged is charged. */
  failed: z.optional(z.boolean()),
  /** All of it had been read before in this run: no reading was made, only its tokens are kept. */
  repeated: z.optional(z.boolean()),
  /** Answered from what the lab remembers: `cost` and `seconds` are as recorded, nothing was paid. */
  remembered: z.optional(z.boolean()),
  usage: z.nullable(usage),
  /** The server under-reported; `usage` is the floor. */
  understated: z.optional(z.boolean()),
  cost: money,
  seconds,
  bytesSent: count,
});

/** From here on these settings hold; events before it were made under the earlier ones. */
export const runResume = z.object({
  ...base,
  type: z.literal("run-resume"),
  settings: runSettings,
  shape: z.optional(runShape),
  small: modelRef,
  large: z.nullable(modelRef),
  library: libraryRef,
  node: z.nullable(z.string()),
  /** Who does that node's work in the solving stage, where it is another than the settings say. */
  nodeTier: z.optional(tier),
  /** `cap`: a spending cap was met, and the small model goes on. Absent: a person's wish. */
  cause: z.optional(z.enum(["cap"])),
  /**
   * That many events right before this one tell of steps which the run goes on without: they
   * were walked by the log that it was begun from, and are no part of the walk that follows.
   */
  left: z.optional(count),
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
  /** Its role, whichever stage the run is in: what continues a chain is of the plan. */
  stage,
  purpose,
  /** The node the call is about; null for plan and summary. */
  node: z.nullable(z.string()),
  model: modelRef,
  messages: z.array(chatMessage),
  assistantPrefix: z.string(),
  constraint: z.nullable(z.enum(["choice", "span", "grammar", "json"])),
  maxTokens: count,
  /** The large model should have done this, but was not to be told it. Absent: nothing was kept back. */
  withheld: z.optional(withheld),
});

export const callDelta = z.object({
  ...base,
  type: z.literal("call-delta"),
  call: z.string(),
  text: z.string(),
});

const tokenOdds = z.object({
  /** Natural logarithms, before any constraint. */
  logprobs: z.array(z.number()),
  /** Their texts; absent where the engine did not tell. */
  tokens: z.optional(z.array(z.string())),
});

export const callEnd = z.object({
  ...base,
  type: z.literal("call-end"),
  call: z.string(),
  output: z.string(),
  finish: z.enum(["stop", "length", "stopped"]),
  /** How likely each generated token was, where the method goes by that. */
  odds: z.optional(tokenOdds),
  usage,
  /** The server's own count, kept where it is below the floor that `usage` holds; absent otherwise. */
  reported: z.optional(usage),
  cost: money,
  /** Mean natural-log probability of the generated tokens before any constraint; null if not told. */
  meanLogprob: z.nullable(z.number()),
  constrained: z.boolean(),
  bytesSent: count,
  bytesReceived: count,
  queueMs: milliseconds,
  firstTokenMs: z.nullable(milliseconds),
  totalMs: milliseconds,
  /**
   * The same call was made before, and this is its recorded end: usage, cost and times are those
   * of then; nothing was sent or paid now. Absent for a call that was made.
   */
  remembered: z.optional(z.boolean()),
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
  bytesSent: count,
  totalMs: milliseconds,
});

/** Model output that did not fit its form, and how far the parser had to go. */
export const parseFailure = z.object({
  ...base,
  type: z.literal("parse-failure"),
  call: z.string(),
  expected: z.enum([
    "chain",
    "reading",
    "decision",
    "keywords",
    "digest",
    "summary",
    "verdict",
    "claims",
    "decomposition",
    "answer",
    "step",
  ]),
  resolution: z.enum(["repaired", "fell-back"]),
  detail: z.string(),
});

export const chainNode = z.object({
  id: z.string(),
  query: z.string(),
  /** The model's own answer, or null for an unsolved query. */
  answer: z.nullable(z.string()),
  /** `memory`: who wrote the chain left it open, and the answer is the gate's heuristic one. Absent: the writer's own. */
  from: z.optional(z.enum(["memory"])),
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
  /** The nodes stand side by side under `parent`, not one after the other. */
  fan: z.optional(z.boolean()),
  /** Its steps were left behind: a person corrected one before them, or had one done again. */
  left: z.optional(z.enum(["user", "again"])),
  /** The call that wrote the chain; null when it follows from feedback alone. */
  call: z.nullable(z.string()),
  nodes: z.array(chainNode),
  /** What the model proposed as the final answer of this chain, if it did. */
  finalContent: z.nullable(z.string()),
});

export const nodeStart = z.object({
  ...base,
  type: z.literal("node-start"),
  node: z.string(),
  /** As it is looked up, with answers in the places of `[n]`; absent where it was planned so. */
  query: z.optional(z.string()),
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
    /** A duplicate of a query already walked, or a claim that is known. */
    "skipped",
    /** Answered from memory: the node's gate said that it is known, or there was nothing to look it up in. */
    "known",
    /** Answered from passages. */
    "answered",
    /** Answered from the answers of its sub-questions. */
    "combined",
    /** Reasoned about without looking anything up. */
    "reasoned",
    /** Searched for passages only; its parent answers. */
    "searched",
    /** No way led to an answer. */
    "unknown",
  ]),
  span: z.string(),
  /** In [0, 1]; null when nobody tells. */
  confidence: z.nullable(z.number()),
  /**
   * What the confidence is: the encoder's, the model's odds of its words, or, where a server does
   * not tell those, how far query and passage agree. Absent where there is none, and in earlier logs.
   */
  confidenceFrom: z.optional(z.enum(["encoder", "odds", "agreement"])),
  threshold: z.number(),
  passageId: z.nullable(z.string()),
  /** For `skipped`: the node it duplicates. */
  duplicateOf: z.nullable(z.string()),
  /**
   * Without a chain: the answer from memory that the question was begun with, and what its answer
   * makes of it. `open`: nothing sure enough was said. Absent where nothing was proposed.
   */
  proposal: z.optional(
    z.object({ answer: z.string(), outcome: z.enum(["verified", "overruled", "open"]) }),
  ),
});

/**
 * Where it pays: the question is answered, and this is what each way of asking again is expected to
 * bring and to cost. Where one is `chosen`, its stages are done anew by the model that it names.
 */
export const worth = z.object({
  ...base,
  type: z.literal("worth"),
  /** P(right) of the answer that there is; null where it cannot be told. */
  sure: z.nullable(z.number()),
  ways: z.array(
    z.object({
      /** Its name in what was learnt: "SSS" to "LLL". */
      id: z.string(),
      stages: z.record(stage, tier),
      /** P(right), in [0, 1]. */
      expected: z.number(),
      /** US dollars a question, beyond what was spent; null is unknown. */
      usd: z.nullable(z.number()),
    }),
  ),
  /** The first of the ways is to leave the answer as it is; null: that is what was chosen. */
  chosen: z.nullable(z.string()),
  pointUsd: z.number(),
  /** Questions and large model that it was learnt from; null where nothing was learnt. */
  learnt: z.nullable(z.object({ questions: count, large: z.string() })),
  /** P(right) of the answer that asking again brought, where that is less: then the first one stands. */
  after: z.optional(z.number()),
  /** Why nothing was asked, or why what was begun is left and the first answer stands. */
  error: z.optional(errorData),
  totalMs: milliseconds,
});

/**
 * A person's word on a step, which nothing overrules: their answer, or null where they only
 * know that the step's own is wrong. What was built on it is left behind, and the run goes on
 * from there; the answer that it had is none any more.
 */
export const userCorrection = z.object({
  ...base,
  type: z.literal("user-correction"),
  node: z.string(),
  answer: z.nullable(z.string()),
  /** What the step had answered until then. */
  replaced: z.nullable(z.string()),
});

/** Departures of the stages that methods share; a method names its own in its definition. */
export const sharedDepartures = [
  "fillProcessedQueries",
  "emptySpanGuard",
  "repeatStop",
  "correctUnsolved",
  /** The steps that its plan had left open were asked, though the model would have ended there. */
  "openSteps",
  /** A later sub-question was told earlier answers. */
  "fillEarlier",
  /** A decomposition that repeats its question, or one above it, was not followed. */
  "repeatedDecomposition",
  /** At D_th no passage helped: "unknown", where Algorithm 1 asks M of parts that are all unknown. */
  "depthLimit",
  /** The run had no room for more sub-questions; the paper sets no bound but D_th. */
  "subQuestionLimit",
  /** No claim could be parsed: only the question is searched. */
  "noClaims",
  /** Two answers stood equally well in the passages: the one that was proposed from memory was taken. */
  "memoryDecides",
] as const;
export type SharedDeparture = (typeof sharedDepartures)[number];

const departureName = z.string().check(z.regex(/^[a-z][A-Za-z0-9]{0,59}$/u));

/** The run did otherwise than the printed algorithm, in a way that has a name. */
export const deviation = z.object({
  ...base,
  type: z.literal("deviation"),
  switch: departureName,
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
  source,
  retrieval,
  toolFailure,
  gate,
  passageFilter,
  reading,
  secondReading,
  evidence,
  arithmetic,
  verdict,
  worth,
  userCorrection,
  deviation,
  answer,
  runEnd,
]);

export type RunEvent = z.infer<typeof runEvent>;
export type RunEventOf<T extends RunEvent["type"]> = Extract<RunEvent, { type: T }>;
export type Charge = z.infer<typeof charge>;
export type Citation = z.infer<typeof citation>;
export type Verdict = z.infer<typeof verdict>["verdict"];
