/** What asking would buy: the sentences of what is learnt from a report. */
import type { RunFeatureId } from "../../../evaluation/policy/actions.ts";
import type { HalfCost, Matched } from "../../../evaluation/policy/curve.ts";
import type { Design } from "../../../evaluation/policy/learn.ts";
import type { CostId, Interval } from "../../../evaluation/types.ts";
import { count, perThousand, plural, seconds, unknown } from "../../../ui-kit/text/format.ts";
import { costText, interval, labAnalysisText, points } from "./lab-analysis.ts";

/** What a thousand questions cost, from the cost of one. */
export function thousandText(cost: CostId, value: number | null): string {
  if (value === null) return unknown;
  if (cost === "usd") return perThousand(value);
  if (cost === "seconds") return seconds(1000 * value);
  return count(Math.round(1000 * value));
}

/** On an axis of costs per thousand. */
export function thousandTick(cost: CostId, value: number): string {
  if (cost === "usd" || cost === "seconds") return thousandText(cost, value / 1000);
  if (value >= 1e6) return `${Number((value / 1e6).toPrecision(3))}\u00a0M`;
  return value >= 1e4 ? `${Number((value / 1e3).toPrecision(3))}\u00a0k` : costText(cost, value);
}

export function thousandInterval(cost: CostId, span: Interval): string {
  const [mean, low, high] = [span.mean, span.low, span.high].map((one) => thousandText(cost, one));
  return low === high ? `${mean}` : `${mean} (${low}\u00a0…\u00a0${high})`;
}

/** "$0.11 per 1,000 questions", "1,240,000 large-model tokens per 1,000 questions". */
function priced(cost: CostId, value: number): string {
  const figure = thousandText(cost, value);
  const unit = cost === "usd" || cost === "seconds" ? "" : ` ${labAnalysisText.costs[cost]}`;
  return `${figure}${unit} per 1,000 questions`;
}

/** "2.1 points (0.3 … 4.0)", without its sign. */
function pointsOf(gain: Interval): string {
  const isLess = gain.mean < 0;
  const [low, high] = isLess ? [-gain.high, -gain.low] : [gain.low, gain.high];
  return `${points(Math.abs(gain.mean))}\u00a0points (${points(low)}\u00a0…\u00a0${points(high)})`;
}

const features: Record<RunFeatureId, string> = {
  sure: "how sure the verifier is of the answer",
  found: "whether it was found",
  partlyFound: "whether it was found in part",
  steps: "how many steps there were",
  unsolved: "how many steps stayed open",
  parseFailures: "how often a reply could not be read",
  words: "how long the answer is",
  calls: "how many calls it took",
};

const designs: Record<Design, string> = {
  question: "The question’s wording",
  run: "The first run",
  both: "Wording and first run",
  sureness: "Sureness of the first answer",
};

const presetBy: Record<Design, string> = {
  question: "From the question’s wording alone.",
  run: "By what the first run tells of itself.",
  both: "By the question’s wording and the first run.",
  sureness: "By how sure the verifier is of the first answer.",
};

function listed(words: readonly string[]): string {
  const last = words.at(-1) ?? "";
  return words.length < 2 ? last : `${words.slice(0, -1).join(", ")} and ${last}`;
}

function goesBy(design: Design, told: readonly RunFeatureId[]): string {
  const first = listed(told.map((id) => features[id]));
  switch (design) {
    case "question":
      return "It goes by the question’s wording alone (its sentence vector).";
    case "sureness":
      return "It goes by one figure: how sure the verifier is of the first answer.";
    case "run":
      return `It goes by what the first run tells: ${first}.`;
    case "both":
      return `It goes by the question’s wording (its sentence vector) and by what the first run tells: ${first}.`;
  }
}

export const labPolicyText = {
  title: "What asking would buy",
  help: "A policy learned from this report sees the first answer to a question, then decides whether asking again is worth its price. All is cross-validated by question: no question is judged by models that have seen it. Every cost includes the first run. Bars and the band are 95\u00a0% intervals.",
  chooseAs: "Choose as",
  presetTitle: (title: string, isGate: boolean) => (isGate ? `${title}’s gate` : title),
  /** What a preset goes by, and the setups that it chooses between where those are not all. */
  presetHelp: (design: Design | null, setups: readonly string[] | null) =>
    `${design === null ? "By whatever serves best on the page’s own reports." : presetBy[design]}${setups === null ? "" : ` Chooses between ${listed(setups)}.`}`,
  learn: "Learn from this report",
  again: "Learn again",
  stop: "Stop",
  working: {
    encoder: () => "Loading the encoder…",
    vectors: (done: number, all: number) =>
      `Embedding the questions: ${count(done)} of ${count(all)}…`,
    learning: (done: number, all: number) =>
      all <= 1 ? "Learning…" : `Learning: ${count(done)} of ${count(all)} trainings…`,
  },
  unread:
    "The encoder could not be loaded, so nothing here goes by the question’s wording. The rest is learned from what the first runs tell.",
  stale: "The report, its score or its cost has changed since. Learn again to follow it.",

  y: labAnalysisText.inPercent,
  x: (cost: CostId, isRooted: boolean) =>
    `${labAnalysisText.costs[cost]} per 1,000 questions${isRooted ? " (square-root scale)" : ""}`,
  key: {
    learned: "learned policy, with its 95\u00a0% band",
    cascade: (title: string) => `plain cascade to ${title}`,
    oracle: "oracle, knowing the answers",
    fixed: "always the same setup",
    outside: "another report",
  },
  pictureLabel:
    "Accuracy against cost of the learned policy, the cascade, the oracle and every setup",

  lead: (
    cost: CostId,
    base: string,
    from: Interval,
    fromCost: number,
    to: Interval,
    toCost: number,
  ) =>
    `${base} alone: ${interval(from)}\u00a0% right for ${priced(cost, fromCost)}. Asking again wherever it is expected to help: ${interval(to)}\u00a0% for ${priced(cost, toCost)}.`,

  matchedTitle: "At the cost of each setup",
  /** Whether it is on or above all of them. */
  matched(all: readonly Matched[], title: (id: string) => string): string {
    const below = all.filter(({ gain }) => gain.mean < 0);
    const surely = all.filter(({ gain }) => gain.low > 0).length;
    const proof =
      surely === 0
        ? "By their intervals, none of these leads is beyond chance."
        : `By their intervals, its lead over ${count(surely)} of them is beyond chance.`;
    if (below.length === 0) {
      return `Held to the cost of each of the ${count(all.length)} setups, the learned policy is right at least as often. ${proof}`;
    }
    const [worst] = below.toSorted((a, b) => a.gain.mean - b.gain.mean);
    if (worst === undefined) return proof;
    const doubt = worst.gain.high >= 0 ? ", which may be chance" : "";
    const others =
      below.length === 1
        ? ""
        : ` It is also below ${plural(below.length - 1, "other setup", "other setups")}.`;
    return `The aim is missed: held to the cost of “${title(worst.against)}”, the learned policy is right ${pointsOf(worst.gain)} less often${doubt}.${others} ${surely === 0 ? "" : proof}`.trim();
  },
  half({ gain, costShare, holds, surely }: HalfCost, title: string, baseIsAsGood: boolean): string {
    const share = `${points(costShare.mean, 0)}\u00a0% of its cost (${points(costShare.low, 0)}\u00a0…\u00a0${points(costShare.high, 0)})`;
    const caveat = baseIsAsGood
      ? " That says little here: the first run alone is already right as often."
      : "";
    if (holds) {
      const lead = gain.mean === 0 ? "exactly as often" : `${pointsOf(gain)} more often`;
      const proof = surely ? "" : " The intervals leave room for chance.";
      return `It reaches the accuracy of “${title}” for at most half of its cost: right ${lead} at ${share}.${proof}${caveat}`;
    }
    return gain.mean < 0
      ? `It does not reach the accuracy of “${title}” for half of its cost: right ${pointsOf(gain)} less often at ${share}.`
      : `It reaches the accuracy of “${title}” only above half of its cost: ${share}.`;
  },
  overCascade(gain: Interval, title: string): string {
    const size =
      gain.mean === 0
        ? "as often as"
        : `${pointsOf(gain)} ${gain.mean > 0 ? "more" : "less"} often than`;
    const doubt = gain.mean !== 0 && gain.low <= 0 && gain.high >= 0 ? ", which may be chance" : "";
    return `Set to half the cost of “${title}”, it is right ${size} a plain cascade that asks again whenever the first answer is unsure${doubt}.`;
  },
  noHalf: (title: string) => `“${title}” costs nothing here, so there is nothing to halve.`,
  goesBy,
  untold: (ids: readonly RunFeatureId[]) =>
    `It could not go by ${listed(ids.map((id) => features[id]))}: not every first run here tells that.`,
  counted: (questions: number, leftOut: number) =>
    `Learned from ${plural(questions, "question", "questions")}.${leftOut === 0 ? "" : ` ${plural(leftOut, "question was", "questions were")} left out, as some setup did not answer.`}`,

  matchedHead: {
    against: "Setup",
    own: "Right, %",
    cost: "Cost per 1,000",
    learned: "Learned policy, %",
    learnedCost: "Its cost per 1,000",
    gain: "Gain, points",
  },
  designsTitle: "What a policy could go by",
  designsHelp:
    "The Brier score is the mean squared error of the chances foretold; less is better. Gains are at half the cost of the setup compared with.",
  designs,
  designsHead: {
    design: "Goes by",
    brier: "Brier score",
    overCascade: "Over the cascade, points",
    overLarge: (title: string) => `Over ${title}, points`,
    chosen: "chosen",
  },
  pointsTitle: "Every point of the picture",
  pointsHead: { point: "Point", right: "Right, %", cost: "Cost per 1,000" },
  series: {
    fixed: (title: string) => `Always ${title}`,
    outside: (title: string) => `Another report: ${title}`,
    learned: (again: number) => `Learned: asks again for ${points(again, 0)}\u00a0%`,
    cascade: (threshold: string, again: string) =>
      `Cascade: again below sureness ${threshold} (${again}\u00a0%)`,
    oracle: (at: number) => `Oracle, point ${at}`,
  },

  use: "Use in Ask",
  save: "Save the policy",
  used: "Saved for Ask. Open Method, choose the preset “Where it pays” and set the slider “How much to spend”.",
  openMethod: "Open Method in Ask",
  notUsd:
    "Ask weighs US dollars, and this was learned from another cost. Choose US dollars under Cost, then learn again.",
  notStages:
    "Ask can hand only its three stages to the large model, and this policy chooses between other things. Save it for the command line.",
};
