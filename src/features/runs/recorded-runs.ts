/** The recorded examples, each in every combination of models; one file, fetched on first use. */
import type { RunEvent } from "../../log/events.ts";
import { type PackedRuns, readPackedRuns, unpackRun } from "../../log/packed-runs.ts";
import { fetchOwnZippedJson } from "../../shared/integrity/own-files.ts";

const file = "examples/combinations.runs.bin";

let fetched: Promise<PackedRuns> | null = null;

/** `combination` is "SSS" to "LLL"; null if it was not recorded. */
export async function recordedRun(
  question: string,
  combination: string,
): Promise<readonly RunEvent[] | null> {
  return unpackRun(await allRuns(), question, combination);
}

/** A failed fetch is retried on the next call. */
export function allRuns(): Promise<PackedRuns> {
  fetched ??= fetchRuns().catch((thrown: unknown) => {
    fetched = null;
    throw thrown;
  });
  return fetched;
}

async function fetchRuns(): Promise<PackedRuns> {
  return readPackedRuns(await fetchOwnZippedJson(file, new URL(file, document.baseURI).href));
}
