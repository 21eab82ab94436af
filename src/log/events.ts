/**
 * The run log: a closed, versioned union. A run is an append-only list of these events; tree,
 * meter, replay, export and resume are folds of it.
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

/** Incremented when the shape of an event changes; `file.ts` opens older logs. */
export const logVersion = 11;

const libraryRef = z.object({
  id: z.string(),
  title: z.string(),
  edition: z.string(),
  passages: count,
  /** A person's own library is private until they declare it public. */
  visibility,
  /** The question these paragraphs belong to; absent for every other library. */
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
  /** Set if this log began with a prefix of another, to retry or switch one node. */
  continues: z.nullable(z.object({ runId: z.string(), beforeSeq: count })),
});

/** One paid call, retrieval or reading: a leaf of the ledger. */
export const charge = z.object({
  /**
   * `reading`: the encoder's heads; `embedding`: its sentence vectors for a choice (neighbours,
   * router). Neither is a language model call or costs money; a `retrieval` may.
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
  /** The service failed and nothing was found; the charge remains. */
  failed: z.optional(z.boolean()),
  /** Everything had been read earlier in this run: no new reading, only its tokens are kept. */
  repeated: z.optional(z.boolean()),
  /** Answered from the lab's memory: `cost` and `seconds` are as recorded, nothing was paid. */
  remembered: z.optional(z.boolean()),
  usage: z.nullable(usage),
  /** The server under-reported; `usage` is the floor. */
  understated: z.optional(z.boolean()),
  cost: money,
  seconds,
  bytesSent: count,
});

/** These settings apply from here on; earlier events were made under the previous ones. */
export const runResume = z.object({
  ...base,
  type: z.literal("run-resume"),
  settings: runSettings,
  shape: z.optional(runShape),
  small: modelRef,
  large: z.nullable(modelRef),
  library: libraryRef,
  node: z.nullable(z.string()),
  /** The tier for that node in the solving stage, if it differs from the settings. */
  nodeTier: z.optional(tier),
  /**
   * `cap`: a spending cap was reached, so the small model continues. Absent: a person's request.
   */
  cause: z.optional(z.enum(["cap"])),
  /**
   * The number of events right before this one that belong to abandoned steps: they come from the
   * earlier log and are skipped by the replay.
   */
  left: z.optional(count),
  /** The cost of the dropped events: repeating a step does not refund it. */
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
  /** Probability of "yes, alone"; null if the engine reports no probabilities. */
  aloneProbability: z.nullable(z.number()),
  threshold: z.number(),
  chosen: tier,
});

export const callStart = z.object({
  ...base,
  type: z.literal("call-start"),
  call: z.string(),
  /** The call's role, whatever stage the run is in: continuing a chain counts as planning. */
  stage,
  purpose,
  /** The node the call is about; null for plan and summary. */
  node: z.nullable(z.string()),
  model: modelRef,
  messages: z.array(chatMessage),
  assistantPrefix: z.string(),
  constraint: z.nullable(z.enum(["choice", "span", "grammar", "json"])),
  maxTokens: count,
  /** Set if the large model was chosen, but privacy kept the prompt from it. */
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
  /** Their texts; absent if the engine did not report them. */
  tokens: z.optional(z.array(z.string())),
});

export const callEnd = z.object({
  ...base,
  type: z.literal("call-end"),
  call: z.string(),
  output: z.string(),
  finish: z.enum(["stop", "length", "stopped"]),
  /** The probability of each generated token, if the method uses it. */
  odds: z.optional(tokenOdds),
  usage,
  /** The server's own count, if it is below the floor in `usage`. */
  reported: z.optional(usage),
  cost: money,
  /**
   * Mean natural-log probability of the generated tokens before any constraint; null if not
   * reported.
   */
  meanLogprob: z.nullable(z.number()),
  constrained: z.boolean(),
  bytesSent: count,
  bytesReceived: count,
  queueMs: milliseconds,
  firstTokenMs: z.nullable(milliseconds),
  totalMs: milliseconds,
  /**
   * The recorded end of an identical earlier call: usage, cost and times are from then; nothing was
   * sent or paid now. Absent for a real call.
   */
  remembered: z.optional(z.boolean()),
});

/**
 * A call that broke off. Tokens already spent are unknown unless reported; streamed text stays in
 * the deltas.
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

/** Model output in the wrong form, and how much the parser had to repair. */
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
  /** The model's own answer; null for an unsolved query. */
  answer: z.nullable(z.string()),
  /**
   * `memory`: the planner left this step unanswered and the gate's heuristic answer is used.
   * Absent: the planner's own.
   */
  from: z.optional(z.enum(["memory"])),
});

/**
 * A branch of the reasoning tree. `parent` is null for the first plan, else the corrected or
 * completed node; `nodes` follow it in order.
 */
export const branchStart = z.object({
  ...base,
  type: z.literal("branch-start"),
  branch: z.string(),
  parent: z.nullable(z.string()),
  cause: branchCause,
  /** The nodes are siblings under `parent`, not a sequence. */
  fan: z.optional(z.boolean()),
  /** Its steps were abandoned: a person corrected an earlier step or had it repeated. */
  left: z.optional(z.enum(["user", "again"])),
  /** The call that wrote the chain; null if it follows from feedback alone. */
  call: z.nullable(z.string()),
  nodes: z.array(chainNode),
  /** The final answer this chain proposed, if any. */
  finalContent: z.nullable(z.string()),
});

export const nodeStart = z.object({
  ...base,
  type: z.literal("node-start"),
  node: z.string(),
  /** The query with `[n]` replaced by answers; absent if nothing was replaced. */
  query: z.optional(z.string()),
});

/** The reader's finding and its effect on the node. `span` is "" if nothing was found. */
export const verdict = z.object({
  ...base,
  type: z.literal("verdict"),
  node: z.string(),
  verdict: z.enum([
    /** f > θ and the span agrees with the model's answer. */
    "verified",
    /** f ≤ θ: the model's answer is kept unchecked. */
    "accepted",
    /** f > θ and the span contradicts the answer: a new branch starts here. */
    "corrected",
    /** The query was unsolved and the reader supplied the answer: a new branch starts here. */
    "completed",
    /** The query was unsolved and the reader found nothing. */
    "unsolved",
    /** A duplicate of an earlier query, or a claim that is known. */
    "skipped",
    /** Answered from memory: the node's gate judged it known, or there was nothing to search. */
    "known",
    "answered",
    "combined",
    /** Reasoned without looking anything up. */
    "reasoned",
    /** Searched for passages only; its parent answers. */
    "searched",
    "unknown",
  ]),
  span: z.string(),
  /** In [0, 1]; null if not reported. */
  confidence: z.nullable(z.number()),
  /**
   * The source of the confidence: the encoder, the odds of the model's words, or, without those,
   * the agreement of query and passage. Absent without a confidence and in earlier logs.
   */
  confidenceFrom: z.optional(z.enum(["encoder", "odds", "agreement"])),
  threshold: z.number(),
  passageId: z.nullable(z.string()),
  /** For `skipped`: the node it duplicates. */
  duplicateOf: z.nullable(z.string()),
  /**
   * Without a chain: the initial answer from memory, and how the final answer compares. `open`: no
   * answer was certain enough. Absent if nothing was proposed.
   */
  proposal: z.optional(
    z.object({ answer: z.string(), outcome: z.enum(["verified", "overruled", "open"]) }),
  ),
});

/**
 * Where it pays: after the answer, the expected gain and cost of each way of asking again. If one
 * is `chosen`, its stages are repeated with the models it names.
 */
export const worth = z.object({
  ...base,
  type: z.literal("worth"),
  /** P(right) of the present answer; null if unknown. */
  sure: z.nullable(z.number()),
  ways: z.array(
    z.object({
      /** Its name in the learned policy: "SSS" to "LLL". */
      id: z.string(),
      stages: z.record(stage, tier),
      /** P(right), in [0, 1]. */
      expected: z.number(),
      /** US dollars per question beyond what was spent; null is unknown. */
      usd: z.nullable(z.number()),
    }),
  ),
  /** Null: the first way was chosen, which is to keep the answer. */
  chosen: z.nullable(z.string()),
  pointUsd: z.number(),
  /** Number of questions and large model it was learned from; null if nothing was learned. */
  learnt: z.nullable(z.object({ questions: count, large: z.string() })),
  /** P(right) of the second answer, if that is lower; then the first answer is kept. */
  after: z.optional(z.number()),
  /** Why nothing was asked, or why the second attempt was abandoned and the first answer kept. */
  error: z.optional(errorData),
  totalMs: milliseconds,
});

/**
 * A person's correction of a step, which nothing overrules: their answer, or null if they only know
 * that the step's is wrong. The steps that followed are abandoned, the run resumes from here, and
 * its previous answer is void.
 */
export const userCorrection = z.object({
  ...base,
  type: z.literal("user-correction"),
  node: z.string(),
  answer: z.nullable(z.string()),
  /** The step's previous answer. */
  replaced: z.nullable(z.string()),
});

/** Departures of shared stages; methods name their own in their definitions. */
export const sharedDepartures = [
  "fillProcessedQueries",
  "emptySpanGuard",
  "repeatStop",
  "correctUnsolved",
  /** Steps the plan had left open were asked, though the model would have ended there. */
  "openSteps",
  /** A later sub-question was given earlier answers. */
  "fillEarlier",
  /** A decomposition that repeats its question, or an ancestor of it, was not followed. */
  "repeatedDecomposition",
  /**
   * At D_th no passage helped: "unknown", where Algorithm 1 asks M with parts that are all unknown.
   */
  "depthLimit",
  /** The run's limit on sub-questions was reached; the paper sets no bound but D_th. */
  "subQuestionLimit",
  /** No claim could be parsed: only the question is searched. */
  "noClaims",
  /** Two answers were equally supported by the passages: the one proposed from memory was taken. */
  "memoryDecides",
] as const;
export type SharedDeparture = (typeof sharedDepartures)[number];

const departureName = z.string().check(z.regex(/^[a-z][A-Za-z0-9]{0,59}$/u));

/** The run departed from the printed algorithm in a named way. */
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
