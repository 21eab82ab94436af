/** Boosted trees estimate P(right) from a run's log alone. Data and accuracy: docs/answers.md. */
import { contradictionOf, shareOfTaken } from "../contradiction.ts";
import { givenSteps } from "../correction.ts";
import type { Trace } from "../trace.ts";
import { featureNames, featuresOf } from "./features.ts";
import { type BoostedTrees, probabilityOf } from "./trees.ts";
import weights from "./weights.json";

/**
 * These weights are calibrated for a user's documents; the embedded library, better known, has its
 * own.
 */
const verifier: BoostedTrees = weights;
const ofEmbedded: BoostedTrees = { ...weights, calibration: weights.embedded };

/**
 * P(right) in (0, 1); null without an answer, or if it depends on an answer that a user gave, which
 * the verifier cannot judge.
 */
export function surenessOf(trace: Trace): number | null {
  if (trace.answer?.short.trim() === "" || givenSteps(trace).length > 0) return null;
  const features = featuresOf(trace);
  if (features === null) return null;
  const sure = probabilityOf(
    isEmbedded(trace) ? ofEmbedded : verifier,
    featureNames.map((name) => features[name]),
  );
  // The verifier was trained on texts that do not contradict each other.
  const contradiction = contradictionOf(trace);
  return contradiction === null ? sure : sure * shareOfTaken(contradiction);
}

function isEmbedded({ start }: Trace): boolean {
  return start?.library.visibility === "public" && start.library.question === undefined;
}
