/** Text of the Lab's first screen: the cards, the cube, the budget, the flips. */
import type { StageAdvice } from "../../../evaluation/stage-advices.ts";
import type {
  Ceiling,
  CostId,
  Flip,
  Interaction,
  Interval,
  MetricId,
  StageVerdict,
} from "../../../evaluation/types.ts";
import { type Stage, stages } from "../../../log/types.ts";
import {
  count,
  plural,
  settlingText,
  signedPoints,
  unknown,
  usd,
} from "../../../ui-kit/text/format.ts";
import { capital, ceilingWords, stageNames } from "../../../ui-kit/text/stages.ts";
import { costText, labAnalysisText, points } from "./lab-analysis.ts";

/** "−2.9 to +9.4" */
export function signedRange({ low, high }: Pick<Interval, "low" | "high">): string {
  return `${signedPoints(low)} to ${signedPoints(high)}`;
}

/** Per thousand questions: "$0.26", "$12". */
function dollars(value: number): string {
  const size = Math.abs(value);
  if (size === 0) return "$0";
  if (size < 0.01) return usd(size);
  return `$${size.toFixed(size >= 100 ? 0 : 2)}`;
}

/** "$0.26 per 1,000 questions", "554 large-model tokens per question". */
export function costPhrase(cost: CostId, perQuestion: number | null): string {
  if (cost === "usd") return `${figureOf(cost, perQuestion)} per 1,000 questions`;
  return cost === "seconds"
    ? `${figureOf(cost, perQuestion)} per question`
    : `${figureOf(cost, perQuestion)} ${labAnalysisText.costs[cost]} per question`;
}

export function extraCost(cost: CostId, perQuestion: number | null): string {
  const sign = perQuestion === null || perQuestion === 0 ? "" : perQuestion < 0 ? "−" : "+";
  return `${sign}${costPhrase(cost, perQuestion === null ? null : Math.abs(perQuestion))}`;
}

/** For axes: money per thousand questions, other costs per question. */
export function figureOf(cost: CostId, perQuestion: number | null): string {
  if (perQuestion === null) return unknown;
  if (cost !== "usd") return costText(cost, perQuestion);
  return `${perQuestion < 0 ? "−" : ""}${dollars(1000 * perQuestion)}`;
}

const advice: Record<StageAdvice, string> = {
  large: "The large model pays here.",
  small: "The large model hurts here: keep it small.",
  open: "We cannot tell: keep it small.",
  few: "Under 30 questions: no verdict.",
};

/** "Plan large, Read small, Conclude small", from a combination's name. */
export function combinationWords(id: string): string {
  const told = stages.flatMap((stage, at) => {
    if (id[at] === "-") return [];
    return [`${stageNames[stage]} ${id[at] === "L" ? "large" : "small"}`];
  });
  if (!id.includes("L")) return "All small";
  return id.includes("S") ? told.join(", ") : "All large";
}

/** Effect of a flip; signs reverse if the stage is made small again. */
export function walkText(flip: Flip, toLarge: boolean, cost: CostId): string {
  const turn = toLarge ? 1 : -1;
  const { gain } = flip;
  const turned = toLarge ? gain : { ...gain, low: -gain.high, high: -gain.low };
  return `${stageNames[flip.stage]} ${toLarge ? "small → large" : "large → small"}: ${signedPoints(
    turn * gain.mean,
  )} points (${signedRange(turned)}), ${extraCost(cost, flip.cost === null ? null : turn * flip.cost)}.`;
}

/** Short enough to fit beside the ring. */
export function walkMark(flip: Flip, toLarge: boolean, cost: CostId): string {
  const turn = toLarge ? 1 : -1;
  const extra = flip.cost === null ? null : turn * flip.cost;
  const sign = extra !== null && extra > 0 ? "+" : "";
  return `${signedPoints(turn * flip.gain.mean)} points, ${sign}${figureOf(cost, extra)}`;
}

/** The clearest interaction whose interval excludes 0. */
export function interactionText(all: readonly Interaction[]): string {
  const clear = all.filter(({ difference: { low, high } }) => low > 0 || high < 0);
  const size = ({ difference }: Interaction) => Math.abs(difference.mean);
  const [clearest] = [...clear].sort((a, b) => size(b) - size(a));
  if (clearest === undefined)
    return "We cannot tell whether one stage changes what another brings.";
  const { stage, other, alone, together, difference } = clearest;
  const [name, otherName] = [stageNames[stage], stageNames[other]];
  const verb = difference.mean < 0 ? "get in each other’s way" : "help each other";
  return `${name} and ${otherName} ${verb} (${signedPoints(difference.mean)} points, ${signedRange(difference)}): a large ${name} brings ${signedPoints(alone)} points while ${otherName} is small, ${signedPoints(together)} when it is large.`;
}

interface SampleShape {
  questions: number;
  configurations: number;
  small: string;
  large: string | null;
  /** ISO date. */
  measured: string;
}

const modelsOf = (small: string, large: string | null) =>
  `${small} ${large === null ? "alone" : `with ${large}`}`;

const day = new Intl.DateTimeFormat("en", { dateStyle: "long", timeZone: "UTC" });

export const firstScreenText = {
  title: "Where is the large model worth paying for?",
  sample: (title: string, { questions, configurations, small, large, measured }: SampleShape) =>
    `${title}. ${count(questions)} questions × ${count(configurations)} setups, ${modelsOf(small, large)}, measured ${day.format(new Date(`${measured}T00:00:00Z`))}.`,
  ownServer: "Costs are estimates: we ran the large model ourselves.",
  report: "Report",
  reportName: (title: string, { questions, small, large }: SampleShape) =>
    `${title} (${count(questions)} questions, ${modelsOf(small, large)})`,
  ownFile: "Open a report or runs",
  run: "Run it on my questions",
  opening: "Fetching the report…",
  failed: "The report could not be opened.",
  again: "Try again",

  cardOf: (stage: Stage) => stageNames[stage],
  lights: (stage: Stage) => `${stageNames[stage]}: light its flips in the picture`,
  points: (gain: number) => `${signedPoints(gain)} F1 points`,
  range: (gain: Interval) => `95 % interval ${signedRange(gain)}`,
  extra: extraCost,
  /** No recommendation at an unknown price. */
  advice: ({ advice: kind, cost }: Pick<StageVerdict, "advice" | "cost">) =>
    kind === "large" && cost === null
      ? "The large model adds points here. Its cost is unknown, so we recommend nothing."
      : advice[kind],
  settling: ({ advice: kind, settles, gain }: Pick<StageVerdict, "advice" | "settles" | "gain">) =>
    kind === "large" || kind === "small" ? "" : `${capital(settlingText(settles, gain.n))}.`,
  ceilings: "What perfect stages would bring over all small",
  /**
   * With its interval and the number of questions with gold, which may be fewer than the card’s.
   */
  ceiling: ({ stage, gain, model }: Ceiling) =>
    `${ceilingWords(stage, signedPoints(gain.mean), model === null ? null : signedPoints(model.mean))} (95 % interval of the perfect one ${signedRange(gain)}, ${plural(gain.n, "question", "questions")}).`,

  budget: "Best under",
  budgetName: "Budget",
  bestIs: (id: string, quality: number, metric: MetricId) =>
    `${combinationWords(id)}: ${points(quality)} ${labAnalysisText.metrics[metric]}`,
  noneUnder: "Nothing costs so little.",
  notShownBetter: "We cannot tell it from all small.",
  dimmed: (number: number) =>
    number === 0 ? "All eight setups fit." : `${number} of 8 cost more (greyed).`,

  cube: "Accuracy against cost: eight setups, twelve flips",
  cubeHelp:
    "Each line flips one stage from small to large; the steeper it climbs, the more its money buys. Arrow keys walk along the lines; 1, 2 and 3 flip a stage.",
  corners: "Setups",
  corner: (id: string, quality: Interval, metric: MetricId, cost: CostId, spent: number | null) =>
    `${combinationWords(id)}: ${points(quality.mean)} ${labAnalysisText.metrics[metric]}, ${costPhrase(cost, spent)}`,
  axisX: (cost: CostId) =>
    cost === "usd" ? "$ per 1,000 questions" : `${labAnalysisText.costs[cost]} per question`,
  axisY: (metric: MetricId) => labAnalysisText.metrics[metric],
  overBudget: "over budget",
  quality: (quality: Interval, metric: MetricId) =>
    `${points(quality.mean)} ${labAnalysisText.metrics[metric]} (${points(quality.low)} to ${points(quality.high)})`,
  overSmall: (gain: Interval) =>
    `${signedPoints(gain.mean)} points over all small (${signedRange(gain)})`,
  switches: "Who does what",
  switch: (stage: Stage) => `${stageNames[stage]} by the large model`,
  small: "small",
  large: "large",
  table: "The same as a table",
  tableHead: {
    setup: "Setup",
    quality: "95 % interval",
    cost: "Cost",
    gain: "Points over all small",
    interval: "95 % interval",
  },

  flips: (id: string) => `All small → ${combinationWords(id)}`,
  flipsSame: "Choose another setup to see which questions it wins and loses.",
  flipCounts: (won: number, lost: number, same: number) =>
    `${count(won)} won · ${count(lost)} lost · ${count(same)} same`,
  outcomes: { won: "won", lost: "lost", same: "same" },
  bothRight: "right in both",
  bothWrong: "wrong in both",
  moreSame: (number: number) =>
    `Show the ${plural(number, "question", "questions")} that came out the same`,
  withRuns: "both runs recorded",
  openFlip: (outcome: string, question: string) => `${outcome}: ${question}`,
  flipKey: "Left dot: all small. Right dot: this setup. Filled is right.",

  below: "Exact tables, more pictures, tests",
  method: "Method: judge, cost, price",
  own: "Your batches",
  tools: "See also",
  mean: "A stage’s points are its Shapley value in F1: what the large model adds there, averaged over all orders of switching the stages, on questions that every setup answered. The interval is a paired bootstrap, 1,000 resamples. A verdict needs 30 questions and p < 0.05 after Holm’s correction over the stages.",
};
