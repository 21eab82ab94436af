/** Text of the stage switches and of the return picture: what the large model adds in a stage. */
import type { SampleSummary, StageSample } from "../../../evaluation/sample/summary.ts";
import { type Stage, stages, type Tier } from "../../../log/types.ts";
import {
  approximateUsd,
  usd as money,
  percent,
  perThousand,
  signedPoints,
} from "../../../ui-kit/text/format.ts";
import { stageNames, verdictWords } from "../../../ui-kit/text/stages.ts";
import { modelName, shortDay } from "./recorded.ts";

export const switchText = {
  title: "Which model does each stage",
  method: "Method:",
  setups: "Set all three",
  setup: {
    small: "All small",
    coop: "Large plans and concludes",
    pays: "Where it pays",
    large: "All large",
  },
  /** `usd`: per question, null if unknown. */
  connected: (model: string) => `${modelName(model)} is connected.`,
  letItCoop: (usd: number | null) =>
    `Let it plan and conclude: ${perThousand(usd)} / 1,000 questions`,
  points,
  key: (number: number) => `Key ${number} flips it`,
  ifLarge: "large:",
  interval: ({ low, high }: StageSample) => `${signedPoints(low)} to ${signedPoints(high)}`,
  verdict: ({ advice }: StageSample) => verdictWords[advice],
  onAverage: "on average",
  /** For a model or library that was not measured. */
  elsewhere: (large: string) => `with ${modelName(large)},`,
  notYours: "not yours",
  measuredWith: ({ small, large, set }: SampleSummary) =>
    `Measured with ${modelName(small)} and ${modelName(large)} on ${set}, not with what you have set.`,
  measure: "Measure yours",
  measuringQuestions: "12 questions, ",
  measuring: (usd: number | null) =>
    usd === null ? "price unknown" : usd === 0 ? "free" : approximateUsd(usd),
  costs: (usd: number | null, approximate: boolean) =>
    `${approximate && usd !== null ? "≈ " : ""}${usd !== null && usd > 0 ? "+" : ""}${perThousand(usd)} / 1,000 questions`,
  ceiling: (gain: number) => `perfect: ${signedPoints(gain)}`,
  unmeasured: "not measured",
  about: ({ questions, large, measuredEpochMs, price, approximate }: SampleSummary) =>
    `Shapley value in F1 of ${modelName(large)} on ${questions} questions, ${shortDay(measuredEpochMs)}; ${approximate ? "≈ " : ""}at the price of ${price.title}.`,
  onlyCoopLlm: "What a stage brings was measured with CoopLLM only.",
  missing: (doers: string) =>
    `${doers}: set to the large model, but none is connected. Ask uses the small one.`,
  whereItPays: "Small first; the large model is asked where that is worth your price.",
  nowhereItPays: "Small first; where asking more would pay, no large model is connected.",
  setPrice: "Set the price",
  connect: "Connect one",
  useSmall: "Use small models only",
  thisQuestion: "This question:",
  flippedBy: (stage: Stage, tier: Tier) => `${stageNames[stage]} by the ${tier} model:`,
  flipped: (was: boolean, is: boolean, usd: number) => {
    const change =
      was === is ? (is ? "still right" : "still wrong") : is ? "wrong → right" : "right → wrong";
    const price =
      usd === 0 ? "at the same price" : usd > 0 ? `for ${money(usd)}` : `${money(-usd)} saved`;
    return `${change}, ${price}.`;
  },
  averageOf: ({ questions }: SampleSummary) => `Average of ${questions} questions:`,
  openVerdict: ({ advice }: StageSample) => (advice === "open" ? "(we cannot tell)" : ""),
  recordedOnly: "With “decide” nothing was recorded: flip to small or large.",

  pictureTitle: (sample: SampleSummary) => `${switchText.averageOf(sample)} accuracy and cost`,
  f1: "F1, %",
  money: "$ per 1,000 questions",
  seeAll: "See all in the Lab",
  /** Text alternative of the picture; `now`: the current combination. */
  picture: (sample: SampleSummary, now: string) => {
    const one = sample.combinations.find(({ id }) => id === now);
    const base = sample.combinations.find(({ id }) => id === "SSS");
    const shown = one ?? base;
    if (shown === undefined) return switchText.seeAll;
    const dear = `${perThousand(shown.usd)} per 1,000 questions`;
    return `${combinationName(shown.id)}: F1 ${percent(shown.f1)} at ${dear}. ${switchText.seeAll}.`;
  },
  source: (sample: SampleSummary) =>
    `Small: ${modelName(sample.small)} · large: ${modelName(sample.large)} · ${sample.questions} questions, ${shortDay(sample.measuredEpochMs)}`,
  priced: ({ price, approximate }: SampleSummary) =>
    `${approximate ? "≈ " : ""}tokens at the price of ${price.title}`,
};

function points(gain: number): string {
  const size = 100 * Math.abs(gain);
  const figure = size.toFixed(size < 9.95 ? 1 : 0);
  return figure === "0.0" ? "no difference" : `${figure} pts ${gain < 0 ? "worse" : "better"}`;
}

export function combinationName(id: string): string {
  const large = stages.filter((_: Stage, at) => id[at] === "L");
  if (large.length === 0) return "All small";
  if (large.length === stages.length) return "All large";
  return `Large: ${large.map((stage) => stageNames[stage]).join(" and ")}`;
}
