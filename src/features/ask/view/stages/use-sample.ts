/** What the sample report says, once it has come. */
import { useEffect, useState } from "react";
import type { SampleSummary } from "../../../../evaluation/sample/summary.ts";
import { fetchSample } from "../../sample.ts";

/** Null until it is there, and where it did not come. */
export function useSample(): SampleSummary | null {
  const [sample, setSample] = useState<SampleSummary | null>(null);
  useEffect(() => {
    let over = false;
    void fetchSample().then((found) => {
      if (!over) setSample(found);
    });
    return () => {
      over = true;
    };
  }, []);
  return sample;
}
