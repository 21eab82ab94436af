/**
 * Explains the verifier's P from the trees themselves. One kind of evidence at a time is replaced
 * by the typical values of wrong runs, and the trees are evaluated again: as far as P falls, that
 * kind supports the answer. If P rises with the typical values of right runs, it speaks against
 * the answer. Effects do not add up to P: overlapping kinds share theirs.
 */
import { type FeatureName, type Features, featureNames } from "../verifier/features.ts";
import { type BoostedTrees, probabilityOf } from "../verifier/trees.ts";
import weights from "../verifier/weights.json";
import typicalRun from "./typical.json";

/**
 * Uses the first calibration only: the others shift and slightly stretch all log-odds, which
 * leaves the reasons the same.
 */
const verifier: BoostedTrees = weights;

type Values = Readonly<Partial<Record<string, number | null>>>;

/**
 * Medians over runs (`models/research/calibration/typical-run.ts`); features without one stay
 * unchanged.
 */
export const typical: { right: Values; wrong: Values } = typicalRun;

export const evidence = {
  /** Readers' scores for the passages that the steps rest on. */
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
  /** Whether each step follows from what the previous one found. */
  chain: ["chainHolds", "answerIsEarlierStep", "answersApart"],
  place: ["citedHoldsAnswer", "answerInTitle", "answerTimesInDeciding"],
  agreement: ["readersAgree", "nodesAgreeing", "passagesHoldingAnswer", "spansHoldingAnswer"],
  /** Readers' scores for the original question. */
  whole: ["questionRelevance", "questionNoAnswer", "questionConfidence"],
  check: ["checkNoAnswer", "checkConfidence", "checkAgrees", "checkChosen"],
  /** How confident the language models were in their wording, not its content. */
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
  /**
   * Change of the log-odds of P(right) against the typical run; in log-odds so that P near 0 or 1
   * has reasons, too.
   */
  effect: number;
}

/** An odds ratio below 1.15 is not shown as a reason. */
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

/** Features that are missing in the run stay missing. */
function withUsual(features: Features, names: readonly FeatureName[], usual: Values): Features {
  const changed = names.flatMap((name) => {
    const value = features[name] === null ? null : (usual[name] ?? null);
    return value === null ? [] : [[name, value] as const];
  });
  return { ...features, ...Object.fromEntries(changed) };
}
