/** What plays on arrival is fetched beside the page's own code and not after it. */

import { fetchArrivalParts } from "../../../../app/lazy/arrival-parts.ts";
import { isRunLink } from "../../../share/fragment.ts";
import { fetchSample } from "../../sample.ts";
import { arrivalFlip } from "./arrival-flip.ts";
import { isRecordingClosed } from "./closed.ts";

/** Whoever closed it, or came for another run, is shown none. */
export function isRecordingWanted(): boolean {
  return !isRecordingClosed() && !isRunLink(location.hash);
}

/** Resolves when all is there that the first screen is shown with, or could not be fetched. */
export async function fetchArrival(): Promise<void> {
  const sample = fetchSample();
  if (!isRecordingWanted()) {
    await sample;
    return;
  }
  await Promise.allSettled([sample, arrivalFlip(), fetchArrivalParts()]);
}
