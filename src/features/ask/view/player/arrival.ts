/** Fetches the arrival recording in parallel with the page's code. */

import { fetchArrivalParts } from "../../../../app/lazy/arrival-parts.ts";
import { runLinkAt } from "../../../../app/runtime/features.ts";
import { fetchSample } from "../../sample.ts";
import { arrivalFlip } from "./arrival-flip.ts";
import { isRecordingClosed } from "./closed.ts";

/** False after closing it, or if the visit is for another run. */
export function isRecordingWanted(): boolean {
  return !isRecordingClosed() && runLinkAt(location.hash) === null;
}

/** Resolves when everything for the first screen has loaded or failed. */
export async function fetchArrival(): Promise<void> {
  const sample = fetchSample();
  if (!isRecordingWanted()) {
    await sample;
    return;
  }
  await Promise.allSettled([sample, arrivalFlip(), fetchArrivalParts()]);
}
