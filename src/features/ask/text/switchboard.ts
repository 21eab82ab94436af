/** What the large model brings in a stage, beside its switch and in the picture of the return. */
import type { SampleSummary, StageSample } from "../../../evaluation/sample/summary.ts";
import { type Stage, stages, type Tier } from "../../../log/types.ts";
import { percent, perThousand } from "../../../ui-kit/text/format.ts";
import { ceilingWords, stageNames } from "../../../ui-kit/text/stages.ts";
import { modelName, shortDay } from "./recorded.ts";

/** From here on it leans to one side. */
const leaning = 0.8;

export const switchText = {
  title: "Who does what",
  method: (title: string) => `Method: ${title}`,
  points,
  /** How sure it is that the stage gains by the large model. */
  sure: ({ probability }: StageSample) => {
    if (probability >= leaning) return `helps: ${sureness(probability)} sure`;
    if (probability <= 1 - leaning) return `does not help: ${sureness(1 - probability)} sure`;
    return `open: ${percent(probability)} that it helps`;
  },
  costs: (usd: number | null, approximate: boolean) =>
    `${approximate && usd !== null ? "≈ " : ""}${usd !== null && usd > 0 ? "+" : ""}${perThousand(usd)} / 1,000 questions`,
  /** “A perfect planner: +16 points; this model: −1 point” */
  ceiling: (stage: Stage, { gain, model }: NonNullable<StageSample["ceiling"]>) =>
    ceilingWords(stage, points(gain), model === null ? null : points(model)),
  unmeasured: "not measured",
  /** What the points are. */
  about: ({ questions, large, measuredEpochMs, price, approximate }: SampleSummary) =>
    `Points: what ${modelName(large)} brought there on ${questions} questions, ${shortDay(measuredEpochMs)}; ${approximate ? "≈ " : ""}at the price of ${price.title}.`,
  onlyCoopLlm: "What a stage brings was measured with CoopLLM only.",
  /** `doer`: where it was another than is chosen. */
  lastRun: (doer: Tier | null, cost: string, time: string) =>
    `this run: ${doer === null ? "" : `${doer}, `}${cost} · ${time}`,
  free: "free",
  missing: (doers: string) =>
    `${doers}: set to the large model, but none is connected. Ask uses the small one.`,
  whereItPays: "Small first; the large model is asked where that is worth your price.",
  nowhereItPays: "Small first; where asking more would pay, no large model is connected.",
  setPrice: "Set the price",
  connect: "Connect one",
  useSmall: "Use small models only",
  recordedOnly: "With “decide” nothing was recorded: flip to small or large.",

  pictureTitle: "What that buys",
  right: "% right",
  money: "$ per 1,000 questions",
  seeAll: "See all in the Lab",
  /** The picture in words; `now`: the switches. */
  picture: (sample: SampleSummary, now: string) => {
    const one = sample.combinations.find(({ id }) => id === now);
    const base = sample.combinations.find(({ id }) => id === "SSS");
    const shown = one ?? base;
    if (shown === undefined) return switchText.seeAll;
    const dear = `${perThousand(shown.usd)} per 1,000 questions`;
    return `${combinationName(shown.id)}: ${percent(shown.right)} right at ${dear}. ${switchText.seeAll}.`;
  },
  source: (sample: SampleSummary) =>
    `${sample.questions} questions · ${modelName(sample.small)} with ${modelName(sample.large)} · ${shortDay(sample.measuredEpochMs)}`,
  priced: ({ price, approximate }: SampleSummary) =>
    `${approximate ? "≈ " : ""}tokens at the price of ${price.title}`,
};

/** Resamples never make it certain. */
function sureness(probability: number): string {
  return probability > 0.99 ? "over 99 %" : percent(probability);
}

/** "+3 points", "−2 points", "±0 points": a difference of shares. */
function points(gain: number): string {
  const size = Math.round(Math.abs(gain) * 100);
  const sign = size === 0 ? "±" : gain < 0 ? "−" : "+";
  return `${sign}${size} ${size === 1 ? "point" : "points"}`;
}

/** "All small", "Large: Plan and Conclude". */
export function combinationName(id: string): string {
  const large = stages.filter((_: Stage, at) => id[at] === "L");
  if (large.length === 0) return "All small";
  if (large.length === stages.length) return "All large";
  return `Large: ${large.map((stage) => stageNames[stage]).join(" and ")}`;
}
