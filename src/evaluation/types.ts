/**
 * The lab's words: a batch asks the same questions in several configurations; every answered
 * question is one result; what the views show is computed from results alone.
 */
import * as z from "zod/mini";
import { count, dollars, epochMs, id, seconds } from "../log/bounds.ts";
import { boundedPrice } from "../log/setting-bounds.ts";
import { purposes, runSettings, type Stage, stages } from "../log/types.ts";
import type { StageAdvice } from "./stage-advices.ts";

const share = z.number().check(z.gte(0), z.lte(1));

/** Where a question's passages come from. */
export const libraryChoice = z.enum(["own-context", "shared"]);

/**
 * Figures of one answer, in [0, 1]; null where the question or the run gives none. `right` is the
 * right choice where the question names its options, else `coverEm`: it is worked out again whenever a result is read. `coverEmOutput` and SlimPLM's and ROUGE score all that the model wrote, as the papers do; the others its short answer.
 */
export const metricIds = [
  "right",
  "f1",
  "em",
  "rightChoice",
  "coverEm",
  "coverEmTokens",
  "coverEmOutput",
  "hit",
  "matching",
  "rouge1",
  "rouge2",
  "rougeL",
  "supportRecall",
] as const;
export type MetricId = (typeof metricIds)[number];

/** What the command line judges by: words beside the answer count against it. */
export const defaultMetric: MetricId = "f1";

/** What the page judges by unless a person says otherwise: a share of questions, which needs no explaining. */
export const plainMetric: MetricId = "right";

/** Of the output since there is `coverEmOutput`; before, of the short answer. */
const ofOutput: ReadonlySet<MetricId> = new Set(["hit", "matching", "rouge1", "rouge2", "rougeL"]);

const metricFigures = z.pipe(
  z.partialRecord(z.enum(metricIds), z.nullable(share)),
  z.transform((kept): Record<MetricId, number | null> => withAllMetrics(kept)),
);

/** A record of an earlier version: what it has not, or has of the short answer only, is unknown. */
function withAllMetrics(
  kept: Partial<Record<MetricId, number | null>>,
): Record<MetricId, number | null> {
  const isEarlier = kept.coverEmOutput === undefined;
  const known = byMetric((id) => (isEarlier && ofOutput.has(id) ? null : (kept[id] ?? null)));
  return { ...known, right: rightOf(known) };
}

/** Whether the short answer is right, as a metric. */
export function rightOf(known: Readonly<Partial<Record<MetricId, number | null>>>): number | null {
  return known.rightChoice ?? known.coverEm ?? null;
}

/** A value for every metric. */
export function byMetric<V>(of: (metric: MetricId) => V): Record<MetricId, V> {
  return {
    right: of("right"),
    f1: of("f1"),
    em: of("em"),
    rightChoice: of("rightChoice"),
    coverEm: of("coverEm"),
    coverEmTokens: of("coverEmTokens"),
    coverEmOutput: of("coverEmOutput"),
    hit: of("hit"),
    matching: of("matching"),
    rouge1: of("rouge1"),
    rouge2: of("rouge2"),
    rougeL: of("rougeL"),
    supportRecall: of("supportRecall"),
  };
}

/** What a configuration may be compared by, summed over a question. */
export const costIds = ["largeTokens", "tokens", "usd", "largeCalls", "calls", "seconds"] as const;
export type CostId = (typeof costIds)[number];

/**
 * What calls came to. Remembered calls count in full here, as if they had been made: this is
 * what the configuration costs, not what was paid. Null is unknown, which is not 0.
 */
export const spent = z.object({
  calls: count,
  largeCalls: count,
  /** Prompt and generated tokens of all language models. */
  tokens: z.nullable(count),
  /** Those of the large model: the paper's v_cost. */
  largeTokens: z.nullable(count),
  usd: z.nullable(dollars),
  seconds,
  /**
   * What the large model read and wrote of `largeTokens`, so that it can be priced otherwise without
   * the log; prompt tokens that its server had cached count in full. `othersUsd`: of `usd`, what all
   * else came to. Absent where it was not asked or its server counted nothing, and in results of
   * earlier versions.
   */
  large: z.optional(
    z.object({ promptTokens: count, generatedTokens: count, othersUsd: z.nullable(dollars) }),
  ),
});
export type Spent = z.infer<typeof spent>;

/** One way to answer: a method's settings under a name. */
export const configuration = z.object({
  /** Unique in its batch; for the eight combinations "SSS" to "LLL" (plan, solve, summarise). */
  id,
  title: z.string().check(z.maxLength(10_000)),
  settings: runSettings,
  /** Another small model than the batch's, by catalogue id (fine-tuned against base); null: the batch's. */
  small: z.nullable(z.string()),
  /** Another encoder than the batch's, by the same names; absent: the batch's. */
  encoder: z.optional(z.string()),
});
export type Configuration = z.infer<typeof configuration>;

/** Whether an answer was found where it was looked up. */
export const answerStates = ["found", "partly-found", "not-in-library"] as const;

export const labResult = z.object({
  batch: id,
  question: id,
  configuration: id,
  outcome: z.enum(["answered", "failed"]),
  /** The error's code; null when it was answered. */
  error: z.nullable(z.string()),
  prediction: z.string(),
  /** Whether it was found where it was looked up; absent in results of earlier versions, and without an answer. */
  found: z.optional(z.enum(answerStates)),
  /** A step that it rests on has a value of another kind than was asked for; absent where none has, and in earlier versions. */
  wrongKind: z.optional(z.literal(true)),
  /**
   * P(right) as the verifier tells it from the log (`folds/verifier`); null where there is no answer.
   * Absent in results of earlier versions; those with a log are told when they are read.
   */
  sure: z.optional(z.nullable(share)),
  metrics: metricFigures,
  total: spent,
  byStage: z.record(z.enum(stages), spent),
  /**
   * `byStage` tells planning from reading. Absent in results of earlier versions, whose `solve` has
   * what continued a chain, too; those with a log are told apart when they are read.
   */
  rolesApart: z.optional(z.literal(true)),
  /** US dollars really paid: without what was remembered. Null is unknown. */
  paidUsd: z.nullable(dollars),
  /** Calls that were answered from memory. */
  rememberedCalls: count,
  searches: count,
  bytesSent: count,
  /** Outputs that had to be parsed, and how many did not fit their form, mended or not. */
  parses: count,
  parseFailures: count,
  /** By which exit the question left (`folds/answer-routes.ts`); null where the method has none. */
  exit: z.nullable(z.string()),
  /**
   * Whether retrieval turned a right answer into a wrong one (`metrics/rates.ts`); null where the
   * answer without it is unknown or was wrong, so that the rate is the share of true among the others.
   */
  misled: z.nullable(z.boolean()),
  /**
   * The other way: whether it turned a wrong answer into a right one; null where the answer
   * without it is unknown or was right. Absent in results of earlier versions, as what follows.
   */
  helped: z.optional(z.nullable(z.boolean())),
  /** Steps and parts that count, and how many of them stayed without an answer. */
  steps: z.optional(z.object({ all: count, unsolved: count })),
  /** What the language models wrote, in tokens, by what for; null where a server told none. */
  written: z.optional(z.partialRecord(z.enum(purposes), z.nullable(count))),
  /** Questions that were asked side by side, so that its seconds were shared; absent: it alone. */
  atOnce: z.optional(count),
});
export type LabResult = z.infer<typeof labResult>;

/** What a batch compares. Absent in batches of earlier versions and where one setup was asked. */
export const comparedIn = z.object({
  /** One of `comparisons`; a later version may know others. */
  kind: z.string().check(z.maxLength(100)),
  /** The method whose comparison it is. */
  method: id,
  /** The number that is varied, for `sweep`. */
  path: z.optional(z.string().check(z.maxLength(200))),
});
export type ComparedIn = z.infer<typeof comparedIn>;

export const labBatch = z.object({
  id,
  title: z.string().check(z.maxLength(10_000)),
  createdEpochMs: epochMs,
  /** Name of the question set. */
  set: z.string(),
  questionCount: count,
  library: libraryChoice,
  /** Of the shared one, so that no other is mixed in; absent where it is not known. */
  libraryId: z.optional(z.string()),
  configurations: z.array(configuration).check(z.maxLength(1_000)),
  comparison: z.optional(comparedIn),
  /**
   * What perfect stages would bring (`oracle/`): configurations of their own, which nobody can use, and
   * how many questions have no gold for them, by why. Absent where none was asked.
   */
  ceilings: z.optional(
    z.object({
      configurations: z.array(configuration).check(z.maxLength(100)),
      skipped: z.record(z.string(), count),
    }),
  ),
  /** Names of the models that it is run with; changing them makes it another batch. */
  models: z.object({
    small: z.string(),
    /** The origin of the server that the small one answers at; absent: it runs on the device. */
    smallAt: z.optional(z.string()),
    large: z.nullable(z.string()),
    /** Absent where it is not known. */
    encoder: z.optional(z.string()),
  }),
  largePrice: z.nullable(boundedPrice),
  /** Hard cap on what is paid, in US dollars; null is none. */
  budgetUsd: z.nullable(dollars),
  seed: z.int(),
  /** Questions to be asked side by side; absent: as many as suit the device and the models. */
  atOnce: z.optional(count.check(z.gte(1))),
});
export type LabBatch = z.infer<typeof labBatch>;

/** A value with its 95 % interval over questions. */
export interface Interval {
  mean: number;
  low: number;
  high: number;
  n: number;
}

/** A share with its interval by Wilson, and how many of its `n` it is. */
export interface Share extends Interval {
  count: number;
}

/** What language models write tokens for, as SlimPLM's Table 4 tells them apart. */
export const writtenParts = ["answer", "proxy", "rewriting", "judge", "others"] as const;
export type WrittenPart = (typeof writtenParts)[number];

export function byWrittenPart<V>(of: (part: WrittenPart) => V): Record<WrittenPart, V> {
  return {
    answer: of("answer"),
    proxy: of("proxy"),
    rewriting: of("rewriting"),
    judge: of("judge"),
    others: of("others"),
  };
}

export interface ConfigurationSummary {
  id: string;
  title: string;
  /** Questions with a result. */
  n: number;
  failed: number;
  metrics: Readonly<Record<MetricId, Interval | null>>;
  /** Means a question. Null where a part is unknown. */
  costs: Readonly<Record<CostId, Interval | null>>;
  byStage: Readonly<Record<Stage, Readonly<Record<CostId, number | null>>>>;
  /** Of the outputs that had to be parsed, those that did not fit their form, mended or not. */
  unfit: Share | null;
  /** Of the steps and parts that count, those that stayed without an answer; null where a result does not tell. */
  unsolved: Share | null;
  /**
   * By the run's own answer before anything was looked up: of those that were right, what
   * retrieval turned wrong; of those that were wrong, what it turned right.
   */
  misled: Share | null;
  helped: Share | null;
  /**
   * Which share of the answered questions left by each exit, and how often each was right; `exit`
   * is null for what left by none. None at all where no question left by any.
   */
  routes: readonly { exit: string | null; share: Share; right: Share | null }[];
  /** Tokens that the language models wrote, means a question; null where some are unknown. */
  written: Readonly<Record<WrittenPart, number | null>>;
  /** Answers whose output holds a gold answer though the answer itself is not right, and how many are known. */
  coveredOnly: { n: number; of: number };
  /** Mean words of the short answer; null without any. */
  answerWords: number | null;
  /** Means a question. */
  searches: Interval | null;
  steps: Interval | null;
  /** In all, failed questions included. Null is unknown. */
  paidUsd: number | null;
  /** In all. */
  rememberedCalls: number;
}

/**
 * What putting the large model into one stage brought (CoopLLM's ROI), over all-small. An
 * interval of `improvement` or `roi` that cannot be bounded (all-small is too near to 0) is null.
 */
export interface StageRoi {
  stage: Stage;
  base: string;
  with: string;
  /** Questions that both answered. */
  n: number;
  /** Difference of the metric, absolute, in [-1, 1]. */
  gain: Interval;
  /** v_imp: gain relative to the all-small metric; null when that is 0. */
  improvement: Interval | null;
  /** v_cost, means a question, of the large model in that stage. */
  cost: Readonly<Record<"largeTokens" | "usd" | "largeCalls", number | null>>;
  /** Improvement per 1,000 large tokens, per dollar and per large call; null where the denominator is 0 or unknown. */
  roi: Readonly<Record<"largeTokens" | "usd" | "largeCalls", Interval | null>>;
  /** Exact McNemar of right against wrong (metrics of 0 and 1); null for graded metrics. */
  mcnemar: McNemar | null;
  /** By Holm over the stages: as many tests as stages were looked at at once. */
  p: number;
  /** `undecided`: not enough questions to tell; `more` says how many more it would take, null when it cannot be said. */
  verdict: Verdict;
  /** 0 once it is decided. */
  more: number | null;
  /**
   * The large model planned here, too, though another stage was given to it: in runs of earlier
   * versions a large reader also went on with the chain. Gain and cost are of both, then.
   */
  mixed: boolean;
}

/** Two configurations on the questions that both answered. */
export interface PairedGain {
  base: string;
  with: string;
  /** Questions that both answered. */
  n: number;
  /** Metric of `with` less that of `base`, in [-1, 1]. */
  gain: Interval;
  /** Null for graded metrics. */
  mcnemar: McNemar | null;
  /** Of all pairs that were compared at once: McNemar's mid-p, or the paired test's, by Holm. */
  p: number;
  verdict: Verdict;
  /** Questions more until it is decided, if the difference is as it looks: 0 once it is, null where that cannot be said. */
  more: number | null;
}

/** Of the questions on which two configurations differ: gained went from wrong to right, lost the other way. */
export interface McNemar {
  gained: number;
  lost: number;
  /** Two-sided and exact; `midP` is the less cautious mid-p, from which verdicts come. */
  p: number;
  midP: number;
}

/** Whether a difference of a metric is shown to be above 0, below 0, or neither. */
export type Verdict = "pays" | "harms" | "undecided";

/**
 * What looking up did to each question that both answered: with `base`, which looks nothing up,
 * and with `with`, which does.
 */
export interface RetrievalEffect {
  base: string;
  with: string;
  /** Shares of the questions whose metric is higher, the same and lower with retrieval. */
  better: Share;
  equal: Share;
  worse: Share;
  /** Of the questions that are right without, those that are wrong with it; and the other way. */
  misled: Share | null;
  helped: Share | null;
}

/** How sure a configuration's answers were, beside how right: of those that tell both. */
export interface SurenessSummary {
  id: string;
  n: number;
  /** Mean sureness, and the share that is right. */
  sure: number;
  right: Interval;
  /** Mean sureness less the share that is right: above 0 it claims too much. */
  gap: Interval | null;
  /** Of equal width in sureness; none is empty. */
  bins: readonly { from: number; to: number; n: number; sure: number; right: Interval }[];
  /** Expected calibration error over those bins, and up to where it would come about by chance alone. */
  calibrationError: number;
  calibrationErrorByChance: number;
  /** Null where all are right, or none is. */
  auroc: Interval | null;
  /** Right among the surest, for growing shares of all, the last of which is 1. */
  surest: readonly { share: number; right: Interval }[];
}

export interface ParetoPoint {
  id: string;
  title: string;
  cost: number | null;
  quality: Interval;
  onFront: boolean;
}

export interface Advice {
  /** Which sentence of the dictionary, and what fills it. */
  kind: AdviceKind;
  stage: Stage | null;
  /**
   * What to use: the cheapest configuration that no other is shown to beat. All pieces of
   * advice of one analysis name the same one.
   */
  configuration: string | null;
  /** Of `compare`: the configuration that `gain` is over. */
  over: string | null;
  /** Of the large model in the stage, the other stages as in `configuration`. */
  gain: Interval | null;
  /** The metric and the mean cost a question of `configuration`: no gain is told without them. */
  quality: Interval | null;
  cost: number | null;
  /** Share that the stage takes of the bill of `configuration` with the large model in that stage, in [0, 1]. */
  share: number | null;
  /** Of a comparison: questions more that would do. */
  more: number | null;
  /** Of a stage: questions in all that would settle it. */
  settles: number | null;
}

/**
 * `use-large`, `use-small`: it is shown. `undecided`: not enough questions to tell. `cost-unknown`: a
 * part of the cost is unknown, so nothing is recommended. `compare`: of
 * configurations that are no combinations, `configuration` is the one to use, and `gain` is over
 * the batch's first (null where it is the first).
 */
export type AdviceKind =
  | "use-large"
  | "use-small"
  | "undecided"
  | "compare"
  | "cost-unknown"
  | "nothing-yet";

/** Of one flip: a stage given to the large model while the others stay as they are. */
export interface Flip {
  stage: Stage;
  /** Combinations; `to` has the large model in the stage. */
  from: string;
  to: string;
  gain: Interval;
  /** How much more it costs a question; null where that is unknown. */
  cost: number | null;
}

/** What the large model brings in a stage: its Shapley value in F1, whatever else is judged by. */
export interface StageVerdict {
  stage: Stage;
  /** With its own 95 % interval. */
  gain: Interval;
  /** Of the cost a question likewise; null where a part of it is unknown. */
  cost: Interval | null;
  /** Of the paired test, by Holm over the stages. */
  p: number;
  advice: StageAdvice;
  /** Questions in all that would settle it, if the difference is as it looks; null where there is hardly any. */
  settles: number | null;
}

/** What every verdict about a stage is told in. */
export const verdictMetric: MetricId = "f1";

/** Whether a stage's flips gain something else where another stage is large. */
export interface Interaction {
  stage: Stage;
  other: Stage;
  /** Gain of `stage` while `other` is small, and while it is large. */
  alone: number;
  together: number;
  /** `together` less `alone`. */
  difference: Interval;
}

export interface Corner {
  id: string;
  quality: Interval;
  cost: number | null;
  /** Over all small, paired; of all small itself nothing. */
  gain: Interval;
}

/** What the first screen of the lab shows: all combinations on the questions that every one answered. */
export interface Verdicts {
  metric: MetricId;
  cost: CostId;
  /** Those questions. */
  n: number;
  stages: readonly StageVerdict[];
  corners: readonly Corner[];
  flips: readonly Flip[];
  interactions: readonly Interaction[];
}

/** What a perfect stage would bring over the small model's. */
export interface Ceiling {
  stage: Stage;
  /** The stage's Shapley value among the stages that were tried perfect, on the questions that have gold for all. */
  gain: Interval;
  /** The same of the large model on those questions; null where one of its combinations was not asked. */
  model: Interval | null;
}

/** All that the analysis views show of one batch, by one metric and one cost. */
export interface LabAnalysis {
  metric: MetricId;
  cost: CostId;
  questions: number;
  summaries: readonly ConfigurationSummary[];
  /** Of the three stages, where both configurations were run. */
  roi: readonly StageRoi[];
  /** Fine-tuned over base, alone and with the large model, where both were run (CoopLLM's Table 3). */
  tuning: readonly PairedGain[];
  /** Each configuration over the one that all are held against; none where there is no such one. */
  against: readonly PairedGain[];
  /** None where all configurations look something up, or none does. */
  retrieval: readonly RetrievalEffect[];
  /** Of the configurations with an answer that tells how sure it is. */
  sureness: readonly SurenessSummary[];
  pareto: readonly ParetoPoint[];
  advice: readonly Advice[];
  /** Null until every combination has an answer to one common question. */
  verdicts: Verdicts | null;
  /** None where no ceiling was asked. */
  ceilings: readonly Ceiling[];
}
