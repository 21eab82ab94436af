/**
 * Estimates how likely a run's answer is right, from its log alone: gradient-boosted trees over
 * what the run measured, trained on training questions and calibrated on others. Data and
 * accuracy: docs/answers.md.
 */
import { contradictionOf, shareOfTaken } from "../contradiction.ts";
import { givenSteps } from "../correction.ts";
import type { Trace } from "../trace.ts";
import { featureNames, featuresOf } from "./features.ts";
import { type BoostedTrees, probabilityOf } from "./trees.ts";
import weights from "./weights.json";

/**
 * Calibrated for a user's paragraphs and documents; the embedded library, whose questions it knows
 * better, has its own calibration.
 */
const verifier: BoostedTrees = weights;
const ofEmbedded: BoostedTrees = { ...weights, calibration: weights.embedded };

/**
 * P(right), in (0, 1), of the answer so far; null if there is none or it is empty, and if it rests
 * on a user's answer, which the verifier cannot judge.
 */
export function surenessOf(trace: Trace): number | null {
  if (trace.answer?.short.trim() === "" || givenSteps(trace).length > 0) return null;
  const features = featuresOf(trace);
  if (features === null) return null;
  const sure = probabilityOf(
    isEmbedded(trace) ? ofEmbedded : verifier,
    featureNames.map((name) => features[name]),
  );
  // The trees were trained on texts that do not contradict each other.
  const contradiction = contradictionOf(trace);
  return contradiction === null ? sure : sure * shareOfTaken(contradiction);
}

/** A library that ships with the page, not built for one question. */
function isEmbedded({ start }: Trace): boolean {
  return start?.library.visibility === "public" && start.library.question === undefined;
}
