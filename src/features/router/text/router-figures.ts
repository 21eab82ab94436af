/** The sentences of HomoRouter's figures, as its paper has them, from a person's own scores. */
import type { Interval } from "../../../evaluation/types.ts";
import { plural } from "../../../ui-kit/text/format.ts";

/** A figure and its interval, in words. */
export interface Told {
  mean: string;
  range: string;
}

/** "41.3 % (32.7–50.3)". */
export function inLine({ mean, range }: Told): string {
  return `${mean} (${range})`;
}

export function percentOf({ mean, low, high }: Interval): Told {
  return { mean: `${tenth(mean)} %`, range: `${tenth(low)}–${tenth(high)}` };
}

/** Whole per cents without their sign: where there is little room. */
export function shortPercentOf({ mean, low, high }: Interval): Told {
  const whole = (value: number) => (100 * value).toFixed(0);
  return { mean: whole(mean), range: `${whole(low)}–${whole(high)}` };
}

/** A difference, in points. */
export function pointsOf({ mean, low, high }: Interval): Told {
  const signed = (value: number) => {
    const text = tenth(Math.abs(value));
    return text === "0.0" ? text : `${value < 0 ? "−" : "+"}${text}`;
  };
  return { mean: signed(mean), range: `${signed(low)} to ${signed(high)}` };
}

/** J is tiny for any predictor: four decimals. */
export function jOf({ mean, low, high }: Interval): Told {
  return { mean: mean.toFixed(4), range: `${low.toFixed(4)}–${high.toFixed(4)}` };
}

function tenth(value: number): string {
  return (100 * value).toFixed(1);
}

export const routerFiguresText = {
  title: "Measure it as the paper does",
  help: "Trains again, on the same parts and with the same seed, and takes the true score of what is chosen for each question that the heads never saw. Intervals are 95 %, by resampling questions.",
  testOn: "Test on",
  testOnHelp:
    "A set is named by the file that its questions came from; it is never trained on while it is tested on.",
  heldOut: "Held-out fifths of all questions",
  set: (set: string, tested: number, others: number) =>
    `${set}: ${plural(tested, "question", "questions")}, trained on the other ${others}`,
  compare: "Compare with and without refinement",
  sweep: "Train at seven values of α",
  trial: (trial: number, trials: number, training: number, trainings: number) =>
    `Setting ${trial} of ${trials}${trainings === 1 ? "" : `, part ${training} of ${trainings}`}.`,
  measuring: "Training for the figure",
  tested: (questions: number, testOn: string | null, trainedOn: number) =>
    testOn === null
      ? `n = ${questions}, each predicted by heads that were trained on the other parts.`
      : `n = ${questions} of ${testOn}, predicted by heads that were trained on the ${trainedOn} questions of the other sets.`,

  tableTitle: "Accuracy, J and cost",
  tableHelp:
    "The paper’s Table 1. Accuracy is the mean true score of the tool that is asked. The last column is what best predicted gains over the row, question by question.",
  strategy: "Strategy",
  accuracy: "Accuracy",
  j: "J (lower is better)",
  cost: "Cost of 1,000",
  gain: "Gain, points",
  random: "A tool at random",
  fixed: (tool: string) => `Always ${tool}`,
  router: (alpha: number) =>
    alpha === 1 ? "Best predicted, without refinement" : `Best predicted, α = ${alpha}`,
  oracle: "Always the best tool (oracle)",
  none: "—",

  pairsTitle: "Win, tie and lose",
  pairsHelp:
    "The paper’s Figure 1. On how many questions the left one’s answer scores more, the same, or less than the right one’s: per cent of the questions, with Wilson’s 95 % intervals.",
  routerName: (alpha: number) => `Router (α = ${alpha})`,
  wins: (share: string) => `wins ${share}`,
  ties: (share: string) => `tie ${share}`,
  loses: (share: string) => `loses ${share}`,
  pair: (left: string, right: string, win: string, tie: string, lose: string) =>
    `${left} against ${right}: wins ${win}, ties ${tie}, loses ${lose}`,
  pairsLabel: (pairs: number, questions: number) =>
    `Win, tie and lose of ${plural(pairs, "pair", "pairs")} on ${plural(questions, "question", "questions")}`,

  alphaTitle: "Accuracy and J by α",
  alphaHelp:
    "The paper’s Figure 4. α is the weight of a question’s own scores in what is learnt; at 1 its neighbours say nothing. Whiskers are 95 % intervals: where they overlap widely, no α is shown to be best.",
  alpha: "α",
  alphaLabel: (from: string, to: string) => `Accuracy from ${from} to ${to} and J at each α`,
  asTable: "As a table",
  csv: {
    strategy: "strategy",
    alpha: "alpha",
    questions: "questions",
    accuracy: ["accuracy", "accuracy_low", "accuracy_high"],
    j: ["j", "j_low", "j_high"],
    cost: "usd_per_1000",
    gain: ["gain", "gain_low", "gain_high"],
    pair: ["left", "right"],
    win: ["win", "win_low", "win_high"],
    tie: ["tie", "tie_low", "tie_high"],
    lose: ["lose", "lose_low", "lose_high"],
  },
};
