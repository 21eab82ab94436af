import { percent } from "../../../ui-kit/text/format.ts";

export const worthText = {
  title: "Where it pays",
  about:
    "Every question is answered on this device first. Where asking the large model is expected to be worth its price, the stages go to it.",
  slider: "How much to spend",
  least: "$0",
  most: (usd: string) => `${usd} per 1,000`,
  expected: (usd: string, right: number) =>
    `About ${percent(right)} right for ${usd} per 1,000 questions`,
  point: (usd: string) => `One more right answer in a hundred may cost ${usd} per 1,000 questions.`,
  learnt: (questions: number, small: string, large: string, own: boolean) =>
    `Learnt from ${questions} questions of ${own ? "your report" : "a shipped report"}, with ${small} and ${large}.`,
  otherLarge: (large: string) =>
    `You have set another large model, ${large}: what it costs is counted, what it brings may differ. Learn it from a report of your own (Lab).`,
  priceUnknown:
    "What your large model costs is unknown: it is weighed at the price it was learnt with.",
  loading: "Reading what was learnt…",
  none: "What was learnt could not be read, so nothing is weighed and the small model answers.",
  open: "Open a policy…",
  back: "Use the shipped policy",
};
