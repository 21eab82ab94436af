import * as z from "zod/mini";
import { count, dollars, epochMs, id, seconds } from "../log/bounds.ts";
import { boundedPrice } from "../log/setting-bounds.ts";
import { purposes, runSettings, type Stage, stages } from "../log/types.ts";
import type { StageAdvice } from "./stage-advices.ts";

const share = z.number().check(z.gte(0), z.lte(1));

export const libraryChoice = z.enum(["own-context", "shared"]);

/**
 * In [0, 1]. `right` is the right choice among named options, else `coverEm`. `coverEmOutput`,
 * SlimPLM's metrics and ROUGE score all that the model wrote, the others its short answer.
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

export const defaultMetric: MetricId = "f1";

/** The page's default, since a share of questions needs no explanation. */
export const plainMetric: MetricId = "right";

/** These were scored on the short answer before `coverEmOutput` existed. */
const ofOutput: ReadonlySet<MetricId> = new Set(["hit", "matching", "rouge1", "rouge2", "rougeL"]);

const metricFigures = z.pipe(
  z.partialRecord(z.enum(metricIds), z.nullable(share)),
  z.transform((kept): Record<MetricId, number | null> => withAllMetrics(kept)),
);

/** Makes unknown what an earlier version scored on the short answer. */
function withAllMetrics(
  kept: Partial<Record<MetricId, number | null>>,
): Record<MetricId, number | null> {
  const isEarlier = kept.coverEmOutput === undefined;
  const known = byMetric((id) => (isEarlier && ofOutput.has(id) ? null : (kept[id] ?? null)));
  return { ...known, right: rightOf(known) };
}

export function rightOf(known: Readonly<Partial<Record<MetricId, number | null>>>): number | null {
  return known.rightChoice ?? known.coverEm ?? null;
}

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

export const costIds = ["largeTokens", "tokens", "usd", "largeCalls", "calls", "seconds"] as const;
export type CostId = (typeof costIds)[number];

/** The cost, not the sum paid: remembered calls count in full. */
export const spent = z.object({
  calls: count,
  largeCalls: count,
  tokens: z.nullable(count),
  /** CoopLLM's v_cost. */
  largeTokens: z.nullable(count),
  usd: z.nullable(dollars),
  seconds,
  /**
   * Parts of `largeTokens`, to reprice without the log; `othersUsd` is the rest of `usd`. Absent if
   * not counted, and in earlier versions.
   */
  large: z.optional(
    z.object({ promptTokens: count, generatedTokens: count, othersUsd: z.nullable(dollars) }),
  ),
});
export type Spent = z.infer<typeof spent>;

export const configuration = z.object({
  id,
  title: z.string().check(z.maxLength(10_000)),
  settings: runSettings,
  /** Fine-tuned or base; null for the batch's. */
  small: z.nullable(z.string()),
  encoder: z.optional(z.string()),
});
export type Configuration = z.infer<typeof configuration>;

export const answerStates = ["found", "partly-found", "not-in-library"] as const;

export const labResult = z.object({
  batch: id,
  question: id,
  configuration: id,
  outcome: z.enum(["answered", "failed"]),
  error: z.nullable(z.string()),
  prediction: z.string(),
  /** Absent without an answer, and in earlier versions. */
  found: z.optional(z.enum(answerStates)),
  /** The answer rests on a value of the wrong kind. */
  wrongKind: z.optional(z.literal(true)),
  /**
   * P(right) by the verifier. Absent in earlier versions, but computed on reading if there is a
   * log.
   */
  sure: z.optional(z.nullable(share)),
  metrics: metricFigures,
  total: spent,
  byStage: z.record(z.enum(stages), spent),
  /**
   * In earlier versions `solve` includes continuing a chain; separated on reading if there is a
   * log.
   */
  rolesApart: z.optional(z.literal(true)),
  paidUsd: z.nullable(dollars),
  rememberedCalls: count,
  searches: count,
  bytesSent: count,
  parses: count,
  parseFailures: count,
  /** An exit of `folds/answer-routes.ts`; null if the method has none. */
  exit: z.nullable(z.string()),
  /**
   * Retrieval turned a right answer wrong (`metrics/rates.ts`); null unless it was right without.
   */
  misled: z.nullable(z.boolean()),
  /** The reverse of `misled`. This and the fields below are absent in earlier versions. */
  helped: z.optional(z.nullable(z.boolean())),
  steps: z.optional(z.object({ all: count, unsolved: count })),
  /** Null if a server did not report them. */
  written: z.optional(z.partialRecord(z.enum(purposes), z.nullable(count))),
  /** Questions asked side by side, which shared the seconds; absent: one. */
  atOnce: z.optional(count),
});
export type LabResult = z.infer<typeof labResult>;

/** Absent if one setup was asked, and in earlier versions. */
export const comparedIn = z.object({
  /** A later version may know other kinds. */
  kind: z.string().check(z.maxLength(100)),
  method: id,
  path: z.optional(z.string().check(z.maxLength(200))),
});
export type ComparedIn = z.infer<typeof comparedIn>;

export const labBatch = z.object({
  id,
  title: z.string().check(z.maxLength(10_000)),
  createdEpochMs: epochMs,
  set: z.string(),
  questionCount: count,
  library: libraryChoice,
  /** Other shared libraries must not be mixed in. */
  libraryId: z.optional(z.string()),
  configurations: z.array(configuration).check(z.maxLength(1_000)),
  comparison: z.optional(comparedIn),
  /**
   * Configurations with perfect stages (`oracle/`). `skipped` counts questions without gold, by
   * reason.
   */
  ceilings: z.optional(
    z.object({
      configurations: z.array(configuration).check(z.maxLength(100)),
      skipped: z.record(z.string(), count),
    }),
  ),
  models: z.object({
    small: z.string(),
    /** The origin of the small model's server; absent: on the device. */
    smallAt: z.optional(z.string()),
    large: z.nullable(z.string()),
    encoder: z.optional(z.string()),
  }),
  largePrice: z.nullable(boundedPrice),
  /** Hard cap in US dollars. */
  budgetUsd: z.nullable(dollars),
  seed: z.int(),
  /** Absent: as many as suit the device and the models. */
  atOnce: z.optional(count.check(z.gte(1))),
  /** Ends once every verdict is settled or not worth more calls (`batch/settling.ts`). */
  untilSettled: z.optional(z.literal(true)),
  /** Results that it then did not need. */
  spared: z.optional(count),
});
export type LabBatch = z.infer<typeof labBatch>;

export interface Interval {
  mean: number;
  low: number;
  high: number;
  n: number;
}

export interface Share extends Interval {
  count: number;
}

/** Token categories as in SlimPLM's Table 4. */
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
  n: number;
  failed: number;
  metrics: Readonly<Record<MetricId, Interval | null>>;
  costs: Readonly<Record<CostId, Interval | null>>;
  byStage: Readonly<Record<Stage, Readonly<Record<CostId, number | null>>>>;
  /** `exit` is null for questions without one. */
  unfit: Share | null;
  unsolved: Share | null;
  /** Judged by the run's own answer before retrieval. */
  misled: Share | null;
  helped: Share | null;
  /** `exit` is null for questions without one. Empty if no question has one. */
  routes: readonly { exit: string | null; share: Share; right: Share | null }[];
  written: Readonly<Record<WrittenPart, number | null>>;
  /** The output contains a gold answer although the short one is wrong; `of`: known answers. */
  coveredOnly: { n: number; of: number };
  answerWords: number | null;
  searches: Interval | null;
  steps: Interval | null;
  paidUsd: number | null;
  rememberedCalls: number;
}

/** CoopLLM's ROI over all-small. A null interval is unbounded. */
export interface StageRoi {
  stage: Stage;
  base: string;
  with: string;
  n: number;
  gain: Interval;
  /** v_imp: relative to the all-small metric; null if that is 0. */
  improvement: Interval | null;
  /** v_cost: mean per question in that stage. */
  cost: Readonly<Record<"largeTokens" | "usd" | "largeCalls", number | null>>;
  /**
   * Per 1,000 large tokens, per dollar and per large call; null if the denominator is 0 or unknown.
   */
  roi: Readonly<Record<"largeTokens" | "usd" | "largeCalls", Interval | null>>;
  mcnemar: McNemar | null;
  /** Holm-corrected over the stages tested together. */
  p: number;
  /** `undecided`: too few questions; `more` estimates how many. */
  verdict: Verdict;
  more: number | null;
  /** In earlier versions a large reader also continued the chain: gain and cost then cover both. */
  mixed: boolean;
}

export interface PairedGain {
  base: string;
  with: string;
  n: number;
  gain: Interval;
  mcnemar: McNemar | null;
  /** McNemar's mid-p or the paired test's p, Holm-corrected over all pairs. */
  p: number;
  verdict: Verdict;
  more: number | null;
}

/** `gained` went from wrong to right, `lost` the other way. */
export interface McNemar {
  gained: number;
  lost: number;
  /** Two-sided and exact, unlike `midP`, which verdicts use. */
  p: number;
  midP: number;
}

/** Whether a metric's difference is shown to be above 0, below 0, or neither. */
export type Verdict = "pays" | "harms" | "undecided";

/** Covers questions that both answered; `base` looks nothing up, `with` does. */
export interface RetrievalEffect {
  base: string;
  with: string;
  /** The metric is higher, equal and lower with retrieval. */
  better: Share;
  equal: Share;
  worse: Share;
  /** Right without retrieval and wrong with it; `helped` is the reverse. */
  misled: Share | null;
  helped: Share | null;
}

export interface SurenessSummary {
  id: string;
  n: number;
  sure: number;
  right: Interval;
  /** Mean sureness minus accuracy. */
  gap: Interval | null;
  /** Bins have equal width; none is empty. */
  bins: readonly { from: number; to: number; n: number; sure: number; right: Interval }[];
  calibrationError: number;
  calibrationErrorByChance: number;
  auroc: Interval | null;
  /** Accuracy of the surest, for growing shares of all, up to 1. */
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
  /** Selects the sentence; the other fields fill it. */
  kind: AdviceKind;
  stage: Stage | null;
  configuration: string | null;
  over: string | null;
  gain: Interval | null;
  quality: Interval | null;
  cost: number | null;
  share: number | null;
  more: number | null;
  /** Total questions; null if there is hardly any difference. */
  settles: number | null;
}

/** `compare` is for configurations that are not combinations, over the batch's first. */
export type AdviceKind =
  | "use-large"
  | "use-small"
  | "undecided"
  | "compare"
  | "cost-unknown"
  | "nothing-yet";

export interface Flip {
  stage: Stage;
  from: string;
  to: string;
  gain: Interval;
  cost: number | null;
}

export interface StageVerdict {
  stage: Stage;
  gain: Interval;
  cost: Interval | null;
  p: number;
  advice: StageAdvice;
  /** Total questions, if the difference holds; null if there is hardly any. */
  settles: number | null;
}

export const verdictMetric: MetricId = "f1";

export interface Interaction {
  stage: Stage;
  other: Stage;
  alone: number;
  together: number;
  difference: Interval;
}

export interface Corner {
  id: string;
  quality: Interval;
  cost: number | null;
  /** Over all-small. */
  gain: Interval;
}

/** Covers the questions that every combination answered. */
export interface Verdicts {
  metric: MetricId;
  cost: CostId;
  n: number;
  stages: readonly StageVerdict[];
  corners: readonly Corner[];
  flips: readonly Flip[];
  interactions: readonly Interaction[];
}

export interface Ceiling {
  stage: Stage;
  /** The Shapley value among the stages made perfect, on the questions with gold for all. */
  gain: Interval;
  /** The large model's, on the same questions; null if a combination is missing. */
  model: Interval | null;
}

export interface LabAnalysis {
  metric: MetricId;
  cost: CostId;
  questions: number;
  summaries: readonly ConfigurationSummary[];
  roi: readonly StageRoi[];
  /** Fine-tuned over base, alone and with the large model (CoopLLM's Table 3). */
  tuning: readonly PairedGain[];
  /** Configurations over the reference; empty without one. */
  against: readonly PairedGain[];
  retrieval: readonly RetrievalEffect[];
  sureness: readonly SurenessSummary[];
  pareto: readonly ParetoPoint[];
  advice: readonly Advice[];
  /** Null until all combinations have answered at least one common question. */
  verdicts: Verdicts | null;
  ceilings: readonly Ceiling[];
}
