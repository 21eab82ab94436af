/**
 * The lab's types: a batch asks the same questions in several configurations, and views are
 * computed from its results alone.
 */
import * as z from "zod/mini";
import { count, dollars, epochMs, id, seconds } from "../log/bounds.ts";
import { boundedPrice } from "../log/setting-bounds.ts";
import { purposes, runSettings, type Stage, stages } from "../log/types.ts";
import type { StageAdvice } from "./stage-advices.ts";

const share = z.number().check(z.gte(0), z.lte(1));

export const libraryChoice = z.enum(["own-context", "shared"]);

/**
 * Scores of one answer, in [0, 1]; null if unknown. `right` is the right choice if the question
 * names its options, else `coverEm`; recomputed on reading. `coverEmOutput`, SlimPLM's metrics and
 * ROUGE score all that the model wrote, as in the papers; the others its short answer.
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

/** The page's default: a share of questions, which needs no explanation. */
export const plainMetric: MetricId = "right";

/** Scored on the output only since `coverEmOutput` exists; before, on the short answer. */
const ofOutput: ReadonlySet<MetricId> = new Set(["hit", "matching", "rouge1", "rouge2", "rougeL"]);

const metricFigures = z.pipe(
  z.partialRecord(z.enum(metricIds), z.nullable(share)),
  z.transform((kept): Record<MetricId, number | null> => withAllMetrics(kept)),
);

/** Makes unknown what a record of an earlier version lacks or scored on the short answer only. */
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

/** Costs that configurations may be compared by, summed over a question. */
export const costIds = ["largeTokens", "tokens", "usd", "largeCalls", "calls", "seconds"] as const;
export type CostId = (typeof costIds)[number];

/**
 * Remembered calls count in full, as if made: this is what the configuration costs, not what was
 * paid. Null is unknown, not 0.
 */
export const spent = z.object({
  calls: count,
  largeCalls: count,
  /** Prompt and generated tokens of all language models. */
  tokens: z.nullable(count),
  /** The large model's tokens: the paper's v_cost. */
  largeTokens: z.nullable(count),
  usd: z.nullable(dollars),
  seconds,
  /**
   * The parts of `largeTokens`, to reprice it without the log; prompt tokens cached by its server
   * count in full. `othersUsd`: the rest of `usd`. Absent if it was not asked or not counted, and
   * in earlier versions.
   */
  large: z.optional(
    z.object({ promptTokens: count, generatedTokens: count, othersUsd: z.nullable(dollars) }),
  ),
});
export type Spent = z.infer<typeof spent>;

/** A method's settings under a name. */
export const configuration = z.object({
  id,
  title: z.string().check(z.maxLength(10_000)),
  settings: runSettings,
  /** Catalogue id of another small model (fine-tuned against base); null: the batch's. */
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
  /** Error code; null if answered. */
  error: z.nullable(z.string()),
  prediction: z.string(),
  /** Absent in results of earlier versions, and without an answer. */
  found: z.optional(z.enum(answerStates)),
  /** A step that the answer rests on has a value of the wrong kind; absent in earlier versions. */
  wrongKind: z.optional(z.literal(true)),
  /**
   * P(right) by the verifier (`folds/verifier`); null without an answer. Absent in earlier
   * versions, but computed on reading if there is a log.
   */
  sure: z.optional(z.nullable(share)),
  metrics: metricFigures,
  total: spent,
  byStage: z.record(z.enum(stages), spent),
  /**
   * `byStage` separates planning from reading. Absent in earlier versions, whose `solve` includes
   * continuing a chain; separated on reading if there is a log.
   */
  rolesApart: z.optional(z.literal(true)),
  /** US dollars really paid, without remembered calls. Null is unknown. */
  paidUsd: z.nullable(dollars),
  rememberedCalls: count,
  searches: count,
  bytesSent: count,
  /** Outputs parsed; `parseFailures`: those that did not fit their form, mended or not. */
  parses: count,
  parseFailures: count,
  /** The exit the question took (`folds/answer-routes.ts`); null if the method has none. */
  exit: z.nullable(z.string()),
  /**
   * Retrieval turned a right answer wrong (`metrics/rates.ts`); null if the answer without it is
   * unknown or was wrong, so that the rate is the share of true among non-null values.
   */
  misled: z.nullable(z.boolean()),
  /**
   * Retrieval turned a wrong answer right; null if the answer without it is unknown or was right.
   * This and the fields below are absent in earlier versions.
   */
  helped: z.optional(z.nullable(z.boolean())),
  /** Steps and parts that count, and how many stayed unanswered. */
  steps: z.optional(z.object({ all: count, unsolved: count })),
  /** Tokens written by the language models, per purpose; null if a server did not report them. */
  written: z.optional(z.partialRecord(z.enum(purposes), z.nullable(count))),
  /** Number of questions asked side by side, which shared its seconds; absent: one. */
  atOnce: z.optional(count),
});
export type LabResult = z.infer<typeof labResult>;

/** Absent in earlier versions and if one setup was asked. */
export const comparedIn = z.object({
  /** One of `comparisons`; a later version may know others. */
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
  /** Keeps other shared libraries from being mixed in; absent if unknown. */
  libraryId: z.optional(z.string()),
  configurations: z.array(configuration).check(z.maxLength(1_000)),
  comparison: z.optional(comparedIn),
  /**
   * Configurations with perfect stages (`oracle/`), not usable in practice; `skipped`: questions
   * without gold for them, by reason. Absent if none was run.
   */
  ceilings: z.optional(
    z.object({
      configurations: z.array(configuration).check(z.maxLength(100)),
      skipped: z.record(z.string(), count),
    }),
  ),
  /** Names of the models; changing them makes it another batch. */
  models: z.object({
    small: z.string(),
    /** Origin of the small model's server; absent: on the device. */
    smallAt: z.optional(z.string()),
    large: z.nullable(z.string()),
    /** Absent if unknown. */
    encoder: z.optional(z.string()),
  }),
  largePrice: z.nullable(boundedPrice),
  /** Hard spending cap in US dollars; null is none. */
  budgetUsd: z.nullable(dollars),
  seed: z.int(),
  /** Questions to ask side by side; absent: as many as suit the device and the models. */
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

/** A share with its Wilson interval, and its count out of `n`. */
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
  /** Means per question. Null if a part is unknown. */
  costs: Readonly<Record<CostId, Interval | null>>;
  byStage: Readonly<Record<Stage, Readonly<Record<CostId, number | null>>>>;
  /** Share of parsed outputs that did not fit their form, mended or not. */
  unfit: Share | null;
  /** Share of counted steps and parts left unanswered; null if a result does not report it. */
  unsolved: Share | null;
  /**
   * Judged by the run's own answer before retrieval: `misled`, the share of right ones turned
   * wrong; `helped`, of wrong ones turned right.
   */
  misled: Share | null;
  helped: Share | null;
  /**
   * Share of the answered questions per exit, and accuracy; `exit` is null for questions without
   * one. Empty if no question has one.
   */
  routes: readonly { exit: string | null; share: Share; right: Share | null }[];
  written: Readonly<Record<WrittenPart, number | null>>;
  /**
   * Answers whose output contains a gold answer although the short answer is wrong; `of`: known
   * answers.
   */
  coveredOnly: { n: number; of: number };
  answerWords: number | null;
  searches: Interval | null;
  steps: Interval | null;
  /** Total, failed questions included. Null is unknown. */
  paidUsd: number | null;
  rememberedCalls: number;
}

/**
 * The large model's gain in one stage over all-small (CoopLLM's ROI). An interval is null if
 * unbounded (all-small is too near to 0).
 */
export interface StageRoi {
  stage: Stage;
  base: string;
  with: string;
  n: number;
  gain: Interval;
  /** v_imp: gain relative to the all-small metric; null if that is 0. */
  improvement: Interval | null;
  /** v_cost: the large model's mean cost per question in that stage. */
  cost: Readonly<Record<"largeTokens" | "usd" | "largeCalls", number | null>>;
  /**
   * Improvement per 1,000 large tokens, per dollar and per large call; null if the denominator is 0
   * or unknown.
   */
  roi: Readonly<Record<"largeTokens" | "usd" | "largeCalls", Interval | null>>;
  /** Exact McNemar of right against wrong (binary metrics); null for graded metrics. */
  mcnemar: McNemar | null;
  /** Holm-corrected over the stages tested together. */
  p: number;
  /** `undecided`: too few questions; `more` estimates how many more are needed, null if unknown. */
  verdict: Verdict;
  more: number | null;
  /**
   * The large model planned here, too: in earlier versions a large reader also continued the chain.
   * Gain and cost then cover both.
   */
  mixed: boolean;
}

export interface PairedGain {
  base: string;
  with: string;
  n: number;
  /** Metric of `with` minus that of `base`, in [-1, 1]. */
  gain: Interval;
  /** Null for graded metrics. */
  mcnemar: McNemar | null;
  /** McNemar's mid-p or the paired test's, Holm-corrected over all pairs compared together. */
  p: number;
  verdict: Verdict;
  /** Further questions needed if the observed difference holds: 0 once decided, null if unknown. */
  more: number | null;
}

/**
 * Questions on which two configurations differ: gained went from wrong to right, lost the other
 * way.
 */
export interface McNemar {
  gained: number;
  lost: number;
  /** Two-sided and exact; verdicts use `midP`, the less conservative mid-p. */
  p: number;
  midP: number;
}

/** Whether a metric's difference is shown to be above 0, below 0, or neither. */
export type Verdict = "pays" | "harms" | "undecided";

/**
 * Effect of retrieval on each question that both answered: `base` looks nothing up, `with` does.
 */
export interface RetrievalEffect {
  base: string;
  with: string;
  /** Shares of the questions whose metric is higher, the same and lower with retrieval. */
  better: Share;
  equal: Share;
  worse: Share;
  /**
   * `misled`: of the questions right without retrieval, those wrong with it; `helped`: the reverse.
   */
  misled: Share | null;
  helped: Share | null;
}

export interface SurenessSummary {
  id: string;
  n: number;
  /** Mean sureness; `right`: the share that is right. */
  sure: number;
  right: Interval;
  /** Mean sureness minus accuracy: above 0 is overconfident. */
  gap: Interval | null;
  /** Equal width in sureness; none is empty. */
  bins: readonly { from: number; to: number; n: number; sure: number; right: Interval }[];
  /**
   * Expected calibration error over those bins; `calibrationErrorByChance`: its bound by chance
   * alone.
   */
  calibrationError: number;
  calibrationErrorByChance: number;
  /** Null if all or none are right. */
  auroc: Interval | null;
  /** Accuracy among the surest, for growing shares of all, up to 1. */
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
  /** Selects the dictionary's sentence; the other fields fill it. */
  kind: AdviceKind;
  stage: Stage | null;
  /**
   * The recommendation: the cheapest configuration that no other is shown to beat. The same in all
   * advice of one analysis.
   */
  configuration: string | null;
  /** For `compare`: the configuration that `gain` is over. */
  over: string | null;
  /** The large model's gain in the stage, the other stages as in `configuration`. */
  gain: Interval | null;
  /** Metric of `configuration`; `cost`: its mean cost per question. */
  quality: Interval | null;
  cost: number | null;
  /**
   * The stage's share, in [0, 1], of the bill of `configuration` with the large model in that
   * stage.
   */
  share: number | null;
  /** For a comparison: further questions needed. */
  more: number | null;
  /** For a stage: total questions that would settle it. */
  settles: number | null;
}

/**
 * `use-large`, `use-small`: shown. `undecided`: too few questions. `cost-unknown`: recommends
 * nothing. `compare`: configurations that are not combinations; `gain` of `configuration` is over
 * the batch's first (null if it is the first).
 */
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
  /** Extra cost per question; null if unknown. */
  cost: number | null;
}

/** The large model's gain in a stage: its Shapley value in F1, whatever metric is chosen. */
export interface StageVerdict {
  stage: Stage;
  gain: Interval;
  /** Shapley value of the cost per question; null if a part is unknown. */
  cost: Interval | null;
  /** Paired test, Holm-corrected over the stages. */
  p: number;
  advice: StageAdvice;
  /**
   * Total questions that would settle it, if the observed difference holds; null if there is hardly
   * any.
   */
  settles: number | null;
}

export const verdictMetric: MetricId = "f1";

/** Whether a stage's flips gain a different amount when another stage is large. */
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
  /** Paired gain over all-small; 0 for all-small itself. */
  gain: Interval;
}

/** The lab's first screen: all combinations on the questions that every one answered. */
export interface Verdicts {
  metric: MetricId;
  cost: CostId;
  n: number;
  stages: readonly StageVerdict[];
  corners: readonly Corner[];
  flips: readonly Flip[];
  interactions: readonly Interaction[];
}

/** Gain of a perfect stage over the small model's. */
export interface Ceiling {
  stage: Stage;
  /**
   * The stage's Shapley value among the stages made perfect, on the questions with gold for all.
   */
  gain: Interval;
  /** The large model's on the same questions; null if one of its combinations was not asked. */
  model: Interval | null;
}

export interface LabAnalysis {
  metric: MetricId;
  cost: CostId;
  questions: number;
  summaries: readonly ConfigurationSummary[];
  roi: readonly StageRoi[];
  /** Fine-tuned over base, alone and with the large model, if both were run (CoopLLM's Table 3). */
  tuning: readonly PairedGain[];
  /** Each configuration over the reference; empty without one. */
  against: readonly PairedGain[];
  /** Empty if all configurations look something up, or none does. */
  retrieval: readonly RetrievalEffect[];
  /** Configurations whose answers have a sureness. */
  sureness: readonly SurenessSummary[];
  pareto: readonly ParetoPoint[];
  advice: readonly Advice[];
  /** Null until all combinations have answered at least one common question. */
  verdicts: Verdicts | null;
  /** Empty if no ceiling was run. */
  ceilings: readonly Ceiling[];
}
