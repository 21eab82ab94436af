/** The sample report's summary, once loaded. */
import { useEffect, useState } from "react";
import type { SampleSummary } from "../../../../evaluation/sample/summary.ts";
import { untilGone } from "../../../../ui-kit/until-gone.ts";
import { fetchSample } from "../../sample.ts";

export function useSample(): SampleSummary | null {
  const [sample, setSample] = useState<SampleSummary | null>(null);
  useEffect(() => untilGone(fetchSample(), setSample), []);
  return sample;
}
