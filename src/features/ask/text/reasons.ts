/** Explains the verifier's confidence in words, using only what the run's own figures support. */
import type { Effect, Evidence } from "../../../folds/reasons/effects.ts";
import type { FeatureName, Features } from "../../../folds/verifier/features.ts";
import { count } from "../../../ui-kit/text/format.ts";

/**
 * Candidate phrases, most specific first, each with its condition; the last is the generic
 * fallback.
 */
type Sayings = readonly (readonly [holds: boolean, words: string])[];

interface Told {
  /** False if the figure is unknown; `from` includes the limit. */
  below(name: FeatureName, limit: number): boolean;
  from(name: FeatureName, limit: number): boolean;
  value(name: FeatureName): number;
}

function toldBy(features: Features): Told {
  return {
    below: (name, limit) => (features[name] ?? limit) < limit,
    from: (name, limit) => (features[name] ?? limit - 1) >= limit,
    value: (name) => features[name] ?? 0,
  };
}

const sayings: Readonly<
  Record<Evidence, { against: (told: Told) => Sayings; inFavour: (told: Told) => Sayings }>
> = {
  reading: {
    against: ({ below, from }) => [
      [below("relevanceLast", 0.3), "the last step's passage hardly speaks of its question"],
      [below("relevanceLeast", 0.3), "a step's passage hardly speaks of its question"],
      [from("noAnswerMost", 0.5), "the reader doubts that a passage answers its step"],
      [below("confidenceLast", 0.5), "the reader was unsure of the last step's answer"],
      [below("confidenceLeast", 0.5), "the reader was unsure of a step's answer"],
      [below("marginLast", 0.3), "the reader wavered between two answers"],
      [true, "how the passages were read"],
    ],
    inFavour: ({ from }) => [
      [
        from("relevanceLeast", 0.7) && from("confidenceLeast", 0.7) && from("stepsNeeded", 2),
        "each passage was read confidently",
      ],
      [from("confidenceLast", 0.7), "the last step was read with confidence"],
      [from("relevanceLast", 0.7), "the last step's passage speaks of its question"],
      [true, "how the passages were read"],
    ],
  },
  names: {
    against: ({ below, value }) => [
      [below("namesFound", 1), missingNames(value("questionNames"), value("namesFound"))],
      [below("namesInDeciding", 0.3), "the deciding passage has few words of the question"],
      [below("wordsFound", 0.6), "many words of the question stand in no passage"],
      [true, "where the question's words stand"],
    ],
    inFavour: ({ from }) => [
      [from("namesInOnePassage", 0.5), "one passage has most words of the question"],
      [from("wordsFound", 0.7), "the passages have most words of the question"],
      [from("namesFound", 1), "every name of the question was found"],
      [true, "where the question's words stand"],
    ],
  },
  finding: {
    against: ({ below, from, value }) => [
      [from("missingSteps", 1), notFound(value("missingSteps"))],
      [from("stepsUnsolved", 1), notFound(value("stepsUnsolved"))],
      [below("state", 1), "nothing that was looked up answers the question"],
      [below("state", 2), "not all of it was found"],
      [true, "what was found"],
    ],
    inFavour: ({ from }) => [
      [from("state", 2), "every step was found"],
      [true, "what was found"],
    ],
  },
  chain: {
    against: ({ below, from }) => [
      [from("answerIsEarlierStep", 1), "the answer is that of a step on the way"],
      [below("chainHolds", 1), "a step does not go on from what was found before it"],
      [true, "how the steps hang together"],
    ],
    inFavour: ({ from }) => [
      [from("chainHolds", 1), "each step goes on from what was found before it"],
      [true, "how the steps hang together"],
    ],
  },
  place: {
    against: ({ below }) => [
      [below("citedHoldsAnswer", 1), "no passage that it cites contains the answer"],
      [true, "where the answer was found"],
    ],
    inFavour: ({ from }) => [
      [from("citedHoldsAnswer", 1), "a passage that it cites contains the answer"],
      [true, "where the answer was found"],
    ],
  },
  agreement: {
    against: ({ below }) => [
      [below("readersAgree", 1), "the two readers disagree"],
      [below("passagesHoldingAnswer", 1), "no passage has the answer's words"],
      [below("nodesAgreeing", 1), "no step comes to this answer"],
      [true, "how far the readings agree"],
    ],
    inFavour: ({ from, value }) => [
      [
        from("passagesHoldingAnswer", 2),
        `${count(value("passagesHoldingAnswer"))} passages have the answer's words`,
      ],
      [from("readersAgree", 1), "both readers agree"],
      [from("nodesAgreeing", 2), "several steps come to this answer"],
      [true, "how far the readings agree"],
    ],
  },
  whole: {
    against: ({ below, from }) => [
      [below("questionRelevance", 0.3), "no passage speaks of the question as it was asked"],
      [from("questionNoAnswer", 0.5), "no passage answers the question as it was asked"],
      [true, "what the passages say of the whole question"],
    ],
    inFavour: ({ from }) => [
      [from("questionConfidence", 0.6), "a passage answers the question as it was asked"],
      [from("questionRelevance", 0.6), "a passage speaks of the question as it was asked"],
      [true, "what the passages say of the whole question"],
    ],
  },
  check: {
    against: ({ below, from }) => [
      [from("checkNoAnswer", 0.5), "the answer check found no answer"],
      [below("checkAgrees", 1), "the answer check found something else"],
      [below("checkConfidence", 0.4), "the answer check was unsure"],
      [true, "the answer check"],
    ],
    inFavour: ({ from }) => [
      [from("checkAgrees", 1), "the answer check agrees"],
      [true, "the answer check"],
    ],
  },
  wording: {
    against: ({ below }) => [
      [below("logprobAnswer", -0.05), "the language model wavered over the answer's words"],
      [below("logprobLeast", -0.25), "a language model wavered over its words"],
      [true, "how surely the language models wrote"],
    ],
    inFavour: ({ from }) => [
      [from("logprobLeast", -0.2), "the model was consistent"],
      [true, "how surely the language models wrote"],
    ],
  },
  planning: {
    against: ({ below }) => [
      [below("logprobPlan", -0.12), "the language model wavered over its plan"],
      [true, "how surely the plan was written"],
    ],
    inFavour: ({ from }) => [
      [from("logprobPlan", -0.08), "the model planned consistently"],
      [true, "how surely the plan was written"],
    ],
  },
  judging: {
    against: ({ below }) => [
      [below("helpfulPassages", 0.01), "no passage was judged helpful"],
      [true, "what was judged of its passages"],
    ],
    inFavour: ({ from }) => [
      [from("helpfulPassages", 0.5), "most passages were judged helpful"],
      [true, "what was judged of its passages"],
    ],
  },
  ranking: {
    against: ({ below }) => [
      [below("topIsBest", 1), "the search did not rank the best passage first"],
      [below("passages", 3), "few passages were read"],
      [below("rankedByBoth", 1), "the searches by words and by meaning disagree"],
      [true, "how the passages were ranked"],
    ],
    inFavour: ({ from }) => [
      [from("rankedByBoth", 1), "the searches by words and by meaning agree"],
      [from("topIsBest", 1), "the search ranked the best passage first"],
      [true, "how the passages were ranked"],
    ],
  },
  way: {
    against: ({ below, from }) => [
      [from("parseFailures", 1), "a model's output did not fit its form"],
      [from("stepsLeftBehind", 1), "steps had to be left behind"],
      [from("stepsOverruled", 1), "a step had to be overruled"],
      [from("stepsNeeded", 4), "it takes many steps"],
      [below("isChain", 1), "it was not taken apart into steps that build on each other"],
      [true, "the way it took"],
    ],
    inFavour: ({ from }) => [
      [from("isComputed", 1), "it was worked out from values that were found"],
      [from("stepsConfirmed", 1), "a passage confirmed what the model had proposed"],
      [true, "the way it took"],
    ],
  },
  question: {
    against: ({ from }) => [
      [from("asksYesOrNo", 1), "yes-or-no questions often went wrong"],
      [from("questionWords", 18), "long questions often went wrong"],
      [true, "the kind of question"],
    ],
    inFavour: () => [[true, "the kind of question"]],
  },
  answer: {
    against: ({ from }) => [
      [from("answerCharacters", 30), "long answers were often wrong"],
      [true, "the kind of answer"],
    ],
    inFavour: () => [[true, "the kind of answer"]],
  },
};

function missingNames(names: number, share: number): string {
  const missing = Math.max(1, Math.round(names * (1 - share)));
  return missing === 1
    ? "no passage contains a name of the question"
    : `${count(missing)} names of the question stand in no passage`;
}

function notFound(steps: number): string {
  return steps === 1 ? "a step was not found" : `${count(steps)} steps were not found`;
}

/** The remaining effects are too small to matter. */
const mostReasons = 3;

export function reasonsText(
  effects: readonly Effect[],
  features: Features,
): { inFavour: string; against: string } {
  const told = toldBy(features);
  const main = effects.slice(0, mostReasons);
  const wordsOf = (side: "against" | "inFavour") =>
    main
      .filter(({ effect }) => effect > 0 === (side === "inFavour"))
      .flatMap(({ kind }) => sayings[kind][side](told).find(([holds]) => holds)?.[1] ?? []);
  return {
    inFavour: sentence("Why", wordsOf("inFavour")),
    against: sentence("Against it", wordsOf("against")),
  };
}

function sentence(lead: string, reasons: readonly string[]): string {
  return reasons.length === 0 ? "" : `${lead}: ${reasons.join("; ")}.`;
}
