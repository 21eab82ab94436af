/**
 * The runs that came with the page: each example in each combination of small and large, as they
 * were recorded. One file, fetched when it is first wanted and kept.
 */
import type { RunEvent } from "../../log/events.ts";
import { type PackedRuns, readPackedRuns, unpackRun } from "../../log/packed-runs.ts";
import { fetchOwn } from "../../shared/integrity/own-files.ts";

const file = "examples/combinations.runs.bin";

let fetched: Promise<PackedRuns> | null = null;

/** `combination`: a letter a stage, "SSS" to "LLL". Null where nobody recorded that. */
export async function recordedRun(
  question: string,
  combination: string,
): Promise<readonly RunEvent[] | null> {
  return unpackRun(await allRuns(), question, combination);
}

/** What failed to come is fetched again when it is wanted again. */
export function allRuns(): Promise<PackedRuns> {
  fetched ??= fetchRuns().catch((thrown: unknown) => {
    fetched = null;
    throw thrown;
  });
  return fetched;
}

async function fetchRuns(): Promise<PackedRuns> {
  const bytes = await fetchOwn(file, new URL(file, document.baseURI).href);
  const text = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return readPackedRuns(await new Response(text).json());
}
