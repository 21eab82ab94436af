/** The verifier's judgement of a run; loaded after first paint because its trees are large. */
import { type Contradiction, contradictionOf } from "../../folds/contradiction.ts";
import { type Effect, effectsOn } from "../../folds/reasons/effects.ts";
import type { Trace } from "../../folds/trace.ts";
import { type Features, featuresOf } from "../../folds/verifier/features.ts";
import { surenessOf } from "../../folds/verifier/verifier.ts";

export interface Judged {
  sure: number | null;
  contradiction: Contradiction | null;
  /** Lazy: most answers need only the probability. */
  features(): Features | null;
  effects(): readonly Effect[];
}

export function judgeAnswer(trace: Trace): Judged {
  const sure = surenessOf(trace);
  return {
    sure,
    contradiction: contradictionOf(trace),
    features: () => featuresOf(trace),
    effects() {
      const features = featuresOf(trace);
      return features === null ? [] : effectsOn(features);
    },
  };
}
