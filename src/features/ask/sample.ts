/** Summary of the shipped sample report; fetched once, in parallel with the page's code. */
import { type SampleSummary, sampleSummary } from "../../evaluation/sample/summary.ts";
import { fetchOwnJson } from "../../shared/integrity/own-files.ts";

const file = "examples/summary.json";

let begun: Promise<SampleSummary | null> | null = null;

/** Null if the fetch failed: the switches work without it. */
export function fetchSample(): Promise<SampleSummary | null> {
  begun ??= fetchOwnJson(file, new URL(file, document.baseURI).href)
    .then((json) => sampleSummary.parse(json))
    .catch(() => {
      begun = null;
      return null;
    });
  return begun;
}
