/**
 * How sure a run's answer is to be right, told from its log alone: gradient-boosted trees over what
 * the run measured, trained on runs over training questions and calibrated on others. What
 * it was trained on and how well it tells: docs/verifier.md.
 */
import { contradictionOf, shareOfTaken } from "../contradiction.ts";
import { givenSteps } from "../correction.ts";
import type { Trace } from "../trace.ts";
import { featureNames, featuresOf } from "./features.ts";
import { type BoostedTrees, probabilityOf } from "./trees.ts";
import weights from "./weights.json";

/** Paragraphs and documents of a person's own; the embedded library, whose questions it knows better, has a line of its own. */
const verifier: BoostedTrees = weights;
const ofEmbedded: BoostedTrees = { ...weights, calibration: weights.embedded };

/**
 * P(right), in (0, 1), of the answer so far; null while there is none, of an empty one, and of one
 * that rests on a person's word, which the verifier cannot judge.
 */
export function surenessOf(trace: Trace): number | null {
  if (trace.answer?.short.trim() === "" || givenSteps(trace).length > 0) return null;
  const features = featuresOf(trace);
  if (features === null) return null;
  const sure = probabilityOf(
    isEmbedded(trace) ? ofEmbedded : verifier,
    featureNames.map((name) => features[name]),
  );
  // The trees learnt from texts that agree with each other.
  const contradiction = contradictionOf(trace);
  return contradiction === null ? sure : sure * shareOfTaken(contradiction);
}

/** A library that comes with the page: anyone may read it, and it is of no one question. */
function isEmbedded({ start }: Trace): boolean {
  return start?.library.visibility === "public" && start.library.question === undefined;
}
