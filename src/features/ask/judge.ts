/** What the verifier says of a run; fetched after the first paint, because its trees are heavy. */
import { type Contradiction, contradictionOf } from "../../folds/contradiction.ts";
import { type Effect, effectsOn } from "../../folds/reasons/effects.ts";
import type { Trace } from "../../folds/trace.ts";
import { type Features, featuresOf } from "../../folds/verifier/features.ts";
import { surenessOf } from "../../folds/verifier/verifier.ts";

export interface Judged {
  /** P(right); null where there is no answer. */
  sure: number | null;
  /** Two passages that disagree on a step of it. */
  contradiction: Contradiction | null;
  /** Worked out when they are wanted: most answers are asked for no more than how sure they are. */
  features(): Features | null;
  effects(): readonly Effect[];
}

export function judge(trace: Trace): Judged {
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
