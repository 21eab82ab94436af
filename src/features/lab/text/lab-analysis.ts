/** Text of the Lab's analysis; fetched with it. */

import type { QuestionFilter } from "../../../evaluation/analysis/columns.ts";
import type { RoiDenominator } from "../../../evaluation/analysis/roi.ts";
import type { Advice, CostId, Interval, MetricId, Verdict } from "../../../evaluation/types.ts";
import { type Stage, stageWords } from "../../../log/types.ts";
import type { LabView, StripValue } from "../../../session/lab-looks.ts";
import { count, plural, seconds, settlingText, unknown, usd } from "../../../ui-kit/text/format.ts";
import { stageDoing, stageNames } from "../../../ui-kit/text/stages.ts";

/**
 * "41.2": a share of questions in per cent, or the mean of a graded metric as the papers print it.
 */
export function points(share: number | null, digits = 1): string {
  return share === null ? unknown : minus((100 * share).toFixed(digits));
}

/** "−0.4" with a true minus; "0.0" has no sign. */
function minus(text: string): string {
  const plain = /^-0(?:\.0*)?$/u.test(text) ? text.slice(1) : text;
  return plain.replace("-", "−");
}

export function interval(span: Interval | null): string {
  return span === null
    ? unknown
    : `${points(span.mean)} (${points(span.low)}\u00a0…\u00a0${points(span.high)})`;
}

function number(value: number): string {
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  return minus(value.toFixed(digits));
}

/** "2.40 (2.10 … 2.70)"; only the mean if all questions have the same value. */
export function meanInterval(span: Interval | null): string {
  if (span === null) return unknown;
  const { mean, low, high } = span;
  const isOne = number(low) === number(high);
  return isOne ? number(mean) : `${number(mean)} (${number(low)}\u00a0…\u00a0${number(high)})`;
}

/** A cost in its own unit: "1,240", "$0.0012", "2.4 s". */
export function costText(cost: CostId, value: number | null): string {
  if (value === null) return unknown;
  if (cost === "usd") return usd(value);
  if (cost === "seconds") return value < 0 ? `−${seconds(-value)}` : seconds(value);
  if (cost === "calls" || cost === "largeCalls") return number(value);
  return minus(count(Math.round(value)));
}

export function costWithUnit(cost: CostId, value: number | null): string {
  const figure = costText(cost, value);
  return cost === "usd" || cost === "seconds" ? figure : `${figure} ${costs[cost]}`;
}

export function costInterval(cost: CostId, span: Interval | null): string {
  if (span === null) return unknown;
  const { mean, low, high } = span;
  return `${costText(cost, mean)} (${costText(cost, low)}\u00a0…\u00a0${costText(cost, high)})`;
}

/** ROI: per cent of improvement per unit of cost. */
export function roiText(span: Interval | null): string {
  if (span === null) return unknown;
  return `${percentFigure(span.mean)} (${percentFigure(span.low)}\u00a0…\u00a0${percentFigure(span.high)})`;
}

export function percentFigure(share: number): string {
  return number(100 * share);
}

/** Tick label with as few digits as possible. */
export function percentTick(share: number): string {
  return minus(String(Number((100 * share).toPrecision(3))));
}

export function pText(p: number): string {
  // Non-breaking.
  return p < 0.001 ? "p\u00a0<\u00a00.001" : `p\u00a0=\u00a0${p.toFixed(3)}`;
}

const metrics: Record<MetricId, string> = {
  right: "% right",
  f1: "token F1",
  em: "exact match",
  rightChoice: "right choice",
  coverEm: "cover-EM of the answer",
  coverEmTokens: "cover-EM, whole words",
  coverEmOutput: "cover-EM of the output",
  hit: "Hit@1",
  matching: "matching ratio",
  rouge1: "ROUGE-1",
  rouge2: "ROUGE-2",
  rougeL: "ROUGE-L",
  supportRecall: "supporting passages found",
};

const costs: Record<CostId, string> = {
  largeTokens: "large-model tokens",
  tokens: "tokens of all models",
  usd: "US dollars",
  largeCalls: "large-model calls",
  calls: "calls of all models",
  seconds: "seconds",
};

const denominators: Record<RoiDenominator, string> = {
  largeTokens: "1,000 large-model tokens",
  usd: "US dollar",
  largeCalls: "large-model call",
};

function ofTheBill(share: number | null): string {
  return share === null ? "" : ` for ${Math.round(100 * share)}\u00a0% of the bill`;
}

function gainText(gain: Interval | null): string {
  if (gain === null) return "";
  const word = gain.mean < 0 ? "takes" : "adds";
  const size =
    gain.mean < 0 ? { ...gain, mean: -gain.mean, low: -gain.high, high: -gain.low } : gain;
  return `${word} ${points(size.mean)} points (${points(size.low)}\u00a0…\u00a0${points(size.high)})`;
}

export function moreText(more: number | null): string {
  if (more === null) return "how many more it would take cannot be said yet";
  return `about ${plural(more, "more question", "more questions")} would settle it`;
}

export function adviceText(
  advice: Advice,
  metric: MetricId,
  title: (configuration: string) => string,
): string {
  const { kind, stage, gain, share, more, settles, configuration, over: base } = advice;
  const verb = stage === null ? null : { to: stageWords[stage], doing: stageDoing[stage] };
  const n = gain === null ? "" : `, n = ${count(gain.n)}`;
  switch (kind) {
    case "use-large":
      return verb === null
        ? ""
        : `Use the large model to ${verb.to}: it ${gainText(gain)} of ${metrics[metric]}${ofTheBill(share)}${n}.`;
    case "use-small":
      return verb === null
        ? ""
        : `Leave ${verb.doing} to the small model: the large one ${gainText(gain)} of ${metrics[metric]}${ofTheBill(share)}${n}.`;
    case "undecided":
      return verb === null
        ? `Not enough questions to tell; ${moreText(more)}.`
        : `Not enough questions to tell whether the large model should ${verb.to}: it ${gainText(gain)}${ofTheBill(share)}${n}; ${settlingText(settles, gain?.n ?? 0)}.`;
    case "cost-unknown":
      return "What some setups cost is unknown, so nothing is recommended. Choose a price under “Money counted as”, or another cost.";
    case "compare": {
      if (configuration === null) return "";
      const isOver = gain !== null && base !== null;
      const over = isOver ? `: over “${title(base)}” it ${gainText(gain)}${n}` : "";
      const unsure = more === null || more === 0 ? "" : `; to be sure, ${moreText(more)}`;
      return `Use “${title(configuration)}”${over}${unsure}.`;
    }
    case "nothing-yet":
      return more === null || more === 0
        ? "Nothing can be advised yet: there are too few results to compare."
        : `Nothing can be advised yet; ${moreText(more)}.`;
  }
}

export const labAnalysisText = {
  stages: stageNames,
  metrics,
  costs,
  denominators,

  title: "What the results say",
  working: "Working out the figures…",
  empty: "Nothing to show yet. The figures come with the first results.",
  failed: "The figures could not be worked out.",
  again: "Try again",
  counted: (questions: number, configurations: number) =>
    `${plural(questions, "question", "questions")} in ${plural(configurations, "configuration", "configurations")}. Intervals are 95\u00a0%: of shares by Wilson’s formula, of means and differences by resampling questions.`,
  judgeBy: "Score",
  chargeBy: "Cost",

  adviceTitle: "Advice",
  adviceNone: "There is nothing to compare yet: advice takes answers of two configurations.",
  adviceBest: (title: string, quality: string, cost: string) =>
    `Recommended for now: ${title}, ${quality} at ${cost} per question. Nothing else is proven better.`,

  tableOf: (label: string) => `${label}: table`,

  roiTitle: "Return on the large model, stage by stage",
  roiHelp:
    "CoopLLM’s Figure 2 from these results. Each stage alone is given to the large model and compared with all small: improvement in per cent, divided by what the large model took there per question. Plan is the first chain and every continuation, Read is what checks, completes and corrects a step, Conclude is the final answer. The bars of cost are, as in the paper, of one interaction with the large model.",
  roiPer: "Divide by",
  roiBand: (denominator: RoiDenominator) => `ROI, % improvement per ${denominators[denominator]}`,
  /** "token F1, %"; a metric whose name includes the unit has no suffix. */
  inPercent: (metric: MetricId) => (metric === "right" ? metrics.right : `${metrics[metric]}, %`),
  costBand: (denominator: RoiDenominator) =>
    denominator === "largeCalls"
      ? "large-model calls per question, in this stage"
      : `${costs[denominator]} an interaction, large model in this stage`,
  withLarge: "large model in this stage",
  allSmall: "all small",
  warning:
    "Read ROI only beside the accuracy and the cost below it. A ratio favours weak baselines: by the paper’s own formula, giving everything to the large model beats its cooperation with the 7\u00a0B and the 13\u00a0B model.",
  roiTable: {
    stage: "Stage",
    n: "n",
    base: "All small, %",
    with: "With large, %",
    gain: "Gain, points",
    improvement: "Improvement, %",
    cost: "Cost per question",
    costOfCall: "An interaction",
    roi: "ROI",
    test: "McNemar",
    verdict: "Verdict",
  },
  mcnemar: (gained: number, lost: number, p: number) =>
    `+${count(gained)} −${count(lost)}, ${pText(p)}`,
  verdicts: { pays: "pays", harms: "harms", undecided: "cannot tell" } satisfies Record<
    Verdict,
    string
  >,
  severalStages: (stages: number) =>
    `Verdicts count that ${stages} stages are tested at once (Holm), so an interval may leave out 0 and the verdict still be “cannot tell”.`,
  mixedRoles:
    "Some of these runs are of an earlier version, in which the large model also planned on where it was given the reading: what Read brings, and without a log what it costs, is of both. Asked again, the two are apart.",
  noRoi:
    "No stage can be judged yet: it takes all-small, and the same with the large model in one stage.",

  combinationsTitle: "Every configuration",
  combinationsHelp: (canFlip: boolean) =>
    `Click a row${canFlip ? ", or flip the switches," : ""} to see a configuration’s questions. Columns sort.`,
  flip: (stage: Stage, tier: string) => `${stageNames[stage]}: ${tier}. Flip it`,
  flipMissing: (stage: Stage) => `${stageNames[stage]}: the flipped one was not run`,
  tiers: { small: "small", large: "large", decide: "lets it decide", off: "nobody" },
  flipTitle: "Switches of the chosen configuration",
  tableHead: {
    configuration: "Configuration",
    n: "n",
    failed: "Failed",
    calls: "Calls",
    set: "In the chosen set",
    front: "Front",
  },
  chosen: "chosen",
  onFront: "best at its price",
  beaten: "outperformed",

  paretoTitle: "Accuracy against cost",
  paretoHelp:
    "Up and to the left is better. The stepped line joins the best setups at each price. Drag the line, or move the slider, to set what a question may cost.",
  paretoX: (cost: CostId) => `${costs[cost]} per question`,
  paretoUnknown: "cost unknown",
  budget: "Budget per question",
  bestUnder: (title: string, quality: string, cost: string, budget: string) =>
    `Best for ${budget} per question: ${title}, ${quality} at ${cost}.`,
  nothingUnder: (budget: string) => `No setup costs ${budget} per question or less.`,
  measuresTitle: "By every measure",
  measuresHelp:
    "Token F1, exact match and right choice score the short answer, so that words beside it earn nothing. The papers’ cover-EM asks whether all that the model wrote holds the right answer: “A is taller than B” holds both. Right choice is known where a question names its options.",
  measuresDisagree:
    "The measures disagree on the best configuration. Where only the output’s cover-EM prefers one, look whether its answers are longer.",
  bestBy: (metric: string, title: string) => `By ${metric}: ${title}`,
  measuresHead: {
    coveredOnly: "In the output, not in the answer",
    answerWords: "Words of the answer",
  },
  ofAll: (n: number, all: number) => `${count(n)} of ${count(all)}`,

  shapleyTitle: "What each stage brings, and takes",
  shapleyHelp:
    "Shapley shares: what the large model in a stage adds to accuracy and to cost, averaged over every order of switching the stages on. They sum to the whole difference between all small and all large, so interactions are shared out, not counted twice.",
  shapleyQuality: (metric: MetricId) => `points of ${metrics[metric]}`,
  shapleyCost: (cost: CostId) => `${costs[cost]} per question`,
  noShapley: "It takes results of all combinations on the same questions.",

  view: "View",
  views: { setups: "Setups", questions: "Question by question" } satisfies Record<LabView, string>,

  lookAt: "Configuration",
  compareWith: "Compared with",
  filter: "Show",
  filters: {
    all: "all",
    right: "right",
    wrong: "wrong",
    differs: "different results only",
  } satisfies Record<QuestionFilter, string>,
  strip: "Lay out by",
  stripValues: (value: StripValue, metric: MetricId, cost: CostId) =>
    value === "cost" ? costs[cost] : metrics[metric],
  stripTitle: (title: string) => `Questions of ${title}`,
  stripRight: "right ↑",
  stripWrong: "wrong ↓",
  stripHelp: "Drag over the dots to choose questions; the two sliders do the same.",
  stripUnknown: (number: number) =>
    `${plural(number, "question has", "questions have")} no value here and no dot.`,
  from: "From",
  to: "To",
  noBrush: "Choose all",
  questionCount: (shown: number, all: number) => `${count(shown)} of ${count(all)} questions`,
  right: "right",
  byLuck: "right by luck",
  byLuckHelp:
    "Counted as right, though no step of it was found, or a step's value is not of the kind that was asked for.",
  wrong: "wrong",
  failedAnswer: "failed",
  noAnswer: "no result",
  expected: (answers: string) => `Right answer: ${answers}`,

  compareTitle: "Two runs of one question",
  noComparison: "Choose another configuration under “Compared with” to see two runs.",
  loadingRuns: "Fetching the two runs…",
  openInAsk: "Open in Ask",
  openInAskOf: (title: string) => `Open the run of ${title} in Ask`,
  noLog: (title: string) => `The run of ${title} was not kept, only its result.`,
  free: "free",
  close: "Close",

  paperTables: (method: string) => ({
    before: `The paper of ${method} prints tables; docs/papers has them beside ours. For this batch beside them, export it and run`,
    command: "npm run bench -- papers FILE.lab.json",
    after: "in a copy of this project.",
  }),
};
