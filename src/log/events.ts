/**
 * The log is a closed, versioned union. A run is an append-only list; tree, meter, replay, export
 * and resume are folds of it.
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

/** `file.ts` opens older logs. */
export const logVersion = 11;

const libraryRef = z.object({
  id: z.string(),
  title: z.string(),
  edition: z.string(),
  passages: count,
  /** A person's own library is private until declared public. */
  visibility,
  /** The question these paragraphs belong to; absent for other libraries. */
  question: z.optional(z.string()),
});

const runStart = z.object({
  ...base,
  type: z.literal("run-start"),
  version: z.int(),
  runId: z.string(),
  startedAtEpochMs: epochMs,
  question: z.string(),
  settings: runSettings,
  /** Absent before version 9. */
  shape: z.optional(runShape),
  small: modelRef,
  large: z.nullable(modelRef),
  library: libraryRef,
  /** This log began with a prefix of another, to retry or switch one node. */
  continues: z.nullable(z.object({ runId: z.string(), beforeSeq: count })),
});

const charge = z.object({
  /** Readings and embeddings are no language model calls and cost no money; a `retrieval` may. */
  kind: z.enum(["call", "retrieval", "reading", "embedding"]),
  call: z.nullable(z.string()),
  stage,
  purpose: z.nullable(purpose),
  node: z.nullable(z.string()),
  model: z.nullable(modelRef),
  tier: z.nullable(tier),
  tool: z.optional(toolRef),
  /** The service failed, but the charge remains. */
  failed: z.optional(z.boolean()),
  /** Everything had been read before; only its tokens are kept. */
  repeated: z.optional(z.boolean()),
  /** The answer came from the lab's memory: nothing was paid. */
  remembered: z.optional(z.boolean()),
  usage: z.nullable(usage),
  /** The server under-reported; `usage` is the floor. */
  understated: z.optional(z.boolean()),
  cost: money,
  seconds,
  bytesSent: count,
});

/** These settings apply from here on. */
const runResume = z.object({
  ...base,
  type: z.literal("run-resume"),
  settings: runSettings,
  shape: z.optional(runShape),
  small: modelRef,
  large: z.nullable(modelRef),
  library: libraryRef,
  node: z.nullable(z.string()),
  /** The node's tier in the solving stage, if it differs from the settings. */
  nodeTier: z.optional(tier),
  /** A spending cap was reached; absent if a person asked for it. */
  cause: z.optional(z.enum(["cap"])),
  /** Events right before this one that belong to abandoned steps; the replay skips them. */
  left: z.optional(count),
  /** The cost of dropped events: repeating a step does not refund it. */
  dropped: z.array(charge),
});

const stageStart = z.object({ ...base, type: z.literal("stage-start"), stage, tier });
const stageEnd = z.object({ ...base, type: z.literal("stage-end"), stage });

/** CallLaLM asks whether the small model can do this stage alone. */
const decision = z.object({
  ...base,
  type: z.literal("decision"),
  stage,
  call: z.string(),
  /** P("yes, alone"); null if not reported. */
  aloneProbability: z.nullable(z.number()),
  threshold: z.number(),
  chosen: tier,
});

const callStart = z.object({
  ...base,
  type: z.literal("call-start"),
  call: z.string(),
  /** The call's role: continuing a chain is planning, whatever stage the run is in. */
  stage,
  purpose,
  node: z.nullable(z.string()),
  model: modelRef,
  messages: z.array(chatMessage),
  assistantPrefix: z.string(),
  constraint: z.nullable(z.enum(["choice", "span", "grammar", "json"])),
  maxTokens: count,
  /** Privacy kept the prompt from the chosen large model. */
  withheld: z.optional(withheld),
});

const callDelta = z.object({
  ...base,
  type: z.literal("call-delta"),
  call: z.string(),
  text: z.string(),
});

const tokenOdds = z.object({
  /** Natural logarithms, before any constraint. */
  logprobs: z.array(z.number()),
  tokens: z.optional(z.array(z.string())),
});

const callEnd = z.object({
  ...base,
  type: z.literal("call-end"),
  call: z.string(),
  output: z.string(),
  finish: z.enum(["stop", "length", "stopped"]),
  /** Probability of each generated token, if the method uses it. */
  odds: z.optional(tokenOdds),
  usage,
  /** The server's own count, if it is below the floor in `usage`. */
  reported: z.optional(usage),
  cost: money,
  /** Natural logarithm, before any constraint; null if not reported. */
  meanLogprob: z.nullable(z.number()),
  constrained: z.boolean(),
  bytesSent: count,
  bytesReceived: count,
  queueMs: milliseconds,
  firstTokenMs: z.nullable(milliseconds),
  totalMs: milliseconds,
  /**
   * The recorded end of an identical call: usage, cost and times are from then; nothing was sent or
   * paid now.
   */
  remembered: z.optional(z.boolean()),
});

/** Spent tokens are unknown unless reported; streamed text stays in the deltas. */
const callError = z.object({
  ...base,
  type: z.literal("call-error"),
  call: z.string(),
  error: errorData,
  usage,
  cost: money,
  bytesSent: count,
  totalMs: milliseconds,
});

const parseFailure = z.object({
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

const chainNode = z.object({
  id: z.string(),
  query: z.string(),
  /** The model's own answer; null for an unsolved query. */
  answer: z.nullable(z.string()),
  /** `memory` means the gate's heuristic answer; absent means the planner's own. */
  from: z.optional(z.enum(["memory"])),
});

/** `parent` is null for the first plan, else the corrected or completed node. */
const branchStart = z.object({
  ...base,
  type: z.literal("branch-start"),
  branch: z.string(),
  parent: z.nullable(z.string()),
  cause: branchCause,
  /** The nodes are siblings under `parent`. */
  fan: z.optional(z.boolean()),
  /** The steps are abandoned: a person corrected an earlier one or had it repeated. */
  left: z.optional(z.enum(["user", "again"])),
  call: z.nullable(z.string()),
  nodes: z.array(chainNode),
  finalContent: z.nullable(z.string()),
});

const nodeStart = z.object({
  ...base,
  type: z.literal("node-start"),
  node: z.string(),
  /** The query with `[n]` replaced by answers; absent if unchanged. */
  query: z.optional(z.string()),
});

/** `span` is "" if nothing was found. */
const verdict = z.object({
  ...base,
  type: z.literal("verdict"),
  node: z.string(),
  verdict: z.enum([
    /** f > θ and the span agrees. */
    "verified",
    /** f ≤ θ: the model's answer stays unchecked. */
    "accepted",
    /** f > θ and the span contradicts; a new branch starts. */
    "corrected",
    /** The reader answered an unsolved query; a new branch starts. */
    "completed",
    /** The reader found nothing for an unsolved query. */
    "unsolved",
    "skipped",
    /** Answered from memory: judged known, or nothing to search. */
    "known",
    "answered",
    "combined",
    /** Nothing was looked up. */
    "reasoned",
    /** Its parent answers the question. */
    "searched",
    "unknown",
  ]),
  span: z.string(),
  /** In [0, 1]; null if not reported. */
  confidence: z.nullable(z.number()),
  /**
   * The source is the encoder, the odds of the model's words, or else the agreement of query and
   * passage. Absent in earlier logs.
   */
  confidenceFrom: z.optional(z.enum(["encoder", "odds", "agreement"])),
  threshold: z.number(),
  passageId: z.nullable(z.string()),
  /** For `skipped`: the node that it repeats. */
  duplicateOf: z.nullable(z.string()),
  /**
   * Without a chain: the answer from memory, and how the final answer compares. `open`: none was
   * certain enough.
   */
  proposal: z.optional(
    z.object({ answer: z.string(), outcome: z.enum(["verified", "overruled", "open"]) }),
  ),
});

/**
 * Holds the expected gain and cost of each way of asking again. The `chosen` one's stages are
 * repeated.
 */
export const worth = z.object({
  ...base,
  type: z.literal("worth"),
  /** P(right) of the present answer; null if unknown. */
  sure: z.nullable(z.number()),
  ways: z.array(
    z.object({
      /** From "SSS" to "LLL". */
      id: z.string(),
      stages: z.record(stage, tier),
      /** P(right), in [0, 1]. */
      expected: z.number(),
      /** Cost beyond what was spent; null if unknown. */
      usd: z.nullable(z.number()),
    }),
  ),
  /** Null if the answer is kept. */
  chosen: z.nullable(z.string()),
  pointUsd: z.number(),
  /** Null if nothing was learned. */
  learnt: z.nullable(z.object({ questions: count, large: z.string() })),
  /** P(right) of the second answer if it is lower; then the first is kept. */
  after: z.optional(z.number()),
  /** Why nothing was asked, or the second attempt abandoned. */
  error: z.optional(errorData),
  totalMs: milliseconds,
});

/**
 * Nothing overrules a person's answer; null if they only know that the step is wrong. Later steps
 * are abandoned and the run resumes here.
 */
const userCorrection = z.object({
  ...base,
  type: z.literal("user-correction"),
  node: z.string(),
  answer: z.nullable(z.string()),
  replaced: z.nullable(z.string()),
});

/** Departures of shared stages; methods name their own. */
const sharedDepartures = [
  "fillProcessedQueries",
  "emptySpanGuard",
  "repeatStop",
  "correctUnsolved",
  /** The plan left steps open where the model would have ended. */
  "openSteps",
  "fillEarlier",
  /** A decomposition that repeats its question, or an ancestor, was not followed. */
  "repeatedDecomposition",
  /** At D_th the answer is "unknown"; Algorithm 1 asks M with parts that are all unknown. */
  "depthLimit",
  /** The paper sets no bound but D_th. */
  "subQuestionLimit",
  /** No claim could be parsed: only the question is searched. */
  "noClaims",
  /** Two answers were equally supported: the one from memory was taken. */
  "memoryDecides",
] as const;
export type SharedDeparture = (typeof sharedDepartures)[number];

const departureName = z.string().check(z.regex(/^[a-z][A-Za-z0-9]{0,59}$/u));

const deviation = z.object({
  ...base,
  type: z.literal("deviation"),
  switch: departureName,
  node: z.nullable(z.string()),
});

const citation = z.object({
  /** The mark [1] is 1. */
  mark: z.int(),
  node: z.string(),
  passageId: z.nullable(z.string()),
});

const answer = z.object({
  ...base,
  type: z.literal("answer"),
  call: z.nullable(z.string()),
  /** The answer's text with [n] marks. */
  text: z.string(),
  /** The bare answer, for scoring. */
  short: z.string(),
  citations: z.array(citation),
  /** R: the correct reasoning path. */
  path: z.array(z.object({ node: z.string(), query: z.string(), answer: z.string() })),
});

const runEnd = z.object({
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
