/** The summary of the report that comes with the page; fetched once, beside the page's own code. */
import { type SampleSummary, sampleSummary } from "../../evaluation/sample/summary.ts";
import { fetchOwnJson } from "../../shared/integrity/own-files.ts";

const file = "examples/summary.json";

let begun: Promise<SampleSummary | null> | null = null;

/** Null where it did not come: the switches work without it. */
export function fetchSample(): Promise<SampleSummary | null> {
  begun ??= fetchOwnJson(file, new URL(file, document.baseURI).href)
    .then((json) => sampleSummary.parse(json))
    .catch(() => {
      begun = null;
      return null;
    });
  return begun;
}
