/**
 * Why the verifier is as sure as it is, worked out from the trees themselves. One kind of evidence after
 * the other is put to what runs usually measure whose answer is wrong, and the trees are asked again:
 * as far as P falls, that kind speaks for the answer. Where P rises with what right runs usually
 * measure, it speaks against it. Effects do not add up to P: kinds that tell the same share theirs.
 */
import { type FeatureName, type Features, featureNames } from "../verifier/features.ts";
import { type BoostedTrees, probabilityOf } from "../verifier/trees.ts";
import weights from "../verifier/weights.json";
import typicalRun from "./typical.json";

/**
 * By their first line of calibration: others that there are move all log-odds alike, and stretch
 * them a little, so that the reasons are the same.
 */
const verifier: BoostedTrees = weights;

type Values = Readonly<Partial<Record<string, number | null>>>;

/** Middle values over runs (`models/research/calibration/typical-run.ts`); a feature without one is left as it is. */
export const typical: { right: Values; wrong: Values } = typicalRun;

/** Features that a person would give as one reason. */
export const evidence = {
  /** What the readers made of the passages that the steps rest on. */
  reading: [
    "confidenceLeast",
    "confidenceLast",
    "confidenceMean",
    "relevanceLeast",
    "relevanceLast",
    "noAnswerMost",
    "noAnswerLast",
    "marginLast",
    "spanLast",
    "relevanceSecond",
    "relevanceMean",
    "answerMass",
    "kindsNone",
  ],
  /** Whether what the question names stands in what was read. */
  names: ["namesFound", "namesInOnePassage", "namesInDeciding", "wordsFound", "wordsInDecided"],
  finding: ["state", "missingSteps", "stepsUnsolved", "stepsUnknown"],
  /** Whether each step goes on from what the one before it found. */
  chain: ["chainHolds", "answerIsEarlierStep", "answersApart"],
  /** Where the answer's words stand. */
  place: ["citedHoldsAnswer", "answerInTitle", "answerTimesInDeciding"],
  agreement: ["readersAgree", "nodesAgreeing", "passagesHoldingAnswer", "spansHoldingAnswer"],
  /** What the readers made of the question as it stands. */
  whole: ["questionRelevance", "questionNoAnswer", "questionConfidence"],
  check: ["checkNoAnswer", "checkConfidence", "checkAgrees", "checkChosen"],
  /** How surely the language models wrote: of their words, not what these say. */
  wording: ["logprobAnswer", "logprobLeast"],
  planning: ["logprobPlan"],
  judging: ["known", "helpfulPassages"],
  ranking: ["passages", "rankedByBoth", "topIsBest"],
  way: [
    "isChain",
    "stepsNeeded",
    "stepsOverruled",
    "stepsConfirmed",
    "stepsUnconfirmed",
    "stepsLeftBehind",
    "branches",
    "departures",
    "parseFailures",
    "calls",
    "isComputed",
  ],
  question: [
    "questionWords",
    "questionNames",
    "questionHasNumber",
    "asksWho",
    "asksWhen",
    "asksWhere",
    "asksHowMany",
    "asksWhich",
    "asksYesOrNo",
  ],
  answer: [
    "answerWords",
    "answerCharacters",
    "answerIsNumber",
    "answerIsYesOrNo",
    "answerIsName",
    "answerInQuestion",
    "answerSharesWords",
  ],
} as const satisfies Record<string, readonly FeatureName[]>;
export type Evidence = keyof typeof evidence;

const kinds = Object.entries(evidence) as readonly [Evidence, readonly FeatureName[]][];

export interface Effect {
  kind: Evidence;
  /** What it adds to the log-odds of P(right), beside what is usual: of a P near 0 or 1, too, something is the reason. */
  effect: number;
}

/** What moves the odds by less than a seventh is no reason. */
const leastEffect = Math.log(1.15);

/** Evidence that moves the odds, largest effect first. */
export function effectsOn(features: Features): Effect[] {
  const own = logOdds(features);
  const asWith = (names: readonly FeatureName[], usual: Values) =>
    own - logOdds(withUsual(features, names, usual));
  return kinds
    .map(([kind, names]) => {
      const lifts = Math.max(0, asWith(names, typical.wrong));
      const weighs = Math.max(0, -asWith(names, typical.right));
      return { kind, effect: lifts >= weighs ? lifts : -weighs };
    })
    .filter(({ effect }) => Math.abs(effect) >= leastEffect)
    .sort((a, b) => Math.abs(b.effect) - Math.abs(a.effect));
}

function logOdds(features: Features): number {
  const sure = probabilityOf(
    verifier,
    featureNames.map((name) => features[name]),
  );
  return Math.log(sure / (1 - sure));
}

/** What a run does not tell at all stays untold: nobody looked. */
function withUsual(features: Features, names: readonly FeatureName[], usual: Values): Features {
  const changed = names.flatMap((name) => {
    const value = features[name] === null ? null : (usual[name] ?? null);
    return value === null ? [] : [[name, value] as const];
  });
  return { ...features, ...Object.fromEntries(changed) };
}
