/**
 * Replaces one kind of evidence by typical values of wrong runs and evaluates the trees again: as
 * far as P falls, it supports the answer; if typical right values raise P, it speaks against.
 * Effects overlap, so they do not add up to P.
 */
import { type FeatureName, type Features, featureNames } from "../verifier/features.ts";
import { type BoostedTrees, probabilityOf } from "../verifier/trees.ts";
import weights from "../verifier/weights.json";
import typicalRun from "./typical.json";

/** The other calibrations only shift and slightly stretch all log-odds. */
const verifier: BoostedTrees = weights;

type Values = Readonly<Partial<Record<string, number | null>>>;

/** Medians over runs (`models/research/calibration/typical-run.ts`); features without one stay. */
export const typical: { right: Values; wrong: Values } = typicalRun;

export const evidence = {
  /** Scores of the passages that the steps rest on. */
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
  names: ["namesFound", "namesInOnePassage", "namesInDeciding", "wordsFound", "wordsInDecided"],
  finding: ["state", "missingSteps", "stepsUnsolved", "stepsUnknown"],
  /** Each step follows from the previous finding. */
  chain: ["chainHolds", "answerIsEarlierStep", "answersApart"],
  place: ["citedHoldsAnswer", "answerInTitle", "answerTimesInDeciding"],
  agreement: ["readersAgree", "nodesAgreeing", "passagesHoldingAnswer", "spansHoldingAnswer"],
  /** Scores for the original question. */
  whole: ["questionRelevance", "questionNoAnswer", "questionConfidence"],
  check: ["checkNoAnswer", "checkConfidence", "checkAgrees", "checkChosen"],
  /** Confidence in the wording, not the content. */
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
  /** Log-odds of P(right), so that P near 0 or 1 has reasons, too. */
  effect: number;
}

/** An odds ratio below 1.15 is no reason. */
const leastEffect = Math.log(1.15);

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

/** Missing features stay missing. */
function withUsual(features: Features, names: readonly FeatureName[], usual: Values): Features {
  const changed = names.flatMap((name) => {
    const value = features[name] === null ? null : (usual[name] ?? null);
    return value === null ? [] : [[name, value] as const];
  });
  return { ...features, ...Object.fromEntries(changed) };
}
